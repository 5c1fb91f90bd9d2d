//! Named arrays of numbers as files, in the format safetensors.
//!
//! A file is the length of a header (eight bytes, the lowest first), the header, and the numbers. The
//! header is JSON: for each name the type (`F32` here), the shape and where its bytes begin and end; under
//! `__metadata__`, texts (<https://huggingface.co/docs/safetensors>).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
};

use serde_json::{Map, Value, json};

use super::layout::{self, Shape, Tensor};
use crate::os;

/// The longest header that is believed.
const LONGEST_HEADER: u64 = 1 << 24;
const METADATA: &str = "__metadata__";

/// Named arrays, and texts about them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights {
    /// Texts.
    pub metadata: BTreeMap<String, String>,
    /// The shape of each array, and its numbers.
    pub tensors: BTreeMap<String, (Vec<usize>, Vec<f32>)>,
}

/// What is wrong with weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// They cannot be read.
    #[error("the weights cannot be read ({0})")]
    Unreadable(String),
    /// The file ends too early: its bytes, and those that it should have.
    #[error("the weights are cut short: {0} bytes, expected {1}")]
    Short(u64, u64),
    /// There are bytes that belong to no tensor: their number.
    #[error("the weights have {0} bytes that belong to no tensor")]
    Long(u64),
    /// The header is not one of safetensors.
    #[error("this is no file of safetensors: {0}")]
    Header(String),
    /// A tensor is not as it should be: its name and what is wrong.
    #[error("the tensor {0} {1}")]
    Tensor(String, String),
    /// A tensor is missing.
    #[error("the tensor {0} is missing")]
    Missing(String),
    /// A tensor is not one of such a network.
    #[error("the tensor {0} is not one of this network")]
    Unknown(String),
    /// A text is missing or wrong: its name, what it is, what was expected.
    #[error("{found}, expected {2}", found = in_metadata(.0, .1.as_deref()))]
    Metadata(String, Option<String>, String),
}

fn in_metadata(name: &str, found: Option<&str>) -> String {
    match found {
        None => format!("the metadata have no {name}"),
        Some(found) => format!("{name} is {found:?} in the metadata"),
    }
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// What is wrong with it, by name.
    pub fn load(path: &Path) -> Result<Weights, Fault> {
        let bytes = fs::read(path).map_err(|error| Fault::Unreadable(error.to_string()))?;
        Weights::read(&bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with them, by name.
    pub fn read(bytes: &[u8]) -> Result<Weights, Fault> {
        let total = bytes.len() as u64;
        let (length, rest) = bytes.split_first_chunk().ok_or(Fault::Short(total, 8))?;
        let length = u64::from_le_bytes(*length);
        if length > LONGEST_HEADER {
            let fault = format!("it begins with a header of {length} bytes");
            return Err(Fault::Header(fault));
        }
        let (header, data) = rest
            .split_at_checked(length as usize)
            .ok_or(Fault::Short(total, 8 + length))?;
        let header = serde_json::from_slice::<Map<String, Value>>(header);
        let header =
            header.map_err(|error| Fault::Header(format!("its header is wrong ({error})")))?;
        let mut weights = Weights::default();
        let mut ranges = Vec::new();
        for (name, value) in header {
            if name == METADATA {
                weights.metadata = texts(value)?;
                continue;
            }
            let (shape, start, end) =
                entry(&value).map_err(|fault| Fault::Tensor(name.clone(), fault))?;
            ranges.push((start, end, name, shape));
        }
        ranges.sort();
        let mut place = 0;
        for (start, end, name, shape) in ranges {
            if start != place {
                let fault = format!("begins at byte {start} of the numbers, expected {place}");
                return Err(Fault::Tensor(name, fault));
            }
            place = end;
            let bytes = data.get(start as usize..end as usize);
            let bytes = bytes.ok_or(Fault::Short(total, 8 + length + end))?;
            let (words, _) = bytes.as_chunks();
            let numbers: Vec<f32> = words.iter().map(|word| f32::from_le_bytes(*word)).collect();
            if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
                let fault = format!("has {} as its number {at}", numbers[at]);
                return Err(Fault::Tensor(name, fault));
            }
            weights.tensors.insert(name, (shape, numbers));
        }
        match data.len() as u64 - place {
            0 => Ok(weights),
            more => Err(Fault::Long(more)),
        }
    }

    /// The bytes of a file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut header = Map::new();
        header.insert(METADATA.to_owned(), json!(self.metadata));
        let mut place = 0;
        for (name, (shape, numbers)) in &self.tensors {
            let end = place + 4 * numbers.len();
            let entry = json!({ "dtype": "F32", "shape": shape, "data_offsets": [place, end] });
            header.insert(name.clone(), entry);
            place = end;
        }
        let mut header = Value::Object(header).to_string().into_bytes();
        // The numbers begin at a multiple of eight.
        header.resize(header.len().next_multiple_of(8), b' ');
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.append(&mut header);
        bytes.reserve(place);
        for (_, numbers) in self.tensors.values() {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        os::save(path, &self.bytes())
    }

    /// A text of the metadata.
    ///
    /// # Errors
    ///
    /// If there is none, with what was expected.
    pub fn text(&self, name: &str, expected: &str) -> Result<&str, Fault> {
        let missing = || Fault::Metadata(name.to_owned(), None, expected.to_owned());
        self.metadata
            .get(name)
            .map(String::as_str)
            .ok_or_else(missing)
    }

    /// A number of the metadata.
    ///
    /// # Errors
    ///
    /// If there is none, with what was expected.
    pub fn number<N: std::str::FromStr>(&self, name: &str) -> Result<N, Fault> {
        let text = self.text(name, "a number")?;
        let wrong = |_| {
            Fault::Metadata(
                name.to_owned(),
                Some(text.to_owned()),
                "a number".to_owned(),
            )
        };
        text.parse().map_err(wrong)
    }

    pub(super) fn expect_format(&self, format: &str) -> Result<(), Fault> {
        let found = self.text("format", &format!("{format:?}"))?;
        if found != format {
            let fault = Fault::Metadata("format".into(), Some(found.into()), format!("{format:?}"));
            return Err(fault);
        }
        Ok(())
    }

    /// Writes the shape of a network into the metadata.
    pub(super) fn set_shape(&mut self, shape: &Shape) {
        let squeeze = shape
            .squeeze
            .map_or("none".to_owned(), |hidden| hidden.to_string());
        let texts = [
            ("planes", shape.planes.to_string()),
            ("channels", shape.channels.to_string()),
            ("blocks", shape.blocks.to_string()),
            ("squeeze", squeeze),
            ("head", shape.head.to_string()),
        ];
        self.metadata
            .extend(texts.map(|(name, text)| (name.to_owned(), text)));
    }

    /// The shape of a network, from the metadata.
    pub(super) fn shape(&self) -> Result<Shape, Fault> {
        let squeeze = match self.text("squeeze", "a number or none")? {
            "none" => None,
            _ => Some(self.number("squeeze")?),
        };
        let shape = Shape {
            planes: self.number("planes")?,
            channels: self.number("channels")?,
            blocks: self.number("blocks")?,
            squeeze,
            head: self.number("head")?,
        };
        match shape.fault() {
            None => Ok(shape),
            Some(fault) => Err(Fault::Header(format!("in its metadata, {fault}"))),
        }
    }

    /// Whether there are exactly these tensors, of these shapes.
    pub(super) fn expect_tensors<'a>(
        &self,
        tensors: impl Iterator<Item = (&'a str, &'a [usize])>,
    ) -> Result<(), Fault> {
        let mut known = BTreeSet::new();
        for (name, shape) in tensors {
            known.insert(name);
            let (found, _) = self
                .tensors
                .get(name)
                .ok_or_else(|| Fault::Missing(name.into()))?;
            if found != shape {
                let fault = format!("has the shape {found:?}, expected {shape:?}");
                return Err(Fault::Tensor(name.to_owned(), fault));
            }
        }
        let unknown = self.tensors.keys().find(|name| !known.contains(&name[..]));
        unknown.map_or(Ok(()), |name| Err(Fault::Unknown(name.clone())))
    }
}

