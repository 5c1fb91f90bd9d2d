//! The foreign door: the only code that Prolog calls, and the only place where its pointers are trusted.
//!
//! Scryer finds a foreign function by its symbol in the running process, one signature a symbol.
//! Rather than a symbol a predicate there is one a *shape*: `c12` takes a packed integer, one wide
//! code and two texts. The packed integer holds the number of the native in the
//! [`table`](super::table) and its small codes, since each parameter costs more than the shifts.
//! The native runs under `catch_unwind`; what comes back is the number of rows, or [`HOLDS`], or
//! [`RAISED`]. Rows wait in this thread's [`Output`], which Prolog reads through `clbuf` (the
//! cells), `cltext` (a string) and `clerr` (the error term) before it does anything else.
#![allow(unsafe_code)]

use std::{
    cell::RefCell,
    ffi::{CStr, CString, c_char},
    panic::{AssertUnwindSafe, catch_unwind},
};

use super::{
    Answered, Error, Solutions,
    foreign::Foreign,
    table,
    types::{Argument, Part, UNBOUND, UNBOUND_SMALL, UNBOUND_TEXT},
};

/// The relation holds and there is nothing to unify.
pub const HOLDS: i64 = -1;
/// An error waits behind `clerr`.
pub const RAISED: i64 = -2;

/// Cells that one call can answer with: 1 MiB, of which only what is used is ever touched.
pub const CELLS: usize = 1 << 17;

thread_local! {
    static OUTPUT: RefCell<Output> = RefCell::new(Output::new());
}

/// Bits of the packed integer: the native's number, then each small code.
pub const ID_BITS: u32 = 10;
/// Bits of a small code.
pub const SMALL_BITS: u32 = 7;

/// The arguments of one call, taken in declared order: small codes from the packed integer, wide
/// codes from one list, texts from another.
#[derive(Debug)]
pub struct Call<'a> {
    packed: i64,
    codes: &'a [i64],
    texts: &'a [&'a CStr],
    all_bound: bool,
    out: &'a mut Output,
}

impl<'a> Call<'a> {
    /// Takes the next argument, which the wrapper has found bound.
    ///
    /// # Errors
    ///
    /// What decoding the argument raises.
    pub fn bound<T: Argument>(&mut self) -> Result<T, Error> {
        T::decode(self)?.ok_or_else(|| Error::Panic("a `+` argument arrived unbound".into()))
    }

    /// Takes the next argument, bound or not.
    ///
    /// # Errors
    ///
    /// What decoding the argument raises.
    pub fn optional<T: Argument>(&mut self) -> Result<Option<T>, Error> {
        let argument = T::decode(self)?;
        self.all_bound &= argument.is_some();
        Ok(argument)
    }

    /// Takes which page of the rows is wanted, which comes after all other codes.
    pub fn page(&mut self) -> Page {
        Page {
            from: self.code().unwrap_or_default() as usize,
        }
    }

    /// Takes the next small code.
    pub fn small(&mut self) -> Option<i64> {
        let code = self.packed & ((1 << SMALL_BITS) - 1);
        self.packed >>= SMALL_BITS;
        (code != UNBOUND_SMALL).then_some(code)
    }

    /// Takes the next wide code.
    pub fn code(&mut self) -> Option<i64> {
        let (&code, rest) = self.codes.split_first()?;
        self.codes = rest;
        (code != UNBOUND).then_some(code)
    }

    /// Takes the next text.
    ///
    /// # Errors
    ///
    /// When the text is not UTF-8, which Scryer never sends.
    pub fn text(&mut self) -> Result<Option<&'a str>, Error> {
        let Some((&text, rest)) = self.texts.split_first() else {
            return Ok(None);
        };
        self.texts = rest;
        if text == UNBOUND_TEXT {
            return Ok(None);
        }
        // The empty string is the empty list, which arrives as the atom `[]`.
        let text = if text == c"[]" { c"" } else { text };
        text.to_str()
            .map(Some)
            .map_err(|error| Error::Panic(error.to_string()))
    }

    /// Stores the solutions of a native; `outputs` says whether it has `-` arguments.
    ///
    /// # Errors
    ///
    /// What the native raised.
    pub fn answer(&mut self, outputs: bool, solutions: impl Solutions) -> Result<Answered, Error> {
        let rows = solutions.store(self.out)?;
        Ok(match self.all_bound && !outputs && rows > 0 {
            true => Answered::Holds,
            false => Answered::Rows(rows),
        })
    }
}

