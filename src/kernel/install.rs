//! The files that tell Jupyter of the kernel: its specification, its picture, and colours for Prolog in JupyterLab.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::os;

/// What JupyterLab shows for the kernel.
const LOGO: &str = include_str!("logo-svg.svg");

/// The extension of JupyterLab, file by file.
const EXTENSION: [(&str, &str); 3] = [
    ("package.json", include_str!("labextension/package.json")),
    ("install.json", include_str!("labextension/install.json")),
    (
        "static/remoteEntry.js",
        include_str!("labextension/remoteEntry.js"),
    ),
];

/// Where the extension is, in a place. All kernels there share it.
const EXTENSION_FOLDER: &str = "labextensions/chesslog";

/// The files of a kernel.
const SPECIFICATION: &str = "kernel.json";
const LOGO_FILE: &str = "logo-svg.svg";

/// The word in the metadata of a specification that says that it was written here.
const MARK: &str = "chesslog";

/// The folder in which Jupyter looks for what its user has installed.
///
/// # Errors
///
/// When the environment names no home.
pub fn user_place() -> Result<PathBuf, String> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = set("JUPYTER_DATA_DIR") {
        return Ok(folder.into());
    }
    let place = match cfg!(target_os = "macos") {
        true => set("HOME").map(|home| Path::new(&home).join("Library/Jupyter")),
        false => os::data_directory().map(|ours| ours.with_file_name("jupyter")),
    };
    place.ok_or_else(|| {
        "$HOME is not set, so there is no place for the user; expected --prefix DIR".to_owned()
    })
}

/// The folder in which Jupyter looks for what is installed in an environment.
pub fn place_in(prefix: &Path) -> PathBuf {
    prefix.join("share/jupyter")
}

/// A kernel to be installed.
#[derive(Debug)]
pub struct Specification<'a> {
    /// What Jupyter calls it.
    pub name: &'a str,
    /// What people call it.
    pub display_name: &'a str,
    /// The program and its arguments, without the connection file.
    pub command: Vec<String>,
}

/// Writes the files of a kernel into a place; the folders that have them.
///
/// # Errors
///
/// What could not be written, or why not; then nothing has changed.
pub fn install(place: &Path, kernel: &Specification<'_>) -> Result<[PathBuf; 2], String> {
    let folder = kernel_folder(place, kernel.name)?;
    let specification = folder.join(SPECIFICATION);
    if specification.exists() && !is_ours(&specification) {
        return Err(format!(
            "{} is of another kernel; expected another --name",
            specification.display()
        ));
    }
    let mut command = kernel.command.clone();
    command.push("{connection_file}".to_owned());
    let content = json!({
        "argv": command,
        "display_name": kernel.display_name,
        "language": "prolog",
        "interrupt_mode": "message",
        "metadata": { "debugger": false, MARK: env!("CARGO_PKG_VERSION") },
    });
    let extension = place.join(EXTENSION_FOLDER);
    let mut files = vec![
        (specification, format!("{content:#}\n")),
        (folder.join(LOGO_FILE), LOGO.to_owned()),
    ];
    files.extend(EXTENSION.map(|(name, text)| (extension.join(name), text.to_owned())));
    write_all(&files)?;
    Ok([folder, extension])
}

/// Removes what [`install`] has written into a place, and folders that are empty then; what was removed.
///
/// # Errors
///
/// When there is no such kernel, or something cannot be removed.
pub fn uninstall(place: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let folder = kernel_folder(place, name)?;
    let specification = folder.join(SPECIFICATION);
    if !specification.exists() {
        return Err(format!(
            "{} is not there; expected a kernel that `chesslog kernel install` has written",
            specification.display()
        ));
    }
    if !is_ours(&specification) {
        return Err(format!(
            "{} is of another kernel; expected one of Chesslog",
            specification.display()
        ));
    }
    let mut files = vec![folder.join(LOGO_FILE), specification];
    let mut folders = vec![folder.clone()];
    if !others(place, &folder) {
        let extension = place.join(EXTENSION_FOLDER);
        files.extend(EXTENSION.map(|(name, _)| extension.join(name)));
        folders.extend([extension.join("static"), extension]);
    }
    let mut removed = Vec::new();
    for file in files {
        match fs::remove_file(&file) {
            Ok(()) => removed.push(file),
            Err(_) if !file.exists() => {}
            Err(error) => return Err(format!("cannot remove {}: {error}", file.display())),
        }
    }
    for folder in folders {
        // One with other files in it stays.
        _ = fs::remove_dir(&folder);
    }
    Ok(removed)
}

fn kernel_folder(place: &Path, name: &str) -> Result<PathBuf, String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let rest = name.strip_prefix(plain);
    // Jupyter takes no other names, and a path would lead elsewhere.
    if rest.is_none_or(|rest| !rest.chars().all(|c| plain(c) || "._-".contains(c))) {
        return Err(format!(
            "{name:?} is no name for a kernel; expected lower-case letters, digits, '.', '_' and '-', such as chesslog"
        ));
    }
    Ok(place.join("kernels").join(name))
}

/// Whether a specification was written here.
fn is_ours(specification: &Path) -> bool {
    let text = fs::read_to_string(specification).unwrap_or_default();
    let content: Value = serde_json::from_str(&text).unwrap_or_default();
    !content["metadata"][MARK].is_null()
}

