//! Exports the program's own symbols, by which Scryer finds the native predicates.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg=-rdynamic");
}
