//! The language server: Prolog files in editors, as the
//! [Language Server Protocol](https://microsoft.github.io/language-server-protocol/) has them.
//!
//! Everything comes from the text: a file that is opened is read, and never consulted or run, and no engine is started.
//! Requests are answered in order, each at once. What a document holds is found anew after each change, which takes
//! milliseconds; its diagnostics are sent when no other message waits.

mod answers;
mod colours;
mod completion;
mod document;
mod files;
mod findings;
mod goals;
mod hover;
mod known;
mod manual;
mod outline;
mod rename;
mod server;
mod signature;
#[cfg(test)]
mod tests;
mod text;
mod uri;

use std::{sync::LazyLock, thread};

use lsp_server::{Connection, Message};

use server::{Next, Server};

/// Serves the client at standard input and output until it is done; the exit status. Nothing else may print there.
///
/// # Errors
///
/// When the client does not speak the protocol.
pub fn serve() -> Result<u8, String> {
    let (connection, threads) = Connection::stdio();
    let status = converse(&connection);
    // The thread that writes ends when nobody has anything to send.
    drop(connection);
    match threads.join() {
        Ok(()) => Ok(status),
        Err(error) => Err(format!("not the language server protocol: {error}")),
    }
}

/// The exit status of the conversation.
fn converse(connection: &Connection) -> u8 {
    let (id, parameters) = match connection.initialize_start() {
        Ok(started) => started,
        // `exit` before anything else, or no client at all.
        Err(_) => return 1,
    };
    let mut server = Server::new(&parameters);
    if connection
        .initialize_finish(id, server.introduction())
        .is_err()
    {
        return 1;
    }
    // The first hover need not wait for the manual.
    thread::spawn(|| LazyLock::force(&manual::MANUAL));
    let mut send = |message: Message| {
        // Nobody reads any more; the end of the input follows.
        _ = connection.sender.send(message);
    };
    loop {
        let message = match connection.receiver.try_recv() {
            Ok(message) => message,
            Err(error) if error.is_empty() => {
                server.publish(&mut send);
                match connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return 1,
                }
            }
            Err(_) => return 1,
        };
        if let Next::Exit(status) = server.take(message, &mut send) {
            return status;
        }
    }
}
