//! Files as bytes, and whether they have changed.

use std::{
    fs::{self, File},
    io::Read,
};

use super::{ConsultedText, Refused, Sources};

/// The longest file that is loaded, in bytes.
const LONGEST: u64 = 256 << 20;

/// Reads a file that may be anything: a device that never ends, too.
pub fn read(path: &str) -> Result<Vec<u8>, Refused> {
    let file = File::open(path).map_err(|_| Refused::Unreadable)?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|_| Refused::Unreadable)?;
    match bytes.len() as u64 > LONGEST {
        true => Err(Refused::Long),
        false => Ok(bytes),
    }
}

/// Whether what is not UTF-8 is no text in another encoding either: it has a NUL early, or is compressed (zstd, gzip).
pub fn is_binary(bytes: &[u8]) -> bool {
    const EARLY: usize = 4096;
    const COMPRESSED: [&[u8]; 2] = [&[0x28, 0xb5, 0x2f, 0xfd], &[0x1f, 0x8b]];
    COMPRESSED.iter().any(|magic| bytes.starts_with(magic))
        || bytes.iter().take(EARLY).any(|&byte| byte == 0)
}

impl ConsultedText {
    /// Whether it is a file that is not on the disk as it was when it was loaded.
    pub(super) fn has_changed(&self) -> bool {
        let now = || fs::metadata(&self.name).and_then(|file| file.modified());
        self.changed.is_some() && now().is_ok_and(|now| Some(now) != self.changed)
    }
}

impl Sources {
    /// Files that have changed since they were loaded, or have parts that have.
    pub fn changed(&self) -> Vec<String> {
        let mut files = Vec::new();
        for mut source in self.sources.iter().filter(|source| source.has_changed()) {
            while let Some(whole) = source.part_of {
                source = &self.sources[whole];
            }
            if !files.contains(&source.name) {
                files.push(source.name.clone());
            }
        }
        files
    }
}
