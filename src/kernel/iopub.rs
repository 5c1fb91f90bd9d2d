//! The socket on which everything is published to all clients.
//!
//! It is a small publisher of [ZMTP 3.0](https://rfc.zeromq.org/spec/23/) of our own. The XPUB of the crate zeromq
//! waits for each subscriber in turn: a console that somebody has stopped with Ctrl-Z would stop all notebooks on its
//! kernel. Its PUB does not say who subscribes, so nobody could be welcomed.

use std::{fs, io, path::PathBuf, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, UnixListener},
    sync::mpsc,
    task::{AbortHandle, JoinHandle, JoinSet},
    time,
};
use zeromq::ZmqMessage;

use super::{
    connection::Connection,
    wire::{DELIMITER, Message, Outgoing, Wire},
};

/// How many messages may wait. Whoever publishes more waits too, and so does the program that prints.
const WAITING: usize = 64;

/// How many messages may wait for one subscriber.
const WAITING_FOR_ONE: usize = 1000;

/// How long a subscriber may not read, when so many wait for it, before it is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest subscription that is read.
const LONGEST: u64 = 1 << 16;

// In a frame's first byte.
const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// What a subscriber is sent first: a signature, version 3.0, no encryption.
const GREETING: [u8; 64] = {
    let mut greeting = [0; 64];
    greeting[0] = 0xff;
    greeting[9] = 0x7f;
    greeting[10] = 3;
    let (_, mechanism) = greeting.split_at_mut(12);
    let (mechanism, _) = mechanism.split_at_mut(4);
    mechanism.copy_from_slice(b"NULL");
    greeting
};

/// And then: a command of 26 bytes, `READY`, with the property `Socket-Type`, of 4 bytes.
const READY: &[u8] = b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04XPUB";

/// Publishes messages to all clients.
#[derive(Debug, Clone)]
pub struct Publisher {
    wire: Arc<Wire>,
    queue: mpsc::Sender<ZmqMessage>,
}

impl Publisher {
    /// Binds the socket; and the task that owns it, which ends when there are no publishers any more and everything is
    /// sent.
    ///
    /// # Errors
    ///
    /// Why it cannot be had, with its address.
    pub async fn bind(
        connection: &Connection,
        wire: Arc<Wire>,
    ) -> Result<(Publisher, JoinHandle<()>), String> {
        let endpoint = connection.endpoint("iopub");
        let listener = Listener::bind(&endpoint)
            .await
            .map_err(|error| format!("cannot bind the iopub socket to {endpoint}: {error}"))?;
        let (queue, waiting) = mpsc::channel(WAITING);
        let task = tokio::spawn(publish(listener, waiting, wire.clone()));
        Ok((Publisher { wire, queue }, task))
    }

    /// Publishes a message, as soon as there is room for it.
    pub async fn send(&self, kind: &str, parent: Option<&Message>, content: Value) {
        let message = Outgoing::new(kind, parent, content);
        // It is refused only when the kernel ends.
        _ = self.queue.send(self.wire.write(&[], &message)).await;
    }

    /// Publishes what the kernel is doing, `busy` or `idle`.
    pub async fn state(&self, state: &str, parent: Option<&Message>) {
        let content = json!({ "execution_state": state });
        self.send("status", parent, content).await;
    }

    /// The same for a request that cannot wait: it is not published where others wait already.
    pub fn try_state(&self, state: &str, parent: &Message) {
        let content = json!({ "execution_state": state });
        let message = Outgoing::new("status", Some(parent), content);
        _ = self.queue.try_send(self.wire.write(&[], &message));
    }
}

/// Where subscribers connect.
enum Listener {
    Tcp(TcpListener),
    /// With its file, which goes away with it.
    Ipc(UnixListener, PathBuf),
}

