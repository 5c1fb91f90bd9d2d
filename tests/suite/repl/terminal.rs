//! A terminal with a person before it: the program runs in a pseudo-terminal, its output is drawn
//! on a screen, and nothing is typed before the screen shows what that person would wait for.

use std::{
    fs::{self, File},
    io::{Read, Write},
    num::NonZeroU16,
    path::{Path, PathBuf},
    process::Command,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use nix::sys::termios::{LocalFlags, tcgetattr};
use rexpect::process::{PtyProcess, wait::WaitStatus};

/// So tall that no session scrolls: a row once written stays where it is.
const ROWS: u16 = 400;
const COLUMNS: u16 = 100;

/// For the slowest machine; a test that passes does not wait for it.
const PATIENCE: Duration = Duration::from_secs(30);

pub const CTRL_C: &str = "\x03";
pub const CTRL_D: &str = "\x04";
pub const ENTER: &str = "\r";
pub const TAB: &str = "\t";
pub const UP: &str = "\x1b[A";

/// Someone with a home folder and nothing in it.
pub struct User(PathBuf);

impl User {
    /// A user of that name, who was never here before.
    pub fn new(name: &str) -> User {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("repl")
            .join(name);
        _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).unwrap();
        User(home)
    }

    /// Puts a file into the folder where the user works.
    pub fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }

    /// Starts the program and waits for its prompt.
    pub fn start(&self, arguments: &str) -> Terminal {
        self.start_with(arguments, "NO_COLOR=1", "?-")
    }

    /// Starts a command that asks with another prompt, and waits for that.
    pub fn start_with_prompt(&self, arguments: &str, prompt: &str) -> Terminal {
        self.start_with(arguments, "NO_COLOR=1", prompt)
    }

    /// Starts the program on a terminal with colours.
    pub fn start_in_colour(&self) -> Terminal {
        self.start_with("", "", "?-")
    }

    fn start_with(&self, arguments: &str, variables: &str, prompt: &str) -> Terminal {
        // The shell gives the terminal what every terminal has: a size, and echo.
        let program = env!("CARGO_BIN_EXE_chesslog");
        let script = format!(
            "stty sane rows {ROWS} columns {COLUMNS}; exec env {variables} '{program}' {arguments}"
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &script])
            .current_dir(&self.0)
            .env("HOME", &self.0)
            .env_remove("XDG_DATA_HOME")
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR");
        let mut process = PtyProcess::new(command).unwrap();
        process.set_kill_timeout(Some(1000));
        let keyboard = process.get_file_handle().unwrap();
        let mut output = process.get_file_handle().unwrap();
        let (sender, received) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let size = |n| NonZeroU16::new(n).unwrap();
        let mut terminal = Terminal {
            process,
            keyboard,
            received,
            parser: vt100::Parser::new(size(ROWS), size(COLUMNS), 0),
            ended: false,
            row: None,
            first: 0,
        };
        terminal.prompt_of(prompt);
        terminal.first = terminal.row.unwrap_or(0);
        terminal
    }
}

/// A running program, and what its screen shows.
pub struct Terminal {
    process: PtyProcess,
    keyboard: File,
    received: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    ended: bool,
    /// Where the last prompt stands.
    row: Option<u16>,
    /// Where the first prompt stands.
    first: u16,
}

