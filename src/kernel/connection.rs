//! The connection file: where the front end expects the kernel's sockets.

use std::{fs, path::Path};

use serde_json::{Map, Value};

/// The sockets of a kernel, as connection files call them.
const SOCKETS: [&str; 5] = ["hb", "shell", "control", "stdin", "iopub"];

/// What a connection file says.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The key for signatures; empty for none.
    pub key: String,
    /// Ports by the names `hb_port`, `shell_port` and so on.
    pub ports: Map<String, Value>,
    /// `tcp://` with an address, or `ipc://` with the beginning of a path; a port follows.
    place: String,
}

impl Connection {
    /// Reads a connection file.
    ///
    /// # Errors
    ///
    /// Why there are no sockets for it, with the file's name.
    pub fn read(file: &Path) -> Result<Connection, String> {
        let text = fs::read_to_string(file).map_err(|error| error.to_string());
        text.and_then(|text| Connection::parse(&text))
            .map_err(|problem| format!("the connection file {}: {problem}", file.display()))
    }

    fn parse(text: &str) -> Result<Connection, String> {
        let file: Value =
            serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
        let text = |field: &str, default: &str| match &file[field] {
            Value::Null => Ok(default.to_owned()),
            Value::String(text) => Ok(text.clone()),
            other => Err(format!("{field} is {other}; expected a text")),
        };
        if !file.is_object() {
            return Err("expected a JSON object".to_owned());
        }
        // CurveZMQ: the sockets would have to be encrypted.
        if !file["curve_publickey"].is_null() {
            return Err(
                "curve_publickey asks for encrypted sockets, which this kernel does not have; expected \
                 transport_encryption to be \"disabled\" or \"auto\" where the kernel is started"
                    .to_owned(),
            );
        }
        let scheme = text("signature_scheme", "")?;
        if !matches!(scheme.as_str(), "" | "hmac-sha256") {
            return Err(format!(
                "signature_scheme is {scheme:?}; expected \"hmac-sha256\""
            ));
        }
        let transport = text("transport", "tcp")?;
        let place = match transport.as_str() {
            "tcp" => format!("tcp://{}:", text("ip", "127.0.0.1")?),
            "ipc" => format!("ipc://{}-", text("ip", "kernel-ipc")?),
            _ => {
                return Err(format!(
                    "transport is {transport:?}; expected \"tcp\" or \"ipc\""
                ));
            }
        };
        let mut ports = Map::new();
        for socket in SOCKETS {
            let field = format!("{socket}_port");
            match &file[&field] {
                Value::Null => return Err(format!("{field} is missing; expected a port")),
                port if port
                    .as_u64()
                    .is_some_and(|port| (1..1 << 16).contains(&port)) =>
                {
                    ports.insert(field, port.clone());
                }
                other => return Err(format!("{field} is {other}; expected a port, 1 to 65535")),
            }
        }
        Ok(Connection {
            key: text("key", "")?,
            ports,
            place,
        })
    }

    /// Where the socket with this name is.
    pub fn endpoint(&self, socket: &str) -> String {
        format!("{}{}", self.place, self.ports[&format!("{socket}_port")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTS: &str = r#""hb_port": 1, "shell_port": 2, "control_port": 3, "stdin_port": 4"#;

    fn parse(rest: &str) -> Result<Connection, String> {
        Connection::parse(&format!("{{{PORTS}, {rest}}}"))
    }

    #[test]
    fn both_transports() {
        let tcp = parse(r#""iopub_port": 5, "ip": "127.0.0.2", "key": "k""#).unwrap();
        assert_eq!(tcp.endpoint("iopub"), "tcp://127.0.0.2:5");
        assert_eq!(tcp.key, "k");
        let ipc = parse(r#""iopub_port": 5, "transport": "ipc", "ip": "/tmp/k""#).unwrap();
        assert_eq!(ipc.endpoint("shell"), "ipc:///tmp/k-2");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |rest| parse(rest).unwrap_err();
        assert_eq!(
            wrong(r#""key": """#),
            "iopub_port is missing; expected a port"
        );
        assert_eq!(
            wrong(r#""iopub_port": "x""#),
            "iopub_port is \"x\"; expected a port, 1 to 65535"
        );
        assert_eq!(
            wrong(r#""iopub_port": 5, "transport": "udp""#),
            "transport is \"udp\"; expected \"tcp\" or \"ipc\""
        );
        assert_eq!(
            wrong(r#""iopub_port": 5, "signature_scheme": "hmac-md5""#),
            "signature_scheme is \"hmac-md5\"; expected \"hmac-sha256\""
        );
        assert_eq!(
            wrong(r#""iopub_port": 5, "key": 7"#),
            "key is 7; expected a text"
        );
        assert!(wrong(r#""iopub_port": 5, "curve_publickey": "x""#).contains("encrypted sockets"));
        assert_eq!(
            Connection::parse("[]").unwrap_err(),
            "expected a JSON object"
        );
        assert!(Connection::parse("{").unwrap_err().starts_with("no JSON: "));
        let error = Connection::read(Path::new("/nowhere/kernel.json")).unwrap_err();
        assert!(error.starts_with("the connection file /nowhere/kernel.json: No such file"));
    }
}