/// A part of the rows of a relation that may be long.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    from: usize,
}

impl Page {
    /// The most rows of a page.
    pub const ROWS: usize = 256;

    /// How many rows there are before this page.
    pub fn begin(self) -> usize {
        self.from
    }

    /// How many rows there are up to the end of this page.
    pub fn end(self) -> usize {
        self.from + Page::ROWS
    }

    /// The rows of this page.
    pub fn of<T>(self, rows: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        rows.skip(self.from).take(Page::ROWS)
    }
}

/// The rows of the latest call on this thread.
#[derive(Debug)]
pub struct Output {
    /// Addresses of atoms, integers, the bits of numbers, or indexes into `texts`. Never reallocated: Prolog keeps its
    /// address.
    cells: Vec<i64>,
    texts: Vec<CString>,
    names: Vec<CString>,
    error: CString,
}

impl Output {
    fn new() -> Output {
        Output {
            cells: Vec::with_capacity(CELLS),
            texts: Vec::new(),
            names: Vec::new(),
            error: CString::default(),
        }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.texts.clear();
        self.names.clear();
    }

    fn cell(&mut self, cell: i64) -> Result<(), Error> {
        if self.cells.len() == CELLS {
            return Err(Error::Resource("native_answers"));
        }
        self.cells.push(cell);
        Ok(())
    }

    /// Appends an atom of a fixed set.
    ///
    /// # Errors
    ///
    /// When the buffer is full.
    pub fn atom(&mut self, atom: &'static CStr) -> Result<(), Error> {
        self.cell(atom.as_ptr().expose_provenance() as i64)
    }

    /// Appends an atom that is made now.
    ///
    /// # Errors
    ///
    /// When the buffer is full.
    pub fn name(&mut self, name: &str) -> Result<(), Error> {
        let name = c_string(name);
        self.cell(name.as_ptr().expose_provenance() as i64)?;
        self.names.push(name);
        Ok(())
    }

    /// Appends an integer.
    ///
    /// # Errors
    ///
    /// When the buffer is full.
    pub fn integer(&mut self, integer: i64) -> Result<(), Error> {
        self.cell(integer)
    }

    /// Appends a floating-point number.
    ///
    /// # Errors
    ///
    /// When the buffer is full.
    pub fn float(&mut self, float: f64) -> Result<(), Error> {
        self.cell(float.to_bits() as i64)
    }

    /// Appends a string.
    ///
    /// # Errors
    ///
    /// When the buffer is full.
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        self.cell(self.texts.len() as i64)?;
        self.texts.push(c_string(text));
        Ok(())
    }

    /// Appends a term, which Prolog reads.
    ///
    /// # Errors
    ///
    /// When the buffer is full.
    pub fn term(&mut self, term: &impl Part) -> Result<(), Error> {
        let mut text = String::new();
        term.write(&mut text);
        self.text(&readable(&text))
    }
}

/// The canonical text of a term with its end, as Scryer reads it. The space keeps a symbol atom and the full stop apart.
pub(crate) fn readable(text: &str) -> String {
    let text = match crate::term::strings() {
        true => crate::syntax::with_strings(text),
        false => text.into(),
    };
    format!("{text} .")
}

/// A C string of `text`; NUL characters, which C cannot hold, are left out.
fn c_string(text: &str) -> CString {
    CString::new(text).unwrap_or_else(|_| CString::new(text.replace('\0', "")).unwrap_or_default())
}

fn enter(packed: i64, codes: &[i64], texts: &[&CStr]) -> i64 {
    respond(|out| {
        let id = packed & ((1 << ID_BITS) - 1);
        let native = table::get(id)
            .ok_or_else(|| Error::Panic(format!("there is no native number {id}")))?;
        (native.run)(&mut Call {
            packed: packed >> ID_BITS,
            codes,
            texts,
            all_bound: true,
            out,
        })
    })
}

