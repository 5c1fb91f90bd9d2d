//! The types that Prolog and Rust share, and how each crosses the bridge.
//!
//! A value goes in as a small integer or a text, decided by its [`Coding`]; it comes out as one or
//! three cells that Prolog reads back as an atom, an integer or a string.

use std::ffi::CStr;

use shakmaty::{Color, Role, Square};

use super::{Call, Error, Output};
pub use crate::chess::moves::MoveTerm;
use crate::{chess::Position, term::Term};

/// A type of the bridge.
#[derive(Debug)]
pub struct Type {
    /// The name in signatures and type errors.
    pub name: &'static str,
    /// What values look like, for the manual.
    pub about: &'static str,
    /// How values cross.
    pub coding: Coding,
}

impl Coding {
    /// Whether codes are below [`UNBOUND_SMALL`], so that several are packed in one integer.
    pub fn is_small(&self) -> bool {
        match self {
            Coding::Atoms(_) => true,
            Coding::Range(low, high) => *low >= 0 && *high < UNBOUND_SMALL,
            _ => false,
        }
    }
}

/// How the values of a type cross the bridge.
#[derive(Debug)]
pub enum Coding {
    /// One of these atoms; its index goes in.
    Atoms(&'static [&'static CStr]),
    /// An integer of at most 55 bits.
    Integer,
    /// An integer between these bounds.
    Range(i64, i64),
    /// A string (or an atom, on the way in).
    Text,
    /// An atom (or a string, on the way in).
    Name,
    /// A list of strings or atoms, such as positions; it only goes in, as one text of lines.
    Texts,
    /// A floating-point number; it only goes out.
    Float,
    /// `functor(X, Y, Z)` with floating-point numbers; it only goes out.
    Floats(&'static str),
    /// `move(From, To, Promotion)`.
    Move,
    /// `functor(File, Number)`: a record of a file.
    Record(&'static str),
    /// Any term, as canonical text: to read a text is faster in Scryer than to build a term from codes.
    Term,
}

/// A type that a native predicate can take or give.
pub trait Argument: Sized {
    /// The type's name and coding.
    const TYPE: Type;
    /// Takes the next argument of this type; `None` when it is unbound.
    fn decode(call: &mut Call<'_>) -> Result<Option<Self>, Error>;
    /// Appends the value's cells.
    fn encode(&self, out: &mut Output) -> Result<(), Error>;
}

/// The atoms of the squares, in shakmaty's order.
pub static SQUARES: [&CStr; 64] = [
    c"a1", c"b1", c"c1", c"d1", c"e1", c"f1", c"g1", c"h1", c"a2", c"b2", c"c2", c"d2", c"e2",
    c"f2", c"g2", c"h2", c"a3", c"b3", c"c3", c"d3", c"e3", c"f3", c"g3", c"h3", c"a4", c"b4",
    c"c4", c"d4", c"e4", c"f4", c"g4", c"h4", c"a5", c"b5", c"c5", c"d5", c"e5", c"f5", c"g5",
    c"h5", c"a6", c"b6", c"c6", c"d6", c"e6", c"f6", c"g6", c"h6", c"a7", c"b7", c"c7", c"d7",
    c"e7", c"f7", c"g7", c"h7", c"a8", c"b8", c"c8", c"d8", c"e8", c"f8", c"g8", c"h8",
];
/// The code of an unbound argument.
pub const UNBOUND: i64 = -(1 << 54);
/// The small code of an unbound argument.
pub const UNBOUND_SMALL: i64 = 127;
/// The text of an unbound argument.
pub const UNBOUND_TEXT: &CStr = c"\x01";

/// A type whose values are atoms.
pub trait Atoms: Copy + PartialEq + 'static {
    /// The atoms, in the order of the values.
    const NAMES: &'static [&'static CStr];
    /// The values.
    const VALUES: &'static [Self];

    /// The number of a value, which goes in.
    fn code(self) -> usize {
        let place = Self::VALUES.iter().position(|value| *value == self);
        place.unwrap_or_default()
    }

    /// The atom of a value, which comes out.
    fn atom(self) -> &'static CStr {
        Self::NAMES[self.code()]
    }

    /// The value with this number.
    fn of(code: i64) -> Self {
        Self::VALUES[code as usize]
    }
}

