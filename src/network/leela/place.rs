//! Where the weights of Maia are, and where they are to be had.
//!
//! The file is the one that is given, or else the one that `$MAIA_WEIGHTS` names, or else `maia-1600.pb.gz` in the
//! directory where the program keeps its user's data. Maia 1600 is the one of the experiments on tactics.

use std::{
    env,
    path::{Path, PathBuf},
};

use super::{Error, Maia};
use crate::os;

/// The variable of the environment that names the file.
pub const VARIABLE: &str = "MAIA_WEIGHTS";

/// The name of the file in the data directory.
pub const FILE: &str = "maia-1600.pb.gz";

/// Where the files are published.
pub const SOURCE: &str = "https://github.com/CSSLab/maia-chess/releases";

/// The file that is to be read.
///
/// # Errors
///
/// [`Error::Absent`] if no file was named, and there is none in the data directory. A file that was named may not exist.
pub fn find(given: Option<&Path>) -> Result<PathBuf, Error> {
    let named = || env::var_os(VARIABLE).filter(|value| !value.is_empty());
    if let Some(path) = given
        .map(Path::to_owned)
        .or_else(|| named().map(PathBuf::from))
    {
        return Ok(path);
    }
    let place = usual();
    match place {
        Some(place) if place.exists() => Ok(place),
        place => Err(Error::Absent(place)),
    }
}

/// Reads the file that is to be read.
///
/// # Errors
///
/// [`Error`] if there is none, or it holds something else.
pub fn read(given: Option<&Path>) -> Result<Maia, Error> {
    Maia::read(&find(given)?)
}

/// Where the file is looked for if nobody names one; `None` if the environment names no home.
pub fn usual() -> Option<PathBuf> {
    os::data_directory().map(|directory| directory.join(FILE))
}

/// What to do about weights that are not there.
pub fn advice(place: Option<&Path>) -> String {
    let put = match place {
        Some(place) => format!("put it at {}, or name it", place.display()),
        None => "name it".to_owned(),
    };
    format!("get {FILE} from {SOURCE} and {put} with --maia FILE or ${VARIABLE}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_file_comes_first() {
        let given = Path::new("no/such.pb.gz");
        assert_eq!(find(Some(given)).unwrap(), given);
        let reported = read(Some(given)).unwrap_err().to_string();
        assert!(
            reported.starts_with("cannot read the weights of Maia, no/such.pb.gz: "),
            "{reported}"
        );
    }

    #[test]
    fn absent_weights_are_told_where_to_get() {
        let reported = Error::Absent(Some("/d/maia-1600.pb.gz".into())).to_string();
        assert_eq!(
            reported,
            "there are no weights of Maia; get maia-1600.pb.gz from \
             https://github.com/CSSLab/maia-chess/releases and put it at /d/maia-1600.pb.gz, or \
             name it with --maia FILE or $MAIA_WEIGHTS"
        );
        assert_eq!(
            Error::Absent(None).to_string(),
            "there are no weights of Maia; get maia-1600.pb.gz from \
             https://github.com/CSSLab/maia-chess/releases and name it with --maia FILE or \
             $MAIA_WEIGHTS"
        );
    }
}
