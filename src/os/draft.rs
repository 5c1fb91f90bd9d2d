//! Files that are written whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    time::SystemTime,
};

/// Writes a file whole or not at all, whoever else writes it at the same time: beside it first, and in its place when all
/// of it is on the disk. Where a link leads to, and not the link, is replaced. What is no file, such as a device, stays, and
/// is written to.
///
/// # Errors
///
/// If it cannot be written; then there is what was there before.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    save_with(path, |file| file.write_all(bytes))
}

/// The same for what is not in memory at once: it is written to the file that is given.
///
/// # Errors
///
/// As [`save`].
pub fn save_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return File::create(path).and_then(|mut file| write(&mut file));
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = target.file_name().unwrap_or_default().to_owned();
    // Several processes may be at it, of several machines, too, that have the folder; each has a file of its own.
    let moment = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let moment = moment.unwrap_or_default().subsec_nanos();
    name.push(format!(".{}-{moment}.tmp", std::process::id()));
    let draft = target.with_file_name(name);
    let written = File::create(&draft)
        .and_then(|mut file| {
            write(&mut file)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&draft, &target));
    if written.is_err() {
        _ = fs::remove_file(&draft);
    }
    written
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_is_there_whole_or_as_it_was() {
        let name = format!("chesslog-save-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        symlink("file", &link).unwrap();
        save(&file, b"before").unwrap();
        save(&link, b"after").unwrap();
        let is_link = fs::symlink_metadata(&link).unwrap().is_symlink();
        assert!(is_link && fs::read(&file).unwrap() == b"after");
        let half = |file: &mut File| {
            file.write_all(b"half")?;
            Err(io::Error::other("no more"))
        };
        assert!(save_with(&file, half).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"after");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        assert!(save(&folder.join("none/file"), b"").is_err());
        assert!(save(&folder, b"").is_err());
        #[cfg(target_os = "linux")]
        {
            let error = save(Path::new("/dev/full"), b"text").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            assert!(!fs::metadata("/dev/full").unwrap().is_file());
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
