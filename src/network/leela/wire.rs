//! The wire format of Protocol Buffers, as far as Leela's files need it: the fields of a message, in order.
//!
//! The format is that of the Protocol Buffers documentation, "Encoding". A field is a key, the number of the field and a
//! wire type, and a value of that type; what the number means stands in a schema, here `net.proto` of Leela Chess Zero.

use super::Wrong;

/// A value as it stands in a message.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// Wire type 0: an integer, a truth value or one of an enumeration.
    Varint(u64),
    /// Wire type 1: eight bytes.
    Fixed64(u64),
    /// Wire type 2: a text, bytes, or a message.
    Bytes(&'a [u8]),
    /// Wire type 5: four bytes, such as a `float`.
    Fixed32(u32),
}

/// A message: its bytes, and what it is called in errors.
#[derive(Debug, Clone)]
pub struct Message<'a> {
    name: String,
    fields: Vec<(u64, Value<'a>)>,
}

impl<'a> Message<'a> {
    /// Takes a message apart.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if the bytes are no message: a field that ends beyond them, or has no known wire type.
    pub fn read(name: &str, bytes: &'a [u8]) -> Result<Message<'a>, Wrong> {
        let mut rest = bytes;
        let mut fields = Vec::new();
        while !rest.is_empty() {
            let at = bytes.len() - rest.len();
            let field = field(&mut rest)
                .map_err(|what| Wrong(format!("{name}: {what}, in the field at byte {at}")))?;
            fields.push(field);
        }
        Ok(Message {
            name: name.to_owned(),
            fields,
        })
    }

    /// What the message is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The last value of a field, which is the one that counts if there are several.
    pub fn value(&self, number: u64) -> Option<Value<'a>> {
        let mut fields = self.fields.iter().rev();
        fields.find_map(|&(n, value)| (n == number).then_some(value))
    }

    /// The bytes of a field, if it is there.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if the field is no bytes.
    pub fn bytes(&self, number: u64, name: &str) -> Result<Option<&'a [u8]>, Wrong> {
        match self.value(number) {
            None => Ok(None),
            Some(Value::Bytes(bytes)) => Ok(Some(bytes)),
            Some(other) => Err(self.unlike(name, "bytes", other)),
        }
    }

    /// The number in a field, or 0 as the format has it for a field that is missing.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if the field is no integer.
    pub fn number(&self, number: u64, name: &str) -> Result<u64, Wrong> {
        match self.value(number) {
            None => Ok(0),
            Some(Value::Varint(number)) => Ok(number),
            Some(other) => Err(self.unlike(name, "an integer", other)),
        }
    }

    /// The single-precision number in a field, or 0 for a field that is missing.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if the field has another type, or is no finite number.
    pub fn float(&self, number: u64, name: &str) -> Result<f32, Wrong> {
        let float = match self.value(number) {
            None => 0.0,
            Some(Value::Fixed32(bits)) => f32::from_bits(bits),
            Some(other) => return Err(self.unlike(name, "a 32-bit number", other)),
        };
        match float.is_finite() {
            true => Ok(float),
            false => Err(Wrong(format!(
                "{}.{name} is {float}; expected a finite number",
                self.name
            ))),
        }
    }

    /// The message in a field.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if it is missing, or no message.
    pub fn message(&self, number: u64, name: &str) -> Result<Message<'a>, Wrong> {
        let bytes = self.bytes(number, name)?;
        let bytes = bytes.ok_or_else(|| Wrong(format!("{}.{name} is missing", self.name)))?;
        Message::read(&format!("{}.{name}", self.name), bytes)
    }

    /// The messages of a field that occurs any number of times.
    ///
    /// # Errors
    ///
    /// As for [`Message::message`].
    pub fn messages(&self, number: u64, name: &str) -> Result<Vec<Message<'a>>, Wrong> {
        let fields = self.fields.iter().filter(|&&(n, _)| n == number);
        fields
            .enumerate()
            .map(|(index, &(_, value))| match value {
                Value::Bytes(bytes) => {
                    Message::read(&format!("{}.{name}[{index}]", self.name), bytes)
                }
                other => Err(self.unlike(name, "a message", other)),
            })
            .collect()
    }

    fn unlike(&self, name: &str, expected: &str, found: Value<'_>) -> Wrong {
        let found = match found {
            Value::Varint(number) => format!("the integer {number}"),
            Value::Fixed64(_) => "a 64-bit number".to_owned(),
            Value::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Value::Fixed32(_) => "a 32-bit number".to_owned(),
        };
        Wrong(format!(
            "{}.{name} is {found}; expected {expected}",
            self.name
        ))
    }
}

