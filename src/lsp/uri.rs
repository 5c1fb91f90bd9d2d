//! Clients' names of documents as files. They are keys otherwise: two that differ are two documents.

use std::path::{Path, PathBuf};

/// The file that a URI means, if it means one.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let bytes = rest.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = rest.get(at + 1..at + 3).filter(|_| byte == b'%');
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        decoded.push(code.unwrap_or(byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    let path = PathBuf::from(String::from_utf8(decoded).ok()?);
    path.is_absolute().then_some(path)
}

/// The URI of a file.
pub fn of_path(path: &Path) -> String {
    let mut uri = String::from("file://");
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_again() {
        let file = Path::new("/tmp/a b/fämily.pl");
        assert_eq!(of_path(file), "file:///tmp/a%20b/f%C3%A4mily.pl");
        assert_eq!(path(&of_path(file)).as_deref(), Some(file));
        assert_eq!(
            path("file:///a%b.pl").as_deref(),
            Some(Path::new("/a%b.pl"))
        );
        assert_eq!(path("file://localhost/a").as_deref(), Some(Path::new("/a")));
        assert_eq!(path("untitled:1"), None);
        assert_eq!(path("file:///%ff"), None);
    }
}