impl Terminal {
    /// Types a text, as it is.
    pub fn keys(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).unwrap();
    }

    /// Types a line and Enter.
    pub fn line(&mut self, text: &str) {
        self.keys(text);
        self.keys("\r");
    }

    /// Types a query and waits for the prompt that follows its answers.
    pub fn ask(&mut self, query: &str) {
        self.line(query);
        self.prompt();
    }

    /// Types a query or a line and waits for an answer after which the program asks for a key.
    pub fn ask_for(&mut self, query: &str, answer: &str) {
        self.line(query);
        self.answer(answer);
    }

    /// Types a key at an answer, and waits for the next answer.
    pub fn key(&mut self, key: &str, answer: &str) {
        self.keys(key);
        self.answer(answer);
    }

    /// Types a key after which the prompt comes back.
    pub fn last_key(&mut self, key: &str) {
        self.keys(key);
        self.prompt();
    }

    /// Pastes a text the way a terminal does.
    pub fn paste(&mut self, text: &str) {
        let text = match self.parser.screen().bracketed_paste() {
            true => format!("\x1b[200~{text}\x1b[201~"),
            false => text.replace('\n', "\r"),
        };
        self.keys(&text);
    }

    /// Waits for a new empty prompt.
    pub fn prompt(&mut self) {
        self.prompt_of("?-");
    }

    /// Waits for a new empty prompt of another kind.
    pub fn prompt_of(&mut self, prompt: &str) {
        let last = self.row;
        self.until(&format!("the prompt {prompt}"), |terminal| {
            let (row, column) = terminal.parser.screen().cursor_position();
            last.is_none_or(|last| row > last)
                && usize::from(column) == prompt.len() + 1
                && terminal.cursor_line() == prompt
                && terminal.reads_keys()
        });
        self.row = Some(self.parser.screen().cursor_position().0);
    }

    /// Waits until the cursor stands behind this text and the program waits for a key.
    pub fn answer(&mut self, text: &str) {
        self.until(text, |terminal| {
            let (row, column) = terminal.parser.screen().cursor_position();
            terminal.row.is_none_or(|last| row > last)
                && terminal.cursor_line().ends_with(text)
                && usize::from(column) == terminal.cursor_line().chars().count()
                && terminal.reads_keys()
        });
        self.row = Some(self.parser.screen().cursor_position().0);
    }

    /// Waits until the line of the cursor is this one.
    pub fn typed(&mut self, line: &str) {
        self.until(line, |terminal| terminal.cursor_line() == line);
    }

    /// Waits for an empty prompt in the line below this one.
    pub fn prompt_after(&mut self, line: &str) {
        self.shows(&format!("{line}\n?-"));
        self.prompt();
    }

    /// Waits until a goal reads from the terminal, line by line.
    pub fn until_line_mode(&mut self) {
        self.until("a goal that reads", |terminal| {
            !terminal.reads_keys() && terminal.cursor_line().is_empty()
        });
    }

    /// Ctrl-C at the prompt.
    pub fn drop_line(&mut self) {
        self.keys(CTRL_C);
        self.prompt();
    }

    /// Waits until the screen shows this text.
    pub fn shows(&mut self, text: &str) {
        self.until(text, |terminal| {
            terminal.parser.screen().contents().contains(text)
        });
    }

    /// Waits until the program has left; its exit status.
    pub fn left(&mut self) -> i32 {
        self.until("the end", |terminal| terminal.ended);
        match self.process.wait().unwrap() {
            WaitStatus::Exited(_, status) => status,
            other => panic!("{other:?}"),
        }
    }

    /// What the screen shows from the first prompt on.
    pub fn screen(&self) -> String {
        let rows = self.parser.screen().rows(0, COLUMNS);
        text(rows.skip(self.first.into()))
    }

    /// The whole screen.
    pub fn whole_screen(&self) -> String {
        text(self.parser.screen().rows(0, COLUMNS))
    }

    /// The screen from the first prompt on, with what is coloured in angle quotes: `‹35 X›`.
    pub fn coloured_screen(&self) -> String {
        let screen = self.parser.screen();
        text((self.first..ROWS).map(|row| {
            let mut line = String::new();
            let mut current = String::new();
            for column in 0..COLUMNS {
                let Some(cell) = screen.cell(row, column) else {
                    break;
                };
                let style = style(cell);
                if style != current {
                    line.push_str(if current.is_empty() { "" } else { "›" });
                    if !style.is_empty() {
                        line.push_str(&format!("‹{style} "));
                    }
                    current = style;
                }
                match cell.has_contents() {
                    true => line.push_str(cell.contents()),
                    false if cell.is_wide_continuation() => {}
                    false => line.push(' '),
                }
            }
            line + if current.is_empty() { "" } else { "›" }
        }))
    }

    /// The line of the cursor.
    fn cursor_line(&self) -> String {
        let screen = self.parser.screen();
        let (row, _) = screen.cursor_position();
        let line = screen.rows(0, COLUMNS).nth(row.into()).unwrap_or_default();
        line.trim_end().to_owned()
    }

    /// Whether keys reach the program at once, and not line by line.
    fn reads_keys(&self) -> bool {
        let modes = tcgetattr(&self.keyboard);
        modes.is_ok_and(|modes| !modes.local_flags.contains(LocalFlags::ICANON))
    }

    /// Waits until something holds.
    pub fn until(&mut self, what: &str, holds: impl Fn(&Terminal) -> bool) {
        let start = Instant::now();
        loop {
            while let Ok(bytes) = self.received.try_recv() {
                self.parser.process(&bytes);
            }
            if holds(self) {
                return;
            }
            match self.received.recv_timeout(Duration::from_millis(5)) {
                Ok(bytes) => self.parser.process(&bytes),
                // The modes of the terminal change without a sign.
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.ended = true;
                    if holds(self) {
                        return;
                    }
                    panic!("ended before {what:?}:\n{}", self.whole_screen());
                }
            }
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain for {what:?}:\n{}",
                self.whole_screen()
            );
        }
    }
}

/// Rows as a text without the empty space at their ends.
fn text(rows: impl Iterator<Item = String>) -> String {
    let rows: Vec<_> = rows.map(|row| row.trim_end().to_owned()).collect();
    rows.join("\n").trim_end().to_owned()
}

/// The colours of a cell as their numbers in escape sequences.
fn style(cell: &vt100::Cell) -> String {
    let colour = |colour, base: u32| match colour {
        vt100::Color::Default => None,
        vt100::Color::Idx(n @ 0..8) => Some((base + u32::from(n)).to_string()),
        vt100::Color::Idx(n @ 8..16) => Some((base + 52 + u32::from(n)).to_string()),
        vt100::Color::Idx(n) => Some(format!("{};5;{n}", base + 8)),
        vt100::Color::Rgb(r, g, b) => Some(format!("{};2;{r};{g};{b}", base + 8)),
    };
    let flag = |on: bool, number: &str| on.then(|| number.to_owned());
    let parts = [
        flag(cell.bold(), "1"),
        flag(cell.dim(), "2"),
        flag(cell.underline(), "4"),
        flag(cell.inverse(), "7"),
        colour(cell.fgcolor(), 30),
        colour(cell.bgcolor(), 40),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(";")
}