/// Fills this thread's output, and tells Prolog what came of it: the number of rows, [`HOLDS`] or
/// [`RAISED`].
pub fn respond(fill: impl FnOnce(&mut Output) -> Result<Answered, Error>) -> i64 {
    OUTPUT.with_borrow_mut(|out| {
        out.clear();
        match guarded(|| fill(out)) {
            Ok(Answered::Holds) => HOLDS,
            Ok(Answered::Rows(rows)) => rows as i64,
            Err(error) => {
                out.error = c_string(&readable(&error.to_string()));
                RAISED
            }
        }
    })
}

/// Runs a native; a panic becomes an error, since it must not unwind into Scryer.
fn guarded(native: impl FnOnce() -> Result<Answered, Error>) -> Result<Answered, Error> {
    catch_unwind(AssertUnwindSafe(native))
        .unwrap_or_else(|panic| Err(Error::Panic(panic_message(&*panic))))
}

/// The text of a panic's payload.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(message), _) => (*message).to_owned(),
        (_, Some(message)) => message.clone(),
        _ => "panic".to_owned(),
    }
}

macro_rules! shapes {
    ($($symbol:ident($($code:ident),*; $($text:ident),*))*) => {
        $(
            /// Calls a native with arguments of this shape.
            #[unsafe(no_mangle)]
            extern "C" fn $symbol(packed: i64, $($code: i64,)* $($text: *const c_char,)*) -> i64 {
                // SAFETY: Scryer passes a NUL-terminated string for each `cstr` parameter and keeps
                // it until the function returns; the wrapper never lets an integer through here.
                enter(packed, &[$($code),*], &[$(unsafe { CStr::from_ptr($text) }),*])
            }
        )*

        /// The foreign functions of the door.
        pub const FOREIGN: &[Foreign] = &[
            $((
                stringify!($symbol),
                &["i64", $(shapes!(@i64 $code),)* $(shapes!(@cstr $text)),*],
                "i64",
                $symbol as *const (),
            ),)*
            ("clbuf", &[], "ptr", clbuf as *const ()),
            ("cltext", &["i64"], "cstr", cltext as *const ()),
            ("clerr", &[], "cstr", clerr as *const ()),
        ];
    };
    (@i64 $_:ident) => { "i64" };
    (@cstr $_:ident) => { "cstr" };
}

shapes! {
    c00(; )
    c01(; s)
    c02(; s, t)
    c03(; s, t, u)
    c04(; s, t, u, v)
    c10(a; )
    c11(a; s)
    c12(a; s, t)
    c13(a; s, t, u)
    c20(a, b; )
    c21(a, b; s)
    c22(a, b; s, t)
    c23(a, b; s, t, u)
    c30(a, b, c; )
    c31(a, b, c; s)
    c32(a, b, c; s, t)
    c33(a, b, c; s, t, u)
    c40(a, b, c, d; )
}

/// The address of this thread's cells.
#[unsafe(no_mangle)]
extern "C" fn clbuf() -> *const i64 {
    OUTPUT.with_borrow(|out| out.cells.as_ptr())
}

/// The string with this index; Scryer copies it at once.
#[unsafe(no_mangle)]
extern "C" fn cltext(index: i64) -> *const c_char {
    OUTPUT.with_borrow(|out| {
        usize::try_from(index)
            .ok()
            .and_then(|index| out.texts.get(index))
            .map_or(c"".as_ptr(), |text| text.as_ptr())
    })
}

/// The formal part of the latest error, as Prolog text with its end.
#[unsafe(no_mangle)]
extern "C" fn clerr() -> *const c_char {
    OUTPUT.with_borrow(|out| out.error.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let error = guarded(|| panic!("boom {}", 7)).unwrap_err();
        assert_eq!(error.to_string(), "system_error(\"boom 7\")");
    }

    #[test]
    fn a_number_that_is_no_native_is_an_error() {
        assert_eq!(enter((1 << ID_BITS) - 1, &[], &[]), RAISED);
        assert_eq!(enter(-1, &[], &[]), RAISED);
    }
}