/// Declares a type whose values are atoms: its name, its atoms and their values.
macro_rules! atoms {
    ($name:ident: $type:ty = $($atom:ident $value:expr),+) => {
        impl $crate::native::types::Atoms for $type {
            const NAMES: &'static [&'static std::ffi::CStr] = &[$(
                match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($atom), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => panic!(),
                }
            ),+];
            const VALUES: &'static [$type] = &[$($value),+];
        }
        impl $crate::native::Argument for $type {
            const TYPE: $crate::native::Type = $crate::native::Type {
                name: stringify!($name),
                about: atoms!(@about $($atom),+),
                coding: $crate::native::Coding::Atoms(<$type as $crate::native::types::Atoms>::NAMES),
            };
            fn decode(call: &mut $crate::native::Call<'_>)
                -> Result<Option<$type>, $crate::native::Error>
            {
                Ok(call.small().map($crate::native::types::Atoms::of))
            }
            fn encode(&self, out: &mut $crate::native::Output) -> Result<(), $crate::native::Error> {
                out.atom($crate::native::types::Atoms::atom(*self))
            }
        }
    };
    (@about $last:ident) => { stringify!($last) };
    (@about $one:ident, $last:ident) => { concat!(stringify!($one), " or ", stringify!($last)) };
    (@about $one:ident, $($more:ident),+) => {
        concat!(stringify!($one), ", ", atoms!(@about $($more),+))
    };
}
pub(crate) use atoms;

atoms! { side: Color = white Color::White, black Color::Black }
atoms! { piece: Role = pawn Role::Pawn, knight Role::Knight, bishop Role::Bishop, rook Role::Rook,
queen Role::Queen, king Role::King }
atoms! { promotion: Promotion = knight Promotion(Some(Role::Knight)),
bishop Promotion(Some(Role::Bishop)), rook Promotion(Some(Role::Rook)),
queen Promotion(Some(Role::Queen)), none Promotion(None) }

