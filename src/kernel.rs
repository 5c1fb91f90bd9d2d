//! The Jupyter kernel: cells in, messages out, as the
//! [protocol](https://jupyter-client.readthedocs.io/en/stable/messaging.html) has them.
//!
//! One thread has the sockets and never computes; one has the interpreter, of which the protocol knows nothing but the
//! traits of [`interpreter`]. Between them are a queue of cells and one of events. Sockets are there before the engine,
//! so that a front end is answered at once.

mod connection;
mod history;
pub mod install;
pub mod interpreter;
mod iopub;
mod magics;
pub mod notebook;
mod output;
pub mod prolog;
mod requests;
mod runner;
mod shell;
mod sockets;
#[cfg(test)]
mod tests;
mod wire;

use std::{path::Path, sync::Arc, thread::JoinHandle, time::Duration};

use serde_json::json;
use tokio::{runtime, time};
use zeromq::{RouterSocket, SocketSend};

use crate::terminal;
use connection::Connection;
use history::History;
use interpreter::Language;
use iopub::Publisher;
use requests::Kernel;
use runner::Interrupts;
use shell::Shell;
use sockets::{bound, receive};
use wire::{Outgoing, Wire};

/// How long the interpreter has to end in order. The end of the process ends it too.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long what was sent last may take to go out.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Runs a kernel until a front end shuts it down, or the process that has started it is gone.
///
/// The signal SIGINT interrupts the cell that runs, as an `interrupt_request` does. Workers of an interpreter get the
/// same signal and have to ignore it.
///
/// # Errors
///
/// Why there is no kernel on this connection.
pub fn run(connection: &Path, language: Arc<dyn Language>) -> Result<(), String> {
    let connection = Connection::read(connection)?;
    let interrupts = Arc::new(Interrupts::default());
    let handle = interrupts.clone();
    terminal::on_ctrl_c(move || handle.interrupt());
    serve(&connection, language, interrupts)
}

/// The same, without signals.
fn serve(
    connection: &Connection,
    language: Arc<dyn Language>,
    interrupts: Arc<Interrupts>,
) -> Result<(), String> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .thread_stack_size(runner::STACK)
        .build()
        .map_err(|error| format!("cannot wait for sockets: {error}"))?;
    let served = runtime.block_on(serve_sockets(connection, language, interrupts));
    // An answer that is still computed is for nobody.
    runtime.shutdown_background();
    served
}

async fn serve_sockets(
    connection: &Connection,
    language: Arc<dyn Language>,
    interrupts: Arc<Interrupts>,
) -> Result<(), String> {
    let wire = Arc::new(Wire::new(&connection.key)?);
    let heartbeat = bound(connection, "hb").await?;
    let shell = bound(connection, "shell").await?;
    let control = bound(connection, "control").await?;
    let stdin = bound(connection, "stdin").await?;
    let (publisher, publishing) = Publisher::bind(connection, wire.clone()).await?;
    publisher.state("starting", None).await;
    let (jobs, interpreter) = runner::start(language.clone(), interrupts.clone())
        .map_err(|error| format!("cannot start a thread for the interpreter: {error}"))?;
    let kernel = Arc::new(Kernel {
        wire,
        publisher: publisher.clone(),
        language,
        interrupts: interrupts.clone(),
        history: History::default().into(),
        ports: connection.ports.clone(),
    });
    tokio::select! {
        () = sockets::heartbeat(heartbeat) => {}
        () = Shell::new(kernel.clone(), shell, stdin, jobs).run() => {}
        () = answer_control(&kernel, control) => {}
        () = sockets::parent_ends() => {}
    }
    end(&interpreter, &interrupts).await;
    // All that was published goes out before its task ends.
    drop((kernel, publisher));
    _ = time::timeout(LAST_WORDS, publishing).await;
    time::sleep(LAST_WORDS).await;
    Ok(())
}

/// Answers what must not wait for the shell: interrupts, and the end. Ends with the latter.
async fn answer_control(kernel: &Kernel, control: RouterSocket) {
    let (mut replies, mut requests) = control.split();
    loop {
        let request = receive(&mut requests, "control", &kernel.wire).await;
        kernel.publisher.try_state("busy", &request);
        if let Some((kind, content)) = kernel.answer(&request).await {
            let message = Outgoing::new(kind, Some(&request), content);
            let frames = kernel.wire.write(&request.identities, &message);
            if let Err(error) = replies.send(frames).await {
                eprintln!("kernel: control: a client has gone without its {kind}: {error}");
            }
        }
        kernel.publisher.try_state("idle", &request);
        if request.kind() == "shutdown_request" {
            let content = json!({ "status": "ok", "restart": request.flag("restart", false) });
            // Other clients are to know too.
            let publisher = &kernel.publisher;
            publisher
                .send("shutdown_reply", Some(&request), content)
                .await;
            return;
        }
    }
}

/// Lets the interpreter end in order: its cell is interrupted, and no other one comes.
async fn end(interpreter: &JoinHandle<()>, interrupts: &Interrupts) {
    let ended = async {
        while !interpreter.is_finished() {
            interrupts.interrupt();
            time::sleep(Duration::from_millis(10)).await;
        }
    };
    _ = time::timeout(FAREWELL, ended).await;
}
