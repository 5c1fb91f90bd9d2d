//! Parts as Parquet files: DuckDB, Polars and pandas read them, and so does [`read`].
//!
//! The same part is the same bytes.

use std::{fs::File, io, path::Path, sync::Arc};

use parquet::{
    basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel},
    column::reader::ColumnReader,
    data_type::{ByteArray, ByteArrayType, Int64Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        reader::{FileReader, SerializedFileReader},
        writer::SerializedFileWriter,
    },
    schema::types::Type,
};

use super::{
    Part,
    part::About,
    table::{Key, Kind, Table},
};
use crate::os;

/// The name of the metadata that says what a part is of.
const ABOUT: &str = "chesslog";
/// Rows of a group: what has to be in memory at once, beside the table.
const GROUP: usize = 1 << 17;

/// Why a file is no part that can be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is not Parquet, or it is damaged.
    #[error("is no part, or damaged")]
    Damaged(#[from] ParquetError),
    /// It is a Parquet file of something else.
    #[error("is no part that chesslog wrote: {0}")]
    Foreign(String),
}

/// Writes a part to a file.
///
/// # Errors
///
/// If it cannot be written; then there is what was there before.
pub fn write(path: &Path, part: &Part) -> io::Result<()> {
    os::save(path, &bytes(part).map_err(io::Error::other)?)
}

/// The bytes of a part's file.
fn bytes(part: &Part) -> Result<Vec<u8>, ParquetError> {
    let table = &part.table;
    let column = |name: &str, kind: Kind| {
        let column = match kind {
            Kind::Number => Type::primitive_type_builder(name, Physical::INT64),
            Kind::Text => Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String)),
        };
        let column = column.with_repetition(Repetition::REQUIRED);
        column.build().map(Arc::new)
    };
    let keys = table.keys.iter().map(|(name, kind)| column(name, *kind));
    let sums = table.sums.iter().map(|name| column(name, Kind::Number));
    let columns = keys.chain(sums).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("part")
        .with_fields(columns)
        .build()?;
    let about = serde_json::to_string(&part.about).map_err(|error| failed(&error))?;
    let properties = WriterProperties::builder()
        .set_created_by(format!("chesslog {}", part.about.chesslog))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_key_value_metadata(Some(vec![KeyValue::new(ABOUT.to_owned(), about)]))
        .build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut rows = table.rows();
    loop {
        let group: Vec<_> = rows.by_ref().take(GROUP).collect();
        if group.is_empty() {
            break;
        }
        let mut columns = file.next_row_group()?;
        for (at, (_, kind)) in table.keys.iter().enumerate() {
            let cells = group.iter().map(|(keys, _)| &keys[at]);
            let mut column = columns.next_column()?.ok_or_else(|| failed("columns"))?;
            match kind {
                Kind::Number => {
                    let numbers: Vec<i64> = cells.map(number).collect();
                    column
                        .typed::<Int64Type>()
                        .write_batch(&numbers, None, None)?;
                }
                Kind::Text => {
                    let texts: Vec<ByteArray> = cells.map(text).collect();
                    column
                        .typed::<ByteArrayType>()
                        .write_batch(&texts, None, None)?;
                }
            }
            column.close()?;
        }
        for at in 0..table.sums.len() {
            let numbers: Vec<i64> = group.iter().map(|(_, sums)| sums[at]).collect();
            let mut column = columns.next_column()?.ok_or_else(|| failed("columns"))?;
            column
                .typed::<Int64Type>()
                .write_batch(&numbers, None, None)?;
            column.close()?;
        }
        columns.close()?;
    }
    file.into_inner()
}

fn failed(why: impl ToString) -> ParquetError {
    ParquetError::General(why.to_string())
}

/// A key of a column of numbers.
fn number(key: &Key) -> i64 {
    match key {
        Key::Number(number) => *number,
        Key::Text(_) => 0,
    }
}

fn text(key: &Key) -> ByteArray {
    key.to_string().into_bytes().into()
}

/// What a file says that it is of, without its table.
///
/// # Errors
///
/// If it is no part.
pub fn about(path: &Path) -> Result<About, Unusable> {
    about_of(&open(path)?)
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, Unusable> {
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(io::Error::other("this is a folder; expected a file").into()),
        false => Ok(SerializedFileReader::new(file)?),
    }
}

fn about_of<R: parquet::file::reader::ChunkReader + 'static>(
    file: &SerializedFileReader<R>,
) -> Result<About, Unusable> {
    let metadata = file.metadata().file_metadata().key_value_metadata();
    let mut entries = metadata.into_iter().flatten();
    let about = entries.find_map(|entry| entry.value.as_ref().filter(|_| entry.key == ABOUT));
    let about = about.ok_or_else(|| Unusable::Foreign(format!("it has no metadata `{ABOUT}`")))?;
    serde_json::from_str(about).map_err(|error| Unusable::Foreign(error.to_string()))
}