fn field<'a>(rest: &mut &'a [u8]) -> Result<(u64, Value<'a>), String> {
    let key = varint(rest)?;
    let value = match key & 7 {
        0 => Value::Varint(varint(rest)?),
        1 => Value::Fixed64(u64::from_le_bytes(fixed(rest)?)),
        2 => {
            let length = varint(rest)?;
            let fits = usize::try_from(length).ok().filter(|&n| n <= rest.len());
            let length = fits.ok_or_else(|| {
                format!("it is to have {length} bytes, but {} are left", rest.len())
            })?;
            let (bytes, after) = rest.split_at(length);
            *rest = after;
            Value::Bytes(bytes)
        }
        5 => Value::Fixed32(u32::from_le_bytes(fixed(rest)?)),
        other => return Err(format!("wire type {other}; expected 0, 1, 2 or 5")),
    };
    match key >> 3 {
        0 => Err("field number 0; expected one from 1".to_owned()),
        number => Ok((number, value)),
    }
}

fn fixed<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], String> {
    let (bytes, after) = rest
        .split_first_chunk::<N>()
        .ok_or_else(|| format!("it is to have {N} bytes, but {} are left", rest.len()))?;
    *rest = after;
    Ok(*bytes)
}

/// An integer in groups of seven bits, the lowest first; the highest bit of a byte says that there is another.
fn varint(rest: &mut &[u8]) -> Result<u64, String> {
    let mut number = 0;
    for shift in (0..70).step_by(7) {
        let (&byte, after) = rest.split_first().ok_or("it ends within an integer")?;
        *rest = after;
        let bits = u64::from(byte & 127);
        if shift == 63 && bits > 1 {
            break;
        }
        number |= bits << shift;
        if byte < 128 {
            return Ok(number);
        }
    }
    Err("an integer has more than 64 bits".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read() {
        // The examples of the format's documentation: 150 in field 1, "testing" in field 2.
        let bytes = [
            &[0x08, 0x96, 0x01, 0x12, 0x07][..],
            b"testing",
            &[0x1d, 0, 0, 0xc0, 0x3f, 0x21, 1, 0, 0, 0, 0, 0, 0, 0],
        ]
        .concat();
        let message = Message::read("m", &bytes).unwrap();
        assert_eq!(message.number(1, "a"), Ok(150));
        assert_eq!(message.bytes(2, "b"), Ok(Some(&b"testing"[..])));
        assert_eq!(message.float(3, "c"), Ok(1.5));
        assert_eq!(message.value(4), Some(Value::Fixed64(1)));
        assert_eq!(message.number(9, "none"), Ok(0));
        assert_eq!(message.bytes(9, "none"), Ok(None));
        assert_eq!(
            message.number(2, "b").unwrap_err().0,
            "m.b is 7 bytes; expected an integer"
        );
        assert_eq!(message.message(9, "x").unwrap_err().0, "m.x is missing");
    }

    #[test]
    fn the_last_value_counts_and_messages_repeat() {
        let bytes = [0x08, 1, 0x08, 2, 0x12, 2, 0x08, 7, 0x12, 0];
        let message = Message::read("m", &bytes).unwrap();
        assert_eq!(message.number(1, "a"), Ok(2));
        let inner = message.messages(2, "b").unwrap();
        assert_eq!(inner.len(), 2);
        assert_eq!(inner[0].number(1, "c"), Ok(7));
        assert_eq!(inner[1].name(), "m.b[1]");
    }

    #[test]
    fn the_largest_integer_is_read() {
        let mut bytes = vec![0x08];
        bytes.extend([0xff; 9]);
        bytes.push(1);
        let message = Message::read("m", &bytes).unwrap();
        assert_eq!(message.number(1, "a"), Ok(u64::MAX));
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let wrong = |bytes: &[u8]| Message::read("m", bytes).unwrap_err().0;
        let too_large: Vec<u8> = [vec![0x08], vec![0xff; 9], vec![2]].concat();
        for (bytes, expected) in [
            (
                &[0x08][..],
                "m: it ends within an integer, in the field at byte 0",
            ),
            (
                &[0x08, 1, 0x12, 5, 1],
                "m: it is to have 5 bytes, but 1 are left, in the field at byte 2",
            ),
            (
                &[0x1d, 0, 0],
                "m: it is to have 4 bytes, but 2 are left, in the field at byte 0",
            ),
            (
                &[0x0b],
                "m: wire type 3; expected 0, 1, 2 or 5, in the field at byte 0",
            ),
            (
                &[0x00, 1],
                "m: field number 0; expected one from 1, in the field at byte 0",
            ),
            (
                &too_large,
                "m: an integer has more than 64 bits, in the field at byte 0",
            ),
        ] {
            assert_eq!(wrong(bytes), expected);
        }
    }
}
