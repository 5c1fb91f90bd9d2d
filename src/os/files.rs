//! Files that are written whole or not at all, texts in files, and which files are the same.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    os::unix::fs::MetadataExt as _,
    path::Path,
    time::SystemTime,
};

/// Writes a file whole or not at all, whoever else writes it at the same time: beside it first, and in its place when all
/// of it is on the disk. Where a link leads to, and not the link, is replaced. What is no file, such as a device, stays, and
/// is written to. Who may read and write it stays as it was.
///
/// # Errors
///
/// If it cannot be written, or is there and must not be; then there is what was there before.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    save_with(path, |file| file.write_all(bytes))
}

/// The same for what is not in memory at once: it is written to the file that is given.
///
/// # Errors
///
/// As [`save`].
pub fn save_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let there = fs::metadata(path).ok();
    match &there {
        Some(found) if !found.is_file() => {
            return File::create(path).and_then(|mut file| write(&mut file));
        }
        // The folder alone says whether it may be replaced.
        Some(found) if found.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        _ => {}
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
            if let Some(there) = &there {
                file.set_permissions(there.permissions())?;
            }
            write(&mut file)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&draft, &target));
    if written.is_err() {
        _ = fs::remove_file(&draft);
    }
    written
}

/// Reads a text, and says where it is none.
///
/// # Errors
///
/// If it cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let wrong = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    if path.is_dir() {
        return Err(wrong("this is a folder; expected a file".to_owned()));
    }
    String::from_utf8(fs::read(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let (before, rest) = error.as_bytes().split_at(at);
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        wrong(format!(
            "line {line} has the byte 0x{:02x}, which is not UTF-8",
            rest[0]
        ))
    })
}

/// Whether two paths lead to the same file, by links, too; a terminal or a pipe is no file, and neither is what is not there.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| {
        let found = fs::metadata(path).ok()?;
        found.is_file().then(|| (found.dev(), found.ino()))
    };
    identity(one).is_some_and(|one| Some(one) == identity(other))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

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
        fs::hard_link(&file, folder.join("hard")).unwrap();
        assert!(same_file(&file, &link) && same_file(&folder.join("hard"), &link));
        assert!(!same_file(&file, &folder.join("none")) && !same_file(&folder, &folder));
        fs::remove_file(folder.join("hard")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        save(&file, b"after").unwrap();
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
        fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
        assert!(save(&file, b"never").is_err());
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let error = |bytes: &[u8]| {
            save(&file, bytes).unwrap();
            read_text(&file).unwrap_err().to_string()
        };
        let told = error(b"a\nb\xe9");
        assert_eq!(told, "line 2 has the byte 0xe9, which is not UTF-8");
        assert!(read_text(&folder).is_err());
        save(&file, b"after").unwrap();
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
