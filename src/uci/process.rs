//! The process of an engine: lines in, lines out, an end that always comes.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::{Duration, Instant},
};

use super::Error;
use crate::{cancel::Cancel, os};

/// Bytes of the longest line; what is longer is cut.
const LINE: u64 = 1 << 16;
/// Lines that wait to be read; an engine that prints more has to wait.
const WAITING: usize = 1024;
/// How long to wait between two looks at whether anybody still wants an answer.
const LOOK: Duration = Duration::from_millis(20);
/// How long an engine that is told to quit may take.
const FAREWELL: Duration = Duration::from_millis(200);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program in a process group of its own, so that Ctrl-C is ours alone and the end of
    /// a script is the end of what it started.
    pub(super) fn start(program: &Path) -> io::Result<Process> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let input = child.stdin.take();
        let (sender, lines) = mpsc::sync_channel(WAITING);
        if let Some(output) = child.stdout.take() {
            // Not joined: it ends with the pipe, or with the receiver.
            thread::spawn(move || read_lines(output, &sender));
        }
        Ok(Process {
            child,
            input,
            lines,
        })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Error> {
        let sent = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| Error::Ended(self.ending()))
    }

    /// The next line that the program prints, if it comes in time and is still wanted.
    pub(super) fn line(
        &mut self,
        deadline: Instant,
        patience: Duration,
        cancel: &Cancel<'_>,
    ) -> Result<String, Error> {
        loop {
            if cancel.is_set() {
                return Err(Error::Cancelled);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                // Whoever prints without end is as good as silent.
                Ok(_) if left.is_zero() => return Err(Error::Silent(patience)),
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                Err(RecvTimeoutError::Timeout) => return Err(Error::Silent(patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Ended(self.ending())),
            }
        }
    }

    /// How the program ended; it has closed its output, so it is ending if it has not.
    fn ending(&mut self) -> String {
        match self.wait(FAREWELL) {
            None => "it closed its output".to_owned(),
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("exit status {code}"),
                (None, Some(signal)) => format!("signal {signal}"),
                (None, None) => "for no known reason".to_owned(),
            },
        }
    }

    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Ends the program by asking it to quit.
    pub(super) fn quit(mut self) {
        _ = self.send("quit");
        self.input = None;
        _ = self.wait(FAREWELL);
    }
}

impl Drop for Process {
    /// Kills and reaps the program and what it started, if they have not ended.
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            os::kill_group(self.child.id());
            _ = self.child.kill();
            _ = self.child.wait();
        }
    }
}

fn read_lines(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match (&mut output).take(LINE).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            _ => return,
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if lines.send(line).is_err() {
            return;
        }
    }
}