/// Whether a place has kernels of ours but for that in a folder.
fn others(place: &Path, folder: &Path) -> bool {
    let kernels = fs::read_dir(place.join("kernels")).into_iter().flatten();
    kernels.flatten().any(|kernel| {
        let kernel = kernel.path();
        kernel != folder && is_ours(&kernel.join(SPECIFICATION))
    })
}

/// Writes files, all or none: each is written beside its place before the first is moved there.
fn write_all(files: &[(PathBuf, String)]) -> Result<(), String> {
    let beside = |file: &Path| file.with_added_extension("new");
    let mut made = Vec::new();
    let written = files.iter().try_for_each(|(file, text)| {
        let folder = file.parent().unwrap_or(file);
        make_folder(folder, &mut made)
            .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
        fs::write(beside(file), text)
            .map_err(|error| format!("cannot write {}: {error}", file.display()))
    });
    let moved = written.and_then(|()| {
        files.iter().try_for_each(|(file, _)| {
            fs::rename(beside(file), file)
                .map_err(|error| format!("cannot write {}: {error}", file.display()))
        })
    });
    if moved.is_err() {
        for (file, _) in files {
            _ = fs::remove_file(beside(file));
        }
        for folder in made.iter().rev() {
            _ = fs::remove_dir(folder);
        }
    }
    moved
}

/// Makes a folder and those above it, and notes which.
fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(above) = folder.parent() {
        make_folder(above, made)?;
    }
    fs::create_dir(folder)?;
    made.push(folder.to_owned());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for a test.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let folder = format!("chesslog-install-{}-{name}", std::process::id());
            let place = env::temp_dir().join(folder);
            fs::create_dir_all(&place).unwrap();
            Place(place)
        }

        fn files(&self) -> Vec<String> {
            fn list(folder: &Path, files: &mut Vec<PathBuf>) {
                for entry in fs::read_dir(folder).unwrap() {
                    let path = entry.unwrap().path();
                    match path.is_dir() {
                        true => list(&path, files),
                        false => files.push(path),
                    }
                }
            }
            let mut files = Vec::new();
            list(&self.0, &mut files);
            files.sort();
            let inside = |file: PathBuf| file.strip_prefix(&self.0).unwrap().display().to_string();
            files.into_iter().map(inside).collect()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn kernel(name: &str) -> Specification<'_> {
        Specification {
            name,
            display_name: "Chesslog",
            command: vec![
                "/bin/chesslog".to_owned(),
                "kernel".to_owned(),
                "run".to_owned(),
            ],
        }
    }

    #[test]
    fn what_was_installed_is_removed() {
        let place = Place::new("remove");
        install(&place.0, &kernel("chesslog")).unwrap();
        // Again, over what is there.
        install(&place.0, &kernel("chesslog")).unwrap();
        install(&place.0, &kernel("other-1.0")).unwrap();
        let extension = ["install.json", "package.json", "static/remoteEntry.js"]
            .map(|file| format!("labextensions/chesslog/{file}"));
        let files = |name: &str| {
            ["kernel.json", "logo-svg.svg"].map(|file| format!("kernels/{name}/{file}"))
        };
        let all = [&files("chesslog")[..], &files("other-1.0"), &extension].concat();
        assert_eq!(place.files(), all);
        let text = fs::read_to_string(place.0.join("kernels/chesslog/kernel.json")).unwrap();
        let content: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            content["argv"],
            json!(["/bin/chesslog", "kernel", "run", "{connection_file}"])
        );
        uninstall(&place.0, "chesslog").unwrap();
        assert_eq!(
            place.files(),
            [&files("other-1.0")[..], &extension].concat()
        );
        fs::write(place.0.join("kernels/other-1.0/notes"), "mine").unwrap();
        let removed = uninstall(&place.0, "other-1.0").unwrap();
        assert_eq!(removed.len(), 5);
        assert_eq!(place.files(), ["kernels/other-1.0/notes"]);
        let error = uninstall(&place.0, "other-1.0").unwrap_err();
        assert!(
            error.contains("kernels/other-1.0/kernel.json is not there"),
            "{error}"
        );
    }

    #[test]
    fn kernels_of_others_stay() {
        let place = Place::new("others");
        let folder = place.0.join("kernels/python3");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("kernel.json"), r#"{"metadata": {}}"#).unwrap();
        for error in [
            install(&place.0, &kernel("python3")).unwrap_err(),
            uninstall(&place.0, "python3").unwrap_err(),
        ] {
            assert!(
                error.contains("kernel.json is of another kernel"),
                "{error}"
            );
        }
        for name in ["..", "", "a/b", "Chesslog", "-x", "ü"] {
            let error = install(&place.0, &kernel(name)).unwrap_err();
            assert!(
                error.starts_with(&format!("{name:?} is no name for a kernel")),
                "{error}"
            );
        }
        assert_eq!(place.files(), ["kernels/python3/kernel.json"]);
    }

    #[test]
    fn nothing_half_written_is_left() {
        let place = Place::new("half");
        // A file where the extension's folder should be.
        fs::write(place.0.join("labextensions"), "").unwrap();
        let error = install(&place.0, &kernel("chesslog")).unwrap_err();
        let folder = place.0.join("labextensions/chesslog");
        let expected = format!("cannot make the folder {}: ", folder.display());
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(place.files(), ["labextensions"]);
        assert!(!place.0.join("kernels").exists());
    }
}
