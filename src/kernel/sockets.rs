//! The sockets that clients write to: bound as the connection file says, read whatever comes, and who watches.

use std::{env, os::unix::process::parent_id, time::Duration};

use tokio::time;
use zeromq::{RouterSocket, Socket, SocketRecv, SocketSend, ZmqError};

use super::{
    connection::Connection,
    wire::{Message, Wire},
};

/// How often the kernel looks whether its parent is still there.
const WATCH: Duration = Duration::from_millis(500);

/// Binds the socket with this name.
///
/// # Errors
///
/// Why it cannot be had, with its address.
pub async fn bound(connection: &Connection, name: &str) -> Result<RouterSocket, String> {
    let endpoint = connection.endpoint(name);
    let mut socket = RouterSocket::new();
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
