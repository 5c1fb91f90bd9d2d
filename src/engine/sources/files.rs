//! Files as bytes.

use std::{fs::File, io::Read};

use super::Refused;

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
