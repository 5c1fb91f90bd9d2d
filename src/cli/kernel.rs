//! `chesslog kernel ...`: Chesslog in Jupyter.

use std::{
    env,
    path::{self, Path, PathBuf},
    sync::Arc,
};

use clap::{Args, Subcommand};

use super::{ModeArguments, UserFiles, fail};
use crate::{
    engine::{Input, Limits},
    kernel::{
        self,
        install::{self, Specification},
        notebook::Notebook,
        prolog::Prolog,
    },
    os,
};

#[derive(Debug, Subcommand)]
pub enum KernelCommand {
    /// Let Jupyter know of Chesslog
    Install(InstallArguments),
    /// Remove what `install` has written
    Uninstall(UninstallArguments),
    /// Run a kernel; Jupyter does so
    Run(RunArguments),
    /// Execute notebooks without Jupyter: what is below their cells is what comes of them
    Execute(ExecuteArguments),
}

#[derive(Debug, Args)]
pub struct InstallArguments {
    #[command(flatten)]
    place: PlaceArguments,
    /// The name of the kernel for Jupyter [default: chesslog, or chesslog-sandbox]
    #[arg(long)]
    name: Option<String>,
    /// The name of the kernel for people [default: Chesslog, or Chesslog (sandbox)]
    #[arg(long, value_name = "TEXT")]
    display_name: Option<String>,
    #[command(flatten)]
    mode: ModeArguments,
}

#[derive(Debug, Args)]
pub struct UninstallArguments {
    #[command(flatten)]
    place: PlaceArguments,
    /// The name of the kernel for Jupyter
    #[arg(long, default_value = "chesslog")]
    name: String,
}

#[derive(Debug, Args)]
pub struct RunArguments {
    /// The file that says where the kernel is expected
    connection_file: PathBuf,
    #[command(flatten)]
    mode: ModeArguments,
    #[command(flatten)]
    user_files: UserFiles,
}

#[derive(Debug, Args)]
pub struct ExecuteArguments {
    /// The notebooks; each is executed in its own folder
    #[arg(required = true, value_name = "NOTEBOOK")]
    notebooks: Vec<PathBuf>,
    /// Write nothing: exit with 1 if something else is below a cell than what comes of it, unless the cell has the
    /// tag `varying`
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    mode: ModeArguments,
    #[command(flatten)]
    user_files: UserFiles,
}

/// Where Jupyter looks for kernels.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct PlaceArguments {
    /// For you, in your home [default]
    #[arg(long)]
    user: bool,
    /// In the environment of Python that is active
    #[arg(long)]
    sys_prefix: bool,
    /// In the environment of Python in this folder, or in /usr/local
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
}

impl PlaceArguments {
    fn folder(&self) -> Result<PathBuf, String> {
        if let Some(prefix) = &self.prefix {
            return Ok(install::place_in(prefix));
        }
        if !self.sys_prefix {
            return install::user_place();
        }
        let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].map(env::var_os);
        match active.into_iter().flatten().find(|folder| !folder.is_empty()) {
            Some(folder) => Ok(install::place_in(Path::new(&folder))),
            None => Err(
                "--sys-prefix: no environment of Python is active; expected $VIRTUAL_ENV or $CONDA_PREFIX, or use \
                 --prefix DIR"
                    .to_owned(),
            ),
        }
    }
}

/// Runs the command and returns the exit status.
pub fn run(command: &KernelCommand) -> u8 {
    let done = match command {
        KernelCommand::Execute(arguments) => return execute(arguments),
        KernelCommand::Install(arguments) => install_kernel(arguments),
        KernelCommand::Uninstall(arguments) => uninstall_kernel(arguments),
        KernelCommand::Run(arguments) => {
            arguments.user_files.pass_on();
            let settings = arguments.mode.settings(Input::Nothing);
            let language = Prolog::new(settings, Limits::default());
            kernel::run(&arguments.connection_file, Arc::new(language))
        }
    };
    done.map_or_else(|message| fail(&message), |()| 0)
}

fn install_kernel(arguments: &InstallArguments) -> Result<(), String> {
    let program = env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let program = path::absolute(&program).unwrap_or(program);
    let program = program.to_str().ok_or_else(|| {
        format!(
            "the path of the program, {}, is no Unicode",
            program.display()
        )
    })?;
    let mut command = vec![program.to_owned(), "kernel".to_owned(), "run".to_owned()];
    let ModeArguments { iso, sandbox } = arguments.mode;
    let flags = [(iso, "--iso"), (sandbox, "--sandbox")];
    command.extend(
        flags
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, flag)| (*flag).to_owned()),
    );
    let (name, display_name) = match sandbox {
        true => ("chesslog-sandbox", "Chesslog (sandbox)"),
        false => ("chesslog", "Chesslog"),
    };
    let name = arguments.name.as_deref().unwrap_or(name);
    let kernel = Specification {
        name,
        display_name: arguments.display_name.as_deref().unwrap_or(display_name),
        command,
    };
    let [kernel, extension] = install::install(&arguments.place.folder()?, &kernel)?;
    println!("the kernel is in {}", kernel.display());
    println!(
        "colours for Prolog in JupyterLab are in {}",
        extension.display()
    );
    println!("start it with `jupyter lab`, or with `jupyter console --kernel {name}`");
    Ok(())
}

fn uninstall_kernel(arguments: &UninstallArguments) -> Result<(), String> {
    let place = arguments.place.folder()?;
    for file in install::uninstall(&place, &arguments.name)? {
        println!("removed {}", file.display());
    }
    Ok(())
}

/// Executes notebooks, one after the other, until one goes wrong.
fn execute(arguments: &ExecuteArguments) -> u8 {
    arguments.user_files.pass_on();
    let mut status = 0;
    let home = env::current_dir();
    for path in &arguments.notebooks {
        let executed = execute_one(path, arguments);
        if let Ok(home) = &home {
            _ = env::set_current_dir(home);
        }
        match executed {
            Ok(reported) => println!("{}: {reported}", path.display()),
            Err(Wrong::Different) => {
                println!(
                    "{}: something else is below a cell than what comes of it",
                    path.display()
                );
                status = 1;
            }
            Err(Wrong::Told(message)) => return fail(&format!("{}: {message}", path.display())),
        }
    }
    status
}

/// Why a notebook is not as it should be.
enum Wrong {
    /// It was executed before something has changed.
    Different,
    /// It cannot be read, executed or written.
    Told(String),
}

fn execute_one(path: &Path, arguments: &ExecuteArguments) -> Result<&'static str, Wrong> {
    let reported =
        |what: &str, error: std::io::Error| Wrong::Told(format!("cannot {what}: {error}"));
    let text = os::read_text(path).map_err(|error| reported("read it", error))?;
    let before = Notebook::read(&text).map_err(Wrong::Told)?;
    let path = path::absolute(path).map_err(|error| reported("find it", error))?;
    if let Some(folder) = path.parent() {
        env::set_current_dir(folder).map_err(|error| reported("enter its folder", error))?;
    }
    let mut notebook = before.clone();
    let language = Prolog::new(arguments.mode.settings(Input::Nothing), Limits::default());
    let broken = notebook.execute(&language).map_err(Wrong::Told)?;
    if !arguments.check {
        os::save(&path, notebook.text().as_bytes()).map_err(|error| reported("write it", error))?;
    }
    match broken {
        Some(broken) => Err(Wrong::Told(broken.to_string())),
        None if !arguments.check => Ok("executed"),
        None if notebook.agrees(&before) => Ok("current"),
        None => Err(Wrong::Different),
    }
}
