//! Small networks in Leela's format, made byte by byte for tests.

use crate::random::Random;

/// A field with an integer.
pub fn integer_field(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

/// A field with a 32-bit number.
pub fn float_field(number: u64, value: f32) -> Vec<u8> {
    [varint(number << 3 | 5), value.to_le_bytes().to_vec()].concat()
}

/// A field with bytes or a message.
pub fn bytes_field(number: u64, bytes: &[u8]) -> Vec<u8> {
    let length = varint(bytes.len() as u64);
    [varint(number << 3 | 2), length, bytes.to_vec()].concat()
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// A layer of numbers between two others.
pub fn layer(least: f32, greatest: f32, steps: &[u16]) -> Vec<u8> {
    let params: Vec<u8> = steps.iter().flat_map(|step| step.to_le_bytes()).collect();
    [
        float_field(1, least),
        float_field(2, greatest),
        bytes_field(3, &params),
    ]
    .concat()
}

/// What a small network is made of: two blocks of four channels, drawn weights.
#[derive(Debug)]
pub struct Sample {
    /// The encoding of the weights.
    pub encoding: u64,
    /// The formats from field 1 on.
    pub formats: [u64; 6],
    /// A field of the weights, and what stands there instead.
    pub replaced: Option<(u64, Vec<u8>)>,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample {
            encoding: 1,
            formats: [1, 2, 4, 2, 2, 0],
            replaced: None,
        }
    }
}

impl Sample {
    /// The bytes of the file, not packed.
    pub fn file(&self) -> Vec<u8> {
        let mut random = Random::new(11);
        let mut drawn = |count: usize, spread: f32| {
            let steps: Vec<u16> = (0..count).map(|_| random.below(1 << 16) as u16).collect();
            layer(-spread, spread, &steps)
        };
        let mut convolution = |inputs: usize, outputs: usize, taps: usize| {
            let spread = 1.5 / ((inputs * taps) as f32).sqrt();
            let positive: Vec<u16> = (0..outputs).map(|n| (n * 9973 % 65536) as u16).collect();
            [
                bytes_field(1, &drawn(inputs * outputs * taps, spread)),
                bytes_field(3, &drawn(outputs, 0.2)),
                bytes_field(4, &layer(0.5, 1.5, &positive)),
                bytes_field(5, &layer(0.5, 1.5, &positive)),
                bytes_field(6, &drawn(outputs, 0.5)),
            ]
            .concat()
        };
        let mut fields = vec![(1, convolution(112, 4, 9))];
        for _ in 0..2 {
            let (first, second) = (convolution(4, 4, 9), convolution(4, 4, 9));
            let se = [
                bytes_field(
                    1,
                    &layer(-1.0, 1.0, &[9, 60000, 3000, 999, 50000, 7, 65535, 32000]),
                ),
                bytes_field(2, &layer(0.0, 1.0, &[300, 40000])),
                bytes_field(
                    3,
                    &layer(-1.0, 1.0, &(0..16).map(|n| n * 4000).collect::<Vec<_>>()),
                ),
                bytes_field(
                    4,
                    &layer(-0.5, 0.5, &(0..8).map(|n| n * 8000).collect::<Vec<_>>()),
                ),
            ]
            .concat();
            let block = [
                bytes_field(1, &first),
                bytes_field(2, &second),
                bytes_field(3, &se),
            ];
            fields.push((2, block.concat()));
        }
        fields.push((11, convolution(4, 4, 9)));
        fields.push((3, convolution(4, 73, 9)));
        fields.push((6, convolution(4, 2, 1)));
        let steps =
            |count: u32| -> Vec<u16> { (0..count).map(|n| (n * 40503 % 65536) as u16).collect() };
        fields.push((7, layer(-0.2, 0.2, &steps(4 * 128))));
        fields.push((8, layer(-0.2, 0.2, &steps(4))));
        fields.push((9, layer(-1.0, 1.0, &steps(12))));
        fields.push((10, layer(-0.2, 0.2, &steps(3))));
        if let Some((number, instead)) = &self.replaced {
            for (field, bytes) in &mut fields {
                if field == number {
                    bytes.clone_from(instead);
                }
            }
        }
        let weights: Vec<u8> = fields
            .iter()
            .flat_map(|(number, bytes)| bytes_field(*number, bytes))
            .collect();
        let formats: Vec<u8> = (1..)
            .zip(self.formats)
            .flat_map(|(number, format)| integer_field(number, format))
            .collect();
        let format = [integer_field(1, self.encoding), bytes_field(2, &formats)].concat();
        [
            [varint(1 << 3 | 5), 0x1c0_u32.to_le_bytes().to_vec()].concat(),
            bytes_field(2, b"made for a test"),
            bytes_field(4, &format),
            bytes_field(10, &weights),
        ]
        .concat()
    }
}
