//! A front end for tests, on the wire.

use std::{
    collections::VecDeque,
    env, fs,
    path::PathBuf,
    process,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{runtime, time::timeout};
use zeromq::{
    DealerSocket, ReqSocket, Socket, SocketOptions, SocketRecv, SocketSend, SubSocket, ZmqMessage,
};

use super::stub::Stub;
use crate::kernel::{
    connection::Connection,
    runner::Interrupts,
    serve,
    wire::{Message, Outgoing, Wire},
};

/// Whatever has not come by then will never come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A kernel in a thread, with its connection file.
pub struct Server {
    folder: PathBuf,
    interrupts: Arc<Interrupts>,
    thread: Option<JoinHandle<Result<(), String>>>,
}

impl Server {
    /// Starts a kernel whose language is the stub.
    pub fn start() -> Server {
        Server::with_key("secret")
    }

    /// The same with another key for signatures; none if it is empty.
    pub fn with_key(key: &str) -> Server {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = env::temp_dir().join(format!("chesslog-kernel-{}-{number}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = json!({
            "transport": "ipc", "ip": folder.join("k"), "key": key,
            "signature_scheme": "hmac-sha256", "kernel_name": "stub",
            "hb_port": 1, "shell_port": 2, "control_port": 3, "stdin_port": 4, "iopub_port": 5,
        });
        fs::write(folder.join("connection.json"), file.to_string()).unwrap();
        let mut server = Server {
            folder,
            interrupts: Arc::default(),
            thread: None,
        };
        let (connection, interrupts) = (server.connection(), server.interrupts.clone());
        let serve = move || serve(&connection, Arc::new(Stub::default()), interrupts);
        server.thread = Some(std::thread::spawn(serve));
        server
    }

    /// Interrupts as the signal does.
    pub fn signal(&self) {
        self.interrupts.interrupt();
    }

    /// Waits until the kernel has ended.
    pub fn wait(&mut self) -> Result<(), String> {
        self.thread.take().unwrap().join().unwrap()
    }

    fn connection(&self) -> Connection {
        Connection::read(&self.folder.join("connection.json")).unwrap()
    }

    /// A client.
    pub fn client(&self) -> Client {
        Client::connect(self)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.thread.is_some() {
            let mut client = self.client();
            client.send(Channel::Control, "shutdown_request", json!({}));
            client.control();
            self.wait().unwrap();
        }
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// A socket of the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    Shell,
    Control,
    Stdin,
}

/// A front end.
pub struct Client {
    runtime: runtime::Runtime,
    pub wire: Wire,
    shell: DealerSocket,
    control: DealerSocket,
    stdin: DealerSocket,
    heart: ReqSocket,
    iopub: SubSocket,
    /// Replies that nobody has waited for yet.
    replies: VecDeque<Message>,
}

impl Client {
    fn connect(server: &Server) -> Client {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let identity = format!("client-{}", COUNT.fetch_add(1, Ordering::SeqCst));
        let connection = server.connection();
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let (shell, control, stdin, heart, iopub) = runtime.block_on(async {
            let dealer = async |name: &str| {
                let mut options = SocketOptions::default();
                options.peer_identity(identity.parse().unwrap());
                let mut socket = DealerSocket::with_options(options);
                socket.connect(&connection.endpoint(name)).await.unwrap();
                socket
            };
            let mut heart = ReqSocket::new();
            heart.connect(&connection.endpoint("hb")).await.unwrap();
            let mut iopub = SubSocket::new();
            iopub.connect(&connection.endpoint("iopub")).await.unwrap();
            iopub.subscribe("").await.unwrap();
            (
                dealer("shell").await,
                dealer("control").await,
                dealer("stdin").await,
                heart,
                iopub,
            )
        });
        let mut client = Client {
            runtime,
            wire: Wire::new(&connection.key).unwrap(),
            shell,
            control,
            stdin,
            heart,
            iopub,
            replies: VecDeque::new(),
        };
        while client.publication().kind() != "iopub_welcome" {}
        client
    }

    fn wait<T>(runtime: &runtime::Runtime, what: impl Future<Output = T>) -> T {
        let waited = runtime.block_on(async { timeout(PATIENCE, what).await });
        waited.expect("the kernel is silent")
    }

    /// Sends frames as they are.
    pub fn send_frames(&mut self, channel: Channel, frames: ZmqMessage) {
        let socket = match channel {
            Channel::Shell => &mut self.shell,
            Channel::Control => &mut self.control,
            Channel::Stdin => &mut self.stdin,
        };
        Client::wait(&self.runtime, socket.send(frames)).unwrap();
    }

    /// Sends a request; its name.
    pub fn send(&mut self, channel: Channel, kind: &str, content: Value) -> String {
        let message = Outgoing::new(kind, None, content);
        let frames = self.wire.write(&[], &message);
        self.send_frames(channel, frames);
        message.id
    }

    /// Sends a cell.
    pub fn execute(&mut self, code: &str) -> String {
        self.send(Channel::Shell, "execute_request", json!({ "code": code }))
    }

    fn receive(&mut self, channel: Channel) -> Message {
        let socket = match channel {
            Channel::Shell => &mut self.shell,
            Channel::Control => &mut self.control,
            Channel::Stdin => &mut self.stdin,
        };
        let frames = Client::wait(&self.runtime, socket.recv()).unwrap();
        self.wire.read(frames).unwrap()
    }

    /// The next message on control.
    pub fn control(&mut self) -> Message {
        self.receive(Channel::Control)
    }

    /// The next question.
    pub fn question(&mut self) -> Message {
        self.receive(Channel::Stdin)
    }

    /// The reply to a request on shell.
    pub fn reply(&mut self, id: &str) -> Value {
        let about = |message: &Message| message.parent["msg_id"] == id;
        if let Some(at) = self.replies.iter().position(about) {
            return self.replies.remove(at).unwrap().content;
        }
        loop {
            let message = self.receive(Channel::Shell);
            if about(&message) {
                return message.content;
            }
            self.replies.push_back(message);
        }
    }

    /// Sends a request on shell; the content of its reply.
    pub fn ask(&mut self, kind: &str, content: Value) -> Value {
        let id = self.send(Channel::Shell, kind, content);
        self.reply(&id)
    }

    /// The next message on iopub.
    pub fn publication(&mut self) -> Message {
        let frames = Client::wait(&self.runtime, self.iopub.recv()).unwrap();
        self.wire.read(frames).unwrap()
    }

    /// What is published about a request until the kernel is idle again, without states.
    pub fn outputs(&mut self, id: &str) -> Vec<Message> {
        let mut outputs = Vec::new();
        loop {
            let message = self.publication();
            match message.kind() {
                _ if message.parent["msg_id"] != id => {}
                "status" if message.content["execution_state"] == "idle" => return outputs,
                "status" => {}
                _ => outputs.push(message),
            }
        }
    }

    /// Runs a cell: its reply, and what it has published, in short.
    pub fn run(&mut self, code: &str) -> (Value, Vec<String>) {
        let id = self.execute(code);
        let outputs = self.outputs(&id);
        (self.reply(&id), outputs.iter().filter_map(short).collect())
    }

    /// Waits until a cell has printed this, and so is running.
    pub fn until_printed(&mut self, text: &str) {
        while !self.publication().text("text").contains(text) {}
    }

    /// Whether the heart beats.
    pub fn beat(&mut self) -> bool {
        let beat = async {
            self.heart.send("ping".into()).await.unwrap();
            self.heart.recv().await.unwrap()
        };
        Client::wait(&self.runtime, beat)
            .get(0)
            .is_some_and(|frame| &frame[..] == b"ping")
    }
}

/// An output in a line; `None` for the echo of the cell.
fn short(message: &Message) -> Option<String> {
    let content = &message.content;
    let shown = content["data"]["text/plain"].as_str().unwrap_or_default();
    Some(match message.kind() {
        "execute_input" => return None,
        "stream" => format!("{}: {}", message.text("name"), message.text("text")),
        "error" => format!(
            "error {}: {}",
            message.text("ename"),
            message.text("evalue")
        ),
        kind => format!("{kind} {shown}").trim_end().to_owned(),
    })
}
