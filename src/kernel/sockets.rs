//! The sockets: bound as the connection file says, and who watches each of them.

use std::{env, os::unix::process::parent_id, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{sync::mpsc, task::JoinHandle, time};
use zeromq::{
    RouterSocket, Socket, SocketEvent, SocketRecv, SocketSend, XPubSocket, ZmqError, ZmqMessage,
    util::PeerIdentity,
};

use super::{
    connection::Connection,
    wire::{Message, Outgoing, Wire},
};

/// How many messages may wait for iopub. Whoever publishes more waits too, and so does the program that prints.
const WAITING: usize = 64;

/// How long a subscriber may not read before all are disconnected.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the kernel looks whether its parent is still there.
const WATCH: Duration = Duration::from_millis(500);

/// Binds the socket with this name.
///
/// # Errors
///
/// Why it cannot be had, with its address.
pub async fn bound<S: Socket>(connection: &Connection, name: &str) -> Result<S, String> {
    let endpoint = connection.endpoint(name);
    let mut socket = S::new();
    match socket.bind(&endpoint).await {
        Ok(_) => Ok(socket),
        Err(error) => Err(format!(
            "cannot bind the {name} socket to {endpoint}: {error}"
        )),
    }
}

/// Reads the next message that can be read; what cannot is logged.
pub async fn receive(socket: &mut impl SocketRecv, name: &str, wire: &Wire) -> Message {
    loop {
        match socket.recv().await {
            Ok(frames) => match wire.read(frames) {
                Ok(message) => return message,
                Err(problem) => eprintln!("kernel: {name}: {problem}"),
            },
            Err(error) => complain(name, &error).await,
        }
    }
}

/// Logs an error of a socket, and waits a little: it may go on.
async fn complain(name: &str, error: &ZmqError) {
    eprintln!("kernel: {name}: {error}");
    time::sleep(Duration::from_millis(50)).await;
}

/// Sends back whatever comes, so that clients know that the kernel is alive.
///
/// The socket is a router and no REP, which would wait for the answer of a client that has gone.
pub async fn heartbeat(mut socket: RouterSocket) {
    loop {
        match socket.recv().await {
            // A client that has gone since needs no answer.
            Ok(beat) => _ = socket.send(beat).await,
            Err(error) => complain("heartbeat", &error).await,
        }
    }
}

/// Ends when the process that has started the kernel has ended: then nobody is left to shut it down.
///
/// A kernel that was started by hand, without JPY_PARENT_PID, has no such parent.
pub async fn parent_ends() {
    let named = env::var("JPY_PARENT_PID");
    let parent = parent_id();
    // Orphans are children of process 1, and of others that take them in: only the change tells. But it may have come
    // before we look.
    let orphaned = |now: u32| now != parent || (now == 1 && named.as_deref() != Ok("1"));
    if named.is_err() {
        std::future::pending::<()>().await;
    }
    while !orphaned(parent_id()) {
        time::sleep(WATCH).await;
    }
}

/// Publishes messages to all clients.
#[derive(Debug, Clone)]
pub struct Publisher {
    wire: Arc<Wire>,
    queue: mpsc::Sender<ZmqMessage>,
}

impl Publisher {
    /// A publisher over a socket, and the task that owns it. The task ends when there are no publishers any more, and
    /// has then sent everything.
    pub fn new(socket: XPubSocket, wire: Arc<Wire>) -> (Publisher, JoinHandle<()>) {
        let (queue, waiting) = mpsc::channel(WAITING);
        let task = tokio::spawn(publish(socket, waiting, wire.clone()));
        (Publisher { wire, queue }, task)
    }

    /// Publishes a message, as soon as there is room for it.
    pub async fn send(&self, kind: &str, parent: Option<&Message>, content: Value) {
        let message = self.wire.write(&[], &Outgoing::new(kind, parent, content));
        // It is refused only when the kernel ends.
        _ = self.queue.send(message).await;
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

/// Owns iopub: sends what waits for it, and welcomes who subscribes, so that clients know from when on they miss
/// nothing (JEP 65).
async fn publish(mut socket: XPubSocket, mut waiting: mpsc::Receiver<ZmqMessage>, wire: Arc<Wire>) {
    let mut events = socket.monitor();
    let mut subscribers: Vec<PeerIdentity> = Vec::new();
    loop {
        let message = tokio::select! {
            message = waiting.recv() => match message {
                Some(message) => message,
                None => return,
            },
            subscription = socket.recv() => match subscription.map(ZmqMessage::into_vec).as_deref() {
                // 1 subscribes to messages that begin so, 0 no longer.
                Ok([frame]) if frame.first() == Some(&1) => {
                    let topic = String::from_utf8_lossy(&frame[1..]);
                    let content = json!({ "subscription": topic });
                    wire.write(&[], &Outgoing::new("iopub_welcome", None, content))
                }
                // Clients come and go.
                _ => continue,
            },
        };
        while let Ok(event) = events.try_recv() {
            if let SocketEvent::Accepted(_, subscriber) = event {
                subscribers.push(subscriber);
            }
        }
        match time::timeout(PATIENCE, socket.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => complain("iopub", &error).await,
            // One of them is stopped, and all wait for it. Nobody tells which: those that read connect again at once.
            Err(_) => {
                eprintln!("kernel: iopub: a client does not read; all have to connect again");
                for subscriber in subscribers.drain(..) {
                    socket.backend().peer_disconnected(&subscriber);
                }
            }
        }
    }
}
