//! Engines for tests: shell scripts that speak as much UCI as a test needs.

use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// A folder with scripts and what they leave behind; removed at the end.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("chesslog-uci-{}-{name}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A program of this name with these lines.
    pub fn script(&self, name: &str, lines: &str) -> String {
        let path = self.0.join(name);
        // Renamed into place: a program that is open for writing cannot be run.
        let draft = self.0.join("draft");
        fs::write(&draft, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(&draft, fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(&draft, &path).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// An engine that runs these shell commands for each `go`; they find the position in `$fen`,
    /// the command in `$rest`, and the folder in `$dir`. It writes down what it is sent.
    pub fn engine(&self, go: &str) -> String {
        let dir = self.0.display();
        self.script(
            "engine",
            &format!(
                r#"dir="{dir}"
echo start >> "$dir/log"
best() {{ case "$fen" in *" w "*) echo bestmove e2e4;; *) echo bestmove e7e5;; esac; }}
while read -r word rest; do
  echo "$word $rest" >> "$dir/log"
  case "$word" in
    uci) echo "Fake engine 3, by nobody"
         echo "id name Fake 3"; echo "id author nobody"
         echo "option name Hash type spin default 16 min 1 max 1024"
         echo "option name Weights File type string default <empty>"
         echo "option name UCI_Chess960 type check default false"
         echo uciok;;
    isready) echo readyok;;
    position) fen="$rest";;
    go) {go};;
    quit) exit 0;;
  esac
done"#
            ),
        )
    }

    /// What the engine was sent, one command a line; `start` for each time it was started.
    pub fn log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.join("log")).unwrap_or_default();
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    /// How many lines of the log begin with this.
    pub fn count(&self, start: &str) -> usize {
        let log = self.log();
        log.iter().filter(|line| line.starts_with(start)).count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}