/// A connection of either kind.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl Listener {
    async fn bind(endpoint: &str) -> io::Result<Listener> {
        if let Some(path) = endpoint.strip_prefix("ipc://") {
            return Ok(Listener::Ipc(UnixListener::bind(path)?, path.into()));
        }
        let address = endpoint.strip_prefix("tcp://").unwrap_or(endpoint);
        TcpListener::bind(address).await.map(Listener::Tcp)
    }

    async fn accept(&self) -> io::Result<Box<dyn Stream>> {
        Ok(match self {
            Listener::Ipc(listener, _) => Box::new(listener.accept().await?.0),
            Listener::Tcp(listener) => {
                let stream = listener.accept().await?.0;
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Listener::Ipc(_, path) = self {
            _ = fs::remove_file(path);
        }
    }
}

/// A connection, as the publisher sees it.
struct Subscriber {
    /// Closed when the connection has ended.
    queue: mpsc::Sender<Arc<[u8]>>,
    task: AbortHandle,
}

/// Hands what waits to all subscribers.
async fn publish(listener: Listener, mut waiting: mpsc::Receiver<ZmqMessage>, wire: Arc<Wire>) {
    let mut subscribers: Vec<Subscriber> = Vec::new();
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            stream = listener.accept() => match stream {
                Ok(stream) => {
                    let (queue, messages) = mpsc::channel(WAITING_FOR_ONE);
                    let wire = wire.clone();
                    // Its errors are those of a client that has gone.
                    let task = tasks.spawn(async move { _ = serve(stream, messages, &wire).await });
                    subscribers.push(Subscriber { queue, task });
                }
                Err(error) => {
                    eprintln!("kernel: iopub: {error}");
                    time::sleep(Duration::from_millis(50)).await;
                }
            },
            message = waiting.recv() => {
                let Some(message) = message else { break };
                let bytes: Arc<[u8]> = encoded(&message).into();
                let mut stays = Vec::new();
                for subscriber in subscribers {
                    if subscriber.hand(&bytes).await {
                        stays.push(subscriber);
                    }
                }
                subscribers = stays;
                // Those that have ended.
                while tasks.try_join_next().is_some() {}
            }
        }
    }
    drop(subscribers);
    while tasks.join_next().await.is_some() {}
}

impl Subscriber {
    /// Hands over a message. Whether the subscriber is still there.
    async fn hand(&self, message: &Arc<[u8]>) -> bool {
        let sent = time::timeout(PATIENCE, self.queue.send(message.clone())).await;
        if sent.is_err() {
            eprintln!("kernel: iopub: a client that does not read is disconnected");
            self.task.abort();
        }
        sent.is_ok_and(|sent| sent.is_ok())
    }
}

/// Tells a subscriber what it has subscribed to, until it goes or there is no more to be reported.
async fn serve(
    stream: Box<dyn Stream>,
    mut messages: mpsc::Receiver<Arc<[u8]>>,
    wire: &Wire,
) -> io::Result<()> {
    let (mut reader, mut writer) = tokio::io::split(stream);
    writer.write_all(&GREETING).await?;
    let mut greeting = [0; GREETING.len()];
    time::timeout(PATIENCE, reader.read_exact(&mut greeting)).await??;
    // Of version 3 and later, whatever it is: those that are later speak ours.
    if greeting[0] != 0xff || greeting[10] < 3 {
        return Err(io::ErrorKind::Unsupported.into());
    }
    writer.write_all(READY).await?;
    let (notes, mut subscriptions) = mpsc::channel(1);
    let read = async {
        loop {
            let asked = read_frame(&mut reader).await?;
            // Commands say what the socket is like. An error: nobody is there to hear of it.
            if let Some(asked) = asked
                && notes.send(asked).await.is_err()
            {
                return Ok(());
            }
        }
    };
    let write = async {
        let mut topics: Vec<Vec<u8>> = Vec::new();
        loop {
            tokio::select! {
                biased;
                Some(asked) = subscriptions.recv() => match asked.split_first() {
                    Some((1, topic)) => {
                        // From now on, it misses nothing, which is what clients wait for (JEP 65).
                        let content = json!({ "subscription": String::from_utf8_lossy(topic) });
                        let welcome = Outgoing::new("iopub_welcome", None, content);
                        writer.write_all(&encoded(&wire.write(&[], &welcome))).await?;
                        topics.push(topic.to_owned());
                    }
                    Some((0, topic)) => {
                        let at = topics.iter().position(|known| known == topic);
                        at.map(|at| topics.swap_remove(at));
                    }
                    _ => {}
                },
                message = messages.recv() => match message {
                    // All messages begin so: nearly all clients subscribe to everything.
                    Some(message) if topics.iter().any(|topic| DELIMITER.starts_with(topic)) => {
                        writer.write_all(&message).await?;
                    }
                    Some(_) => {}
                    None => return Ok(()),
                },
            }
        }
    };
    tokio::select! {
        ended = read => ended,
        ended = write => ended,
    }
}

/// Reads a frame; `None` if it is a command.
async fn read_frame(reader: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let flags = reader.read_u8().await?;
    let length = match flags & LONG {
        0 => reader.read_u8().await?.into(),
        _ => reader.read_u64().await?,
    };
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut frame = vec![0; length as usize];
    reader.read_exact(&mut frame).await?;
    Ok((flags & COMMAND == 0).then_some(frame))
}

/// A message as frames.
fn encoded(message: &ZmqMessage) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (at, frame) in message.iter().enumerate() {
        let more = if at + 1 < message.len() { MORE } else { 0 };
        match u8::try_from(frame.len()) {
            Ok(length) => bytes.extend([more, length]),
            Err(_) => {
                bytes.push(more | LONG);
                bytes.extend((frame.len() as u64).to_be_bytes());
            }
        }
        bytes.extend_from_slice(frame);
    }
    bytes
}
