use super::*;

fn two() -> Weights {
    let metadata = [("format", "a \"test\""), ("note", "é")];
    let tensors = [
        (
            "first",
            vec![2, 3],
            vec![1.0, -2.5, 0.0, 1e-30, 3.0, f32::MAX],
        ),
        ("second", vec![1], vec![7.0]),
        ("third", vec![0], vec![]),
    ];
    Weights {
        metadata: metadata
            .map(|(name, text)| (name.into(), text.into()))
            .into(),
        tensors: tensors
            .map(|(name, shape, data)| (name.into(), (shape, data)))
            .into(),
    }
}

/// A file with this header and these numbers.
fn file(header: &str, numbers: &[f32]) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes());
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

#[test]
fn what_is_written_is_read() {
    let bytes = two().bytes();
    assert_eq!(Weights::read(&bytes), Ok(two()));
    // As the format has it: the length, JSON, numbers from a multiple of eight on.
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    assert_eq!(length % 8, 0);
    let header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    assert_eq!(header["first"]["data_offsets"], json!([0, 24]));
    assert_eq!(header[METADATA]["note"], "é");
    assert_eq!(bytes[8 + length..12 + length], 1.0_f32.to_le_bytes());
}

#[test]
fn every_cut_is_noticed() {
    let bytes = two().bytes();
    for end in 0..bytes.len() {
        let fault = Weights::read(&bytes[..end]).unwrap_err();
        assert!(matches!(fault, Fault::Short(..)), "{end}: {fault}");
    }
    let long = [&bytes[..], b"more"].concat();
    assert_eq!(Weights::read(&long), Err(Fault::Long(4)));
}

#[test]
fn no_damage_makes_it_panic() {
    let bytes = two().bytes();
    let mut refused = 0;
    for at in 0..bytes.len() {
        for flip in [0x01, 0x10, 0x80, 0xff] {
            let mut wrong = bytes.clone();
            wrong[at] ^= flip;
            refused += usize::from(Weights::read(&wrong).is_err());
        }
    }
    assert!(refused > bytes.len(), "{refused}");
}

#[test]
fn faults_are_told_by_name() {
    let reported = |header: &str, numbers: &[f32]| {
        Weights::read(&file(header, numbers))
            .unwrap_err()
            .to_string()
    };
    let tensor = |entry: &str| reported(&format!("{{\"w\": {entry}}}"), &[1.0, 2.0]);
    assert_eq!(
        tensor(r#"{"dtype": "F16", "shape": [2], "data_offsets": [0, 4]}"#),
        "the tensor w has numbers of type F16, expected F32"
    );
    assert_eq!(
        tensor(r#"{"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}"#),
        "the tensor w has bytes 0 to 8, which is not the size of the shape [3]"
    );
    assert_eq!(
        tensor(r#"{"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}"#),
        "the tensor w begins at byte 4 of the numbers, expected 0"
    );
    assert_eq!(
        tensor(r#"{"dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 8]}"#),
        "the tensor w has bytes 0 to 8, which is not the size of the shape [4294967296, 4294967296]"
    );
    assert_eq!(
        tensor("7"),
        "the tensor w has numbers of type none, expected F32"
    );
    let good = r#"{"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}"#;
    assert_eq!(
        reported(good, &[1.0, f32::NAN]),
        "the tensor w has NaN as its number 1"
    );
    assert_eq!(
        reported(good, &[f32::NEG_INFINITY, 0.0]),
        "the tensor w has -inf as its number 0"
    );
    let text = reported("not JSON at all", &[]);
    assert!(
        text.starts_with("this is no file of safetensors: its header is wrong"),
        "{text}"
    );
    let text = reported(r#"{"__metadata__": {"a": 1}}"#, &[]);
    assert!(text.contains("its metadata are not texts"), "{text}");
    let gzip = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0][..], &[0; 40]].concat();
    assert!(matches!(
        Weights::read(&gzip),
        Err(Fault::Short(..) | Fault::Header(_))
    ));
    let png = Weights::read(b"\x89PNG\r\n\x1a\n and so on").unwrap_err();
    assert!(matches!(png, Fault::Header(_)), "{png}");
}

#[test]
fn weights_of_something_else_are_refused() {
    let weights = two();
    let expected = |tensors: &[(&str, &[usize])]| {
        weights
            .expect_tensors(tensors.iter().copied())
            .map_err(|fault| fault.to_string())
    };
    let all: [(&str, &[usize]); 3] = [("first", &[2, 3]), ("second", &[1]), ("third", &[0])];
    assert_eq!(expected(&all), Ok(()));
    let unknown = "the tensor third is not one of this network";
    assert_eq!(expected(&all[..2]), Err(unknown.to_owned()));
    let missing = expected(&[all[0], all[1], all[2], ("fourth", &[])]);
    assert_eq!(missing, Err("the tensor fourth is missing".to_owned()));
    let shape = expected(&[("first", &[3, 2]), all[1], all[2]]);
    let reported = "the tensor first has the shape [2, 3], expected [3, 2]";
    assert_eq!(shape, Err(reported.to_owned()));
    let format = weights.expect_format("another").unwrap_err().to_string();
    assert_eq!(
        format,
        r#"format is "a \"test\"" in the metadata, expected "another""#
    );
    let shape = weights.shape().unwrap_err().to_string();
    assert_eq!(
        shape,
        "the metadata have no squeeze, expected a number or none"
    );
}

#[test]
fn a_file_takes_the_place_of_the_last_one() {
    let folder = std::env::temp_dir().join(format!("chesslog-weights-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("w.safetensors");
    two().save(&path).unwrap();
    let mut other = two();
    other.metadata.insert("note".into(), "new".into());
    other.save(&path).unwrap();
    assert_eq!(Weights::load(&path), Ok(other));
    let files = fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, 1, "drafts are removed");
    assert!(two().save(&folder.join("none/w.safetensors")).is_err());
    let fault = Weights::load(&folder.join("none")).unwrap_err();
    assert!(matches!(fault, Fault::Unreadable(_)), "{fault}");
    fs::remove_dir_all(&folder).unwrap();
}
