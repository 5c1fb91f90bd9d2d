//! Messages as they go over the sockets: frames, a signature, four parts in JSON.
//!
//! What a message says stays JSON. Clients leave fields out and add others, and a request that is refused for its shape
//! could not even be answered: whoever reads a field knows what a missing one means.

use chrono::{SecondsFormat, Utc};
use ring::{
    hmac,
    rand::{SecureRandom, SystemRandom},
};
use serde_json::{Value, json};
use zeromq::ZmqMessage;

/// Between the identities of a client and the parts of a message.
pub const DELIMITER: &[u8] = b"<IDS|MSG>";

/// The version of the protocol.
pub const VERSION: &str = "5.4";

/// A message that has come.
#[derive(Debug, Clone)]
pub struct Message {
    /// Whom an answer goes to.
    pub identities: Vec<Vec<u8>>,
    /// Its `msg_id`, `msg_type`, `session` and more. Answers repeat it.
    pub header: Value,
    /// The header of what it is an answer to, if it is one.
    pub parent: Value,
    /// Of a request for execution: which cell it is.
    pub metadata: Value,
    /// What it says.
    pub content: Value,
}

impl Message {
    /// What kind of message it is.
    pub fn kind(&self) -> &str {
        self.header["msg_type"].as_str().unwrap_or_default()
    }

    /// The text in a field of the content; empty if there is none.
    pub fn text(&self, field: &str) -> &str {
        self.content[field].as_str().unwrap_or_default()
    }

    /// The truth of a field of the content; `default` if there is none.
    pub fn flag(&self, field: &str, default: bool) -> bool {
        self.content[field].as_bool().unwrap_or(default)
    }
}

/// Writes and reads the messages of one kernel.
#[derive(Debug)]
pub struct Wire {
    /// Without a key, messages are not signed.
    key: Option<hmac::Key>,
    /// What this run of the kernel is called.
    session: String,
}

impl Wire {
    /// A wire whose messages are signed, unless the key is empty.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn new(key: &str) -> Result<Wire, String> {
        Ok(Wire {
            key: (!key.is_empty()).then(|| hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes())),
            session: random_id()?,
        })
    }

    /// Reads a message.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(&self, frames: ZmqMessage) -> Result<Message, String> {
        let frames = frames.into_vec();
        let delimiter = frames.iter().position(|frame| &frame[..] == DELIMITER);
        let delimiter = delimiter.ok_or("a message without the frame <IDS|MSG>")?;
        let [signature, parts @ ..] = &frames[delimiter + 1..] else {
            return Err("a message that ends with its frame <IDS|MSG>".to_owned());
        };
        // What follows the four parts are buffers, of which no request that is known here has any.
        let Some(parts) = parts.first_chunk::<4>() else {
            let count = parts.len();
            return Err(format!("a message of {count} parts; expected 4"));
        };
        if let Some(key) = &self.key {
            let genuine = from_hex(signature)
                .is_some_and(|tag| hmac::verify(key, &parts.concat(), &tag).is_ok());
            if !genuine {
                return Err("a message with a wrong signature".to_owned());
            }
        }
        let part = |at: usize, name: &str| {
            serde_json::from_slice(&parts[at])
                .map_err(|error| format!("a message whose {name} is no JSON: {error}"))
        };
        Ok(Message {
            identities: frames[..delimiter]
                .iter()
                .map(|frame| frame.to_vec())
                .collect(),
            header: part(0, "header")?,
            parent: part(1, "parent header")?,
            metadata: part(2, "metadata")?,
            content: part(3, "content")?,
        })
    }

    /// Writes a message to whoever has these identities.
    pub fn write(&self, identities: &[Vec<u8>], message: &Outgoing<'_>) -> ZmqMessage {
        let header = json!({
            "msg_id": message.id, "session": self.session, "username": "kernel",
            "date": Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true),
            "msg_type": message.kind, "version": VERSION,
        });
        let parent = message.parent.map_or(json!({}), |to| to.header.clone());
        let parts = [&header, &parent, &json!({}), &message.content];
        let parts = parts.map(|part| part.to_string().into_bytes());
        let signature = match &self.key {
            Some(key) => hex(hmac::sign(key, &parts.concat()).as_ref()),
            None => String::new(),
        };
        let mut frames = ZmqMessage::from(DELIMITER.to_vec());
        frames.push_back(signature.into_bytes().into());
        for part in parts {
            frames.push_back(part.into());
        }
        for identity in identities.iter().rev() {
            frames.push_front(identity.clone().into());
        }
        frames
    }
}

/// A message to be written.
#[derive(Debug)]
pub struct Outgoing<'a> {
    /// Its name; no other message has it.
    pub id: String,
    /// What kind it is.
    pub kind: &'a str,
    /// What it is an answer to, or what has caused it.
    pub parent: Option<&'a Message>,
    /// What it says.
    pub content: Value,
}

impl<'a> Outgoing<'a> {
    /// A message with a new name.
    pub fn new(kind: &'a str, parent: Option<&'a Message>, content: Value) -> Outgoing<'a> {
        Outgoing {
            // The system has had random numbers for the session, so it has some for its messages.
            id: random_id().unwrap_or_default(),
            kind,
            parent,
            content,
        }
    }
}

/// 128 random bits in hexadecimal digits.
fn random_id() -> Result<String, String> {
    let mut bytes = [0; 16];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| "the system has no random numbers")?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let text = str::from_utf8(text).ok()?;
    let bytes = text.as_bytes().chunks(2).map(|digits| match digits {
        [high, low] => {
            let digit = |byte: &u8| char::from(*byte).to_digit(16);
            u8::try_from(digit(high)? * 16 + digit(low)?).ok()
        }
        _ => None,
    });
    bytes.collect()
}