impl Argument for Square {
    const TYPE: Type = Type {
        name: "square",
        about: "an atom from a1 to h8",
        coding: Coding::Atoms(&SQUARES),
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Square>, Error> {
        Ok(call.small().map(|code| Square::new(code as u32)))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.atom(SQUARES[self.to_usize()])
    }
}

/// What a pawn becomes, if the move is a promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Promotion(pub Option<Role>);

impl Argument for i64 {
    const TYPE: Type = Type {
        name: "integer",
        about: "an integer",
        coding: Coding::Integer,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<i64>, Error> {
        Ok(call.code())
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.integer(*self)
    }
}

/// A file or rank number, from 1 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinate(pub u8);

impl Argument for Coordinate {
    const TYPE: Type = Type {
        name: "coordinate",
        about: "an integer from 1 to 8",
        coding: Coding::Range(1, 8),
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Coordinate>, Error> {
        Ok(call.small().map(|code| Coordinate(code as u8)))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.integer(self.0.into())
    }
}

impl Argument for u64 {
    const TYPE: Type = Type {
        name: "count",
        about: "an integer from 0 to 2**54 - 1",
        coding: Coding::Range(0, (1 << 54) - 1),
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<u64>, Error> {
        Ok(call.code().map(|code| code as u64))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.integer(*self as i64)
    }
}

impl Argument for Position {
    const TYPE: Type = Type {
        name: "position",
        about: "a FEN, as a string or an atom",
        coding: Coding::Text,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Position>, Error> {
        let Some(fen) = call.text()? else {
            return Ok(None);
        };
        match Position::parse(fen) {
            Ok(position) => Ok(Some(position)),
            Err(_) => Err(Error::Domain {
                domain: Self::TYPE.name,
                culprit: fen.to_owned(),
            }),
        }
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.text(self.fen())
    }
}

impl Argument for String {
    const TYPE: Type = Type {
        name: "text",
        about: "a string or an atom",
        coding: Coding::Text,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<String>, Error> {
        Ok(call.text()?.map(str::to_owned))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.text(self)
    }
}

impl Argument for f64 {
    const TYPE: Type = Type {
        name: "float",
        about: "a floating-point number",
        coding: Coding::Float,
    };
    fn decode(_: &mut Call<'_>) -> Result<Option<f64>, Error> {
        Err(Error::Panic("a float is an output only".into()))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.float(*self)
    }
}

/// How likely something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Probability(pub f32);

impl Argument for Probability {
    const TYPE: Type = Type {
        name: "probability",
        about: "a floating-point number from 0 to 1, rounded to six decimals",
        coding: Coding::Float,
    };
    fn decode(_: &mut Call<'_>) -> Result<Option<Probability>, Error> {
        Err(Error::Panic("a probability is an output only".into()))
    }
    /// The last digits differ from one processor to another, so they are not reported.
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.float(six_decimals(self.0))
    }
}

/// A number as it is told where its last digits mean nothing.
pub fn six_decimals(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}

/// Positions, the oldest first.
#[derive(Debug, Clone)]
pub struct Positions(pub Vec<Position>);

impl Argument for Positions {
    const TYPE: Type = Type {
        name: "positions",
        about: "a list of FENs",
        coding: Coding::Texts,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Positions>, Error> {
        let Some(text) = call.text()? else {
            return Ok(None);
        };
        let parsed = text.lines().map(|fen| {
            Position::parse(fen).map_err(|_| Error::Domain {
                domain: Position::TYPE.name,
                culprit: fen.to_owned(),
            })
        });
        Ok(Some(Positions(parsed.collect::<Result<_, _>>()?)))
    }
    fn encode(&self, _: &mut Output) -> Result<(), Error> {
        Err(Error::Panic("positions are an input only".into()))
    }
}

/// What stands in a list or is a term itself, as canonical text on its way.
pub trait Part: Sized {
    /// Appends the text of the term.
    fn write(&self, text: &mut String);
    /// What the term stands for; `None` if that is nothing of this type.
    fn read(term: &Term) -> Option<Self>;
}

impl Part for Term {
    fn write(&self, text: &mut String) {
        text.push_str(&self.canonical());
    }
    fn read(term: &Term) -> Option<Term> {
        Some(term.clone())
    }
}

impl Part for i64 {
    fn write(&self, text: &mut String) {
        text.push_str(&self.to_string());
    }
    fn read(term: &Term) -> Option<i64> {
        match term {
            Term::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl Part for f64 {
    fn write(&self, text: &mut String) {
        Term::Float(*self).write(text);
    }
    fn read(term: &Term) -> Option<f64> {
        term.number()
    }
}

impl Part for Name {
    fn write(&self, text: &mut String) {
        Term::Atom(self.0.clone()).write(text);
    }
    fn read(term: &Term) -> Option<Name> {
        term.text().map(|name| Name(name.to_owned()))
    }
}

impl Part for MoveTerm {
    fn write(&self, text: &mut String) {
        let promotion = Promotion(self.promotion).atom().to_string_lossy();
        *text += &format!("move({},{},{promotion})", self.from, self.to);
    }
    fn read(term: &Term) -> Option<MoveTerm> {
        let [from, to, promotion] = term.arguments("move")?;
        let promotion = promotion.text()?.as_bytes();
        let mut names = Promotion::NAMES.iter();
        let code = names.position(|name| name.to_bytes() == promotion)?;
        Some(MoveTerm {
            from: from.text()?.parse().ok()?,
            to: to.text()?.parse().ok()?,
            promotion: Promotion::of(code as i64).0,
        })
    }
}

impl<P: Part> Part for Vec<P> {
    fn write(&self, text: &mut String) {
        text.push('[');
        for (index, part) in self.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { "," });
            part.write(text);
        }
        text.push(']');
    }
    fn read(term: &Term) -> Option<Vec<P>> {
        term.elements()?.iter().map(P::read).collect()
    }
}

/// A term whose text is made, or read, by others than [`Term`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermText(pub String);

impl Part for TermText {
    fn write(&self, text: &mut String) {
        text.push_str(&self.0);
    }
    fn read(term: &Term) -> Option<TermText> {
        Some(TermText(term.canonical()))
    }
}

impl Argument for TermText {
    const TYPE: Type = Term::TYPE;
    fn decode(call: &mut Call<'_>) -> Result<Option<TermText>, Error> {
        Ok(call.text()?.map(|text| TermText(text.to_owned())))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.term(self)
    }
}

impl Argument for Term {
    const TYPE: Type = Type {
        name: "term",
        about: "any term",
        coding: Coding::Term,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Term>, Error> {
        decode_part(call, Self::TYPE.name)
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.term(self)
    }
}

impl<P: Part> Argument for Vec<P> {
    const TYPE: Type = Type {
        name: "list",
        about: "a list",
        coding: Coding::Term,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Vec<P>>, Error> {
        decode_part(call, Self::TYPE.name)
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.term(self)
    }
}

fn decode_part<P: Part>(call: &mut Call<'_>, domain: &'static str) -> Result<Option<P>, Error> {
    let Some(text) = call.text()? else {
        return Ok(None);
    };
    // On its way from Prolog the empty list has become the empty text.
    let term: Option<Term> = if text.is_empty() { "[]" } else { text }.parse().ok();
    let part = term.as_ref().and_then(P::read);
    part.map(Some).ok_or_else(|| Error::Domain {
        domain,
        culprit: text.to_owned(),
    })
}

/// The name of something, as a file or its reader writes it: a tag, a column, a theme, the file itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name(pub String);

impl Argument for Name {
    const TYPE: Type = Type {
        name: "name",
        about: "an atom (or a string)",
        coding: Coding::Name,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Name>, Error> {
        Ok(call.text()?.map(|name| Name(name.to_owned())))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.name(&self.0)
    }
}

impl Argument for MoveTerm {
    const TYPE: Type = Type {
        name: "move",
        about: "move(From, To, Promotion), with Promotion none for all but promotions",
        coding: Coding::Move,
    };
    /// The code is six bits From, six bits To, three bits Promotion.
    fn decode(call: &mut Call<'_>) -> Result<Option<MoveTerm>, Error> {
        Ok(call.code().map(|code| MoveTerm {
            from: Square::new((code & 63) as u32),
            to: Square::new((code >> 6 & 63) as u32),
            promotion: Promotion::of(code >> 12).0,
        }))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        self.from.encode(out)?;
        self.to.encode(out)?;
        Promotion(self.promotion).encode(out)
    }
}

/// A record of a file: a game, a puzzle or a test position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Record<const KIND: char> {
    /// The file's path, or the name of a bundled collection.
    pub file: String,
    /// The record's number in the file, from 1.
    pub number: u64,
    /// Which line of a game, from the main line, 0; in other records 0.
    pub line: usize,
}

/// Bits of a record's code that are its number; the others are the line.
const NUMBER_BITS: u32 = 34;

impl<const KIND: char> Record<KIND> {
    /// The record of a file with a number; of a game, the main line.
    pub fn new(file: impl Into<String>, number: u64) -> Self {
        Record {
            file: file.into(),
            number,
            line: 0,
        }
    }
}

/// A game of a file.
pub type GameRef = Record<'g'>;
/// A puzzle of a file.
pub type PuzzleRef = Record<'p'>;
/// A test position of a file.
pub type EpdRef = Record<'e'>;

impl<const KIND: char> Argument for Record<KIND> {
    const TYPE: Type = match KIND {
        'g' => Type {
            name: "game",
            about: "game(File, Number), as game/2 gives it, or game(File, Number-Line), a line of its \
                    variations, as variation/3 gives it",
            coding: Coding::Record("game"),
        },
        'p' => Type {
            name: "puzzle",
            about: "puzzle(File, Number), as puzzle/2 gives it",
            coding: Coding::Record("puzzle"),
        },
        _ => Type {
            name: "epd",
            about: "epd(File, Number)",
            coding: Coding::Record("epd"),
        },
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Self>, Error> {
        let (number, file) = (call.code(), call.text()?);
        Ok(file.zip(number).map(|(file, code)| Record {
            file: file.to_owned(),
            number: code as u64 & ((1 << NUMBER_BITS) - 1),
            line: (code >> NUMBER_BITS) as usize,
        }))
    }
    fn encode(&self, _: &mut Output) -> Result<(), Error> {
        Err(Error::Panic("a record is an input only".into()))
    }
}