/// The numbers of tensors, each in its place, under names that begin with `prefix`.
pub(super) fn gather(weights: &Weights, prefix: &str, tensors: &[Tensor]) -> Vec<f32> {
    let mut values = vec![0.0; layout::length(tensors)];
    for tensor in tensors {
        if let Some((_, numbers)) = weights.tensors.get(&format!("{prefix}{}", tensor.name)) {
            values[tensor.range()].copy_from_slice(numbers);
        }
    }
    values
}

/// The other way.
pub(super) fn scatter(weights: &mut Weights, prefix: &str, tensors: &[Tensor], values: &[f32]) {
    for tensor in tensors {
        let numbers = values[tensor.range()].to_vec();
        let name = format!("{prefix}{}", tensor.name);
        weights
            .tensors
            .insert(name, (tensor.shape.clone(), numbers));
    }
}

fn texts(value: Value) -> Result<BTreeMap<String, String>, Fault> {
    serde_json::from_value(value)
        .map_err(|error| Fault::Header(format!("its metadata are not texts ({error})")))
}

/// The shape of a tensor, and where its bytes begin and end.
fn entry(value: &Value) -> Result<(Vec<usize>, u64, u64), String> {
    let dtype = value["dtype"].as_str().unwrap_or("none");
    if dtype != "F32" {
        return Err(format!("has numbers of type {dtype}, expected F32"));
    }
    let numbers = |name: &str| -> Option<Vec<u64>> {
        value[name].as_array()?.iter().map(Value::as_u64).collect()
    };
    let shape = numbers("shape").ok_or("has no shape")?;
    let offsets = numbers("data_offsets").unwrap_or_default();
    let [start, end] = offsets[..] else {
        return Err("does not say where its bytes begin and end".to_owned());
    };
    let bytes = shape
        .iter()
        .try_fold(4_u64, |size, side| size.checked_mul(*side));
    if bytes.is_none() || end.checked_sub(start) != bytes {
        return Err(format!(
            "has bytes {start} to {end}, which is not the size of the shape {shape:?}"
        ));
    }
    Ok((
        shape.into_iter().map(|side| side as usize).collect(),
        start,
        end,
    ))
}

#[cfg(test)]
mod tests;
