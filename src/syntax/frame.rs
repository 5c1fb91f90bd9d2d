//! The brackets that are open while a clause is parsed.

/// What kind of brackets is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    Top,
    Round,
    Arguments,
    /// Behind an operator that is only a prefix, as in `\+(a ; b)`: arguments if they are narrow
    /// enough, and otherwise brackets around the operator's right side.
    Either,
    List,
    /// After the bar of a list.
    Tail,
    Curly,
}

impl Frame {
    /// Whether commas separate here, and are no operators.
    pub fn separates(self) -> bool {
        matches!(self, Frame::Arguments | Frame::List | Frame::Tail)
    }

    pub fn closer(self) -> &'static str {
        match self {
            Frame::Top => ".",
            Frame::Round | Frame::Arguments | Frame::Either => ")",
            Frame::List | Frame::Tail => "]",
            Frame::Curly => "}",
        }
    }
}

#[derive(Debug)]
pub(super) struct Open {
    pub frame: Frame,
    /// Its token.
    pub token: usize,
    /// The number of pending operators outside.
    pub base: usize,
    /// The byte where the term begins that these brackets end.
    pub start: usize,
    /// How many arguments or elements have ended.
    pub elements: usize,
}