/// Reads a part from its file.
///
/// # Errors
///
/// If it is none, or damaged.
pub fn read(path: &Path) -> Result<Part, Unusable> {
    let file = open(path)?;
    let about = about_of(&file)?;
    let mut table = Table::default();
    for column in file.metadata().file_metadata().schema().get_fields() {
        let name = column.name().to_owned();
        let kind = match column.get_physical_type() {
            Physical::INT64 => Kind::Number,
            Physical::BYTE_ARRAY => Kind::Text,
            other => return Err(Unusable::Foreign(format!("the column {name} is {other}"))),
        };
        match (about.keys.contains(&name), kind) {
            (true, kind) => table.keys.push((name, kind)),
            (false, Kind::Number) => table.sums.push(name),
            (false, Kind::Text) => {
                return Err(Unusable::Foreign(format!("the column {name} has texts")));
            }
        }
    }
    for group in 0..file.num_row_groups() {
        let group = file.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
        let mut keys: Vec<Vec<Key>> = vec![Vec::new(); rows];
        let mut sums: Vec<Vec<i64>> = vec![Vec::new(); rows];
        for at in 0..table.keys.len() {
            let cells = cells(group.get_column_reader(at)?, rows)?;
            keys.iter_mut()
                .zip(cells)
                .for_each(|(row, key)| row.push(key));
        }
        for at in 0..table.sums.len() {
            let cells = cells(group.get_column_reader(table.keys.len() + at)?, rows)?;
            let numbers = cells.iter().map(number);
            sums.iter_mut()
                .zip(numbers)
                .for_each(|(row, sum)| row.push(sum));
        }
        for (keys, sums) in keys.into_iter().zip(sums) {
            let added = table.add(keys, sums);
            added.map_err(|error| Unusable::Foreign(error.to_string()))?;
        }
    }
    Ok(Part { about, table })
}

/// The cells of a column.
fn cells(column: ColumnReader, rows: usize) -> Result<Vec<Key>, Unusable> {
    let keys: Vec<Key> = match column {
        ColumnReader::Int64ColumnReader(mut column) => {
            let mut numbers = Vec::with_capacity(rows);
            column.read_records(rows, None, None, &mut numbers)?;
            numbers.into_iter().map(Key::Number).collect()
        }
        ColumnReader::ByteArrayColumnReader(mut column) => {
            let mut texts = Vec::with_capacity(rows);
            column.read_records(rows, None, None, &mut texts)?;
            let text = |bytes: ByteArray| String::from_utf8_lossy(bytes.data()).into_owned();
            texts.into_iter().map(text).map(Key::Text).collect()
        }
        _ => Vec::new(),
    };
    match keys.len() == rows {
        true => Ok(keys),
        false => Err(Unusable::Damaged(ParquetError::EOF(format!(
            "{} of {rows} rows",
            keys.len()
        )))),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::scale::{Extent, Source};

    fn part(rows: &[(i64, &str, i64)], range: (u64, u64)) -> Part {
        let mut table = Table::new(&[("number", Kind::Number), ("text", Kind::Text)], &["hits"]);
        for &(number, text, hits) in rows {
            let keys = vec![number.into(), text.into()];
            table.add(keys, vec![hits]).unwrap();
        }
        let source = Source {
            name: "a.pgn".to_owned(),
            ranges: vec![range],
            ..Source::default()
        };
        Part {
            about: About {
                chesslog: "0.1.0".to_owned(),
                job: "00".to_owned(),
                work: json!({"rows": 3}),
                extent: Extent::of("ff".to_owned(), source),
                counts: BTreeMap::from([("games".to_owned(), range.1 - range.0 + 1)]),
                keys: vec!["number".to_owned(), "text".to_owned()],
            },
            table,
        }
    }

    fn file(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("chesslog-{}-{name}.parquet", std::process::id()))
    }

    #[test]
    fn a_part_comes_back_as_it_was() {
        let path = file("whole");
        let part = part(&[(1, "é", 3), (-2, "", i64::MAX), (1, "a", 0)], (1, 5));
        write(&path, &part).unwrap();
        assert_eq!(read(&path).unwrap(), part);
        assert_eq!(about(&path).unwrap(), part.about);
        let bytes = fs::read(&path).unwrap();
        for at in [bytes.len() / 4, bytes.len() / 2] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            fs::write(&path, &damaged).unwrap();
            // Either it is noticed, or nothing that is read has changed.
            assert!(read(&path).is_err() || read(&path).unwrap() == part, "{at}");
            fs::write(&path, &bytes[..at]).unwrap();
            assert!(matches!(read(&path), Err(Unusable::Damaged(_))), "{at}");
        }
        fs::remove_file(&path).unwrap();
    }

    proptest! {
        #[test]
        fn parts_add_up_in_any_order_to_the_same_bytes(
            rows in prop::collection::vec((0..4_i64, "[ab]", 0..100_i64), 1..20),
            order in Just((0..20_usize).collect::<Vec<_>>()).prop_shuffle(),
            middle in 0..20_usize,
        ) {
            let piece = |at: usize| {
                let (number, text, hits) = &rows[at];
                part(&[(*number, text, *hits)], (at as u64 + 1, at as u64 + 1))
            };
            let sum = |order: &[usize]| {
                let mut parts = order.iter().filter(|&&at| at < rows.len()).map(|&at| piece(at));
                let first = parts.next()?;
                Some(parts.fold(first, |mut sum, part| {
                    sum.add(part).unwrap();
                    sum
                }))
            };
            let in_order: Vec<usize> = (0..rows.len()).collect();
            let whole = sum(&in_order).unwrap();
            let (left, right) = order.split_at(middle);
            let mut halves = [sum(left), sum(right)].into_iter().flatten();
            let mut folded = halves.next().unwrap();
            halves.for_each(|half| folded.add(half).unwrap());
            prop_assert_eq!(bytes(&folded).unwrap(), bytes(&whole).unwrap());
            prop_assert!(folded.add(piece(0)).is_err());
        }
    }
}
