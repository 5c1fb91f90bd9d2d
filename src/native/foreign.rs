//! Foreign functions: what the request loop, the loader and Datalog call in Rust.
//!
//! [`foreign!`](crate::foreign) makes of a declaration the symbol that Scryer finds in the running process and an entry
//! of a table, from which the engine declares all of them before it loads its first module. Prolog calls
//! `'$foreign_call'(name, [Argument,...], Result)`; a function that returns `bool` gives 1 or 0, one that returns nothing
//! gives 0. What users call are [natives](crate::native), which check their arguments and may have several answers.
#![allow(unsafe_code)]

use std::{
    borrow::Cow,
    cell::RefCell,
    ffi::{CStr, CString, c_char},
};

/// A foreign function: its symbol, the types of its parameters, the type of its result, and its address, taking which
/// keeps the linker from dropping what no Rust code calls.
pub type Foreign = (
    &'static str,
    &'static [&'static str],
    &'static str,
    *const (),
);

thread_local! {
    /// The text that Prolog has been given last; Scryer copies it at once.
    static LENT: RefCell<CString> = RefCell::default();
}

/// What a foreign function may return.
pub trait Reply {
    /// What crosses.
    type Raw;
    /// Hands it over.
    fn raw(self) -> Self::Raw;
}

impl Reply for i64 {
    type Raw = i64;
    fn raw(self) -> i64 {
        self
    }
}

impl Reply for bool {
    type Raw = i64;
    fn raw(self) -> i64 {
        self.into()
    }
}

impl Reply for () {
    type Raw = i64;
    fn raw(self) -> i64 {
        0
    }
}

impl Reply for String {
    type Raw = *const c_char;
    fn raw(self) -> *const c_char {
        let text = CString::new(self.replace('\0', "\u{fffd}")).unwrap_or_default();
        LENT.set(text);
        LENT.with_borrow(|text| text.as_ptr())
    }
}

/// The text that Scryer has passed.
///
/// # Safety
///
/// It is a parameter of type `cstr`: Scryer passes a NUL-terminated string, and keeps it until the function returns.
pub unsafe fn given<'a>(text: *const c_char) -> Cow<'a, str> {
    // SAFETY: see above.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

/// The goal by which Prolog declares foreign functions.
pub fn declaration(functions: impl IntoIterator<Item = Foreign>) -> String {
    let functions: Vec<_> = functions
        .into_iter()
        .map(|(name, parameters, result, _)| format!("{name}([{}],{result})", parameters.join(",")))
        .collect();
    format!("cl_modules:declare_functions([{}])", functions.join(","))
}

/// Declares foreign functions; see the [module documentation](crate::native::foreign).
///
/// Parameters are `i64` or `Text`, which is a `&str`; results nothing, `bool`, `i64` or `Text`, which is a `String`.
#[macro_export]
macro_rules! foreign {
    ($(
        $(#[doc = $doc:literal])*
        fn $name:ident($($arg:ident: $type:ident),*) $(-> $result:ident)? $body:block
    )*) => {
        $(
            $(#[doc = $doc])*
            #[unsafe(no_mangle)]
            extern "C" fn $name($($arg: $crate::foreign!(@raw $type)),*)
                -> <$crate::foreign!(@returns $($result)?) as $crate::native::foreign::Reply>::Raw
            {
                $($crate::foreign!(@take $arg $type);)*
                let result: $crate::foreign!(@returns $($result)?) = $body;
                $crate::native::foreign::Reply::raw(result)
            }
        )*

        /// The foreign functions of this file.
        pub const FOREIGN: &[$crate::native::foreign::Foreign] = &[$((
            stringify!($name),
            &[$($crate::foreign!(@type $type)),*],
            $crate::foreign!(@type $($result)?),
            $name as *const (),
        )),*];
    };
    (@raw Text) => { *const std::ffi::c_char };
    (@raw i64) => { i64 };
    (@take $arg:ident Text) => {
        // SAFETY: it is a parameter of type `cstr`.
        let $arg: &str = &unsafe { $crate::native::foreign::given($arg) };
    };
    (@take $arg:ident i64) => {};
    (@returns) => { () };
    (@returns Text) => { String };
    (@returns $result:ident) => { $result };
    (@type Text) => { "cstr" };
    (@type $($other:ident)?) => { "i64" };
}
