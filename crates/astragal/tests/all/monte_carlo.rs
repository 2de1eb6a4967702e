//! Full Monte Carlo tests of NIST's validation program (CAVP): 100 outer iterations of 1000 inner iterations. Each
//! iteration depends on the previous one. The tests are specified in SHAVS §6.4, SHA3VS §6.2.3 and §6.3.3, and AESAVS
//! §6.4.2. The ECB tests are part of the known-answer tests. The seeds and answers are taken from CAVP's response
//! files. Only the first and the last answer of each test are checked. The last answer depends on all others.

use astragal::cipher::Padding;
use astragal::registry::{self, Direction, XofParams};

#[test]
fn hashes_match_cavp_monte_carlo_tests() {
    for &[name, seed, first, last] in HASHES {
        let row = registry::hash(name).expect("the registry has the algorithm");
        let mut digest = bytes(seed);
        for count in 0..100 {
            // For SHA-1 and SHA-2, the next message consists of the last three digests. For SHA-3, the next message is
            // the last digest.
            if name.starts_with("sha3-") {
                (0..1000).for_each(|_| digest = row.hash(&digest));
            } else {
                let mut three = [digest.clone(), digest.clone(), digest];
                for _ in 0..1000 {
                    let next = row.hash(&three.concat());
                    three.rotate_left(1);
                    three[2] = next;
                }
                let [.., newest] = three;
                digest = newest;
            }
            check(name, count, &digest, first, last);
        }
    }
}

#[test]
fn shake_matches_cavp_monte_carlo_tests() {
    for &(name, shortest, longest, [message, first, last]) in SHAKES {
        let row = registry::xof(name).expect("the registry has the algorithm");
        let mut output = bytes(message);
        let mut output_bytes = longest;
        for count in 0..100 {
            for _ in 0..1000 {
                let mut message = output;
                message.resize(16, 0);
                let params = XofParams::default();
                let mut xof = row.new_xof(&params).expect("the default parameters are allowed");
                xof.absorb(&message).expect("no output has been squeezed");
                output = vec![0; output_bytes];
                xof.squeeze(&mut output).expect("the output has no length limit");
                // The last 16 bits of the output select the next output length.
                let choice = output.last_chunk().expect("the output has at least 16 bytes");
                output_bytes =
                    shortest + usize::from(u16::from_be_bytes(*choice)) % (longest - shortest + 1);
            }
            check(name, count, &output, first, last);
        }
    }
}

#[test]
fn aes_modes_match_aesavs_monte_carlo_tests() {
    for &(name, direction, [key, iv, text, first, last]) in MODES {
        let mode = registry::mode(name).expect("the registry has the mode");
        let (mut key, mut iv, mut text) = (bytes(key), bytes(iv), bytes(text));
        for count in 0..100 {
            let started = mode.start(direction, &key, &iv, Padding::None);
            let mut object = started.expect("the lengths are allowed");
            let mut newest = iv;
            for _ in 0..1000 {
                let mut output = vec![0; 16];
                let given =
                    object.update(&text, &mut output).expect("the output buffer is long enough");
                assert_eq!(given, 16, "{name}");
                // Each output becomes the input two iterations later. The input of the second iteration is the IV.
                text = std::mem::replace(&mut newest, output);
            }
            check(name, count, &newest, first, last);
            let both = [text.as_slice(), &newest].concat();
            let changes = &both[both.len() - key.len()..];
            key.iter_mut().zip(changes).for_each(|(byte, change)| *byte ^= change);
            iv = newest;
        }
    }
}

fn check(name: &str, count: usize, output: &[u8], first: &str, last: &str) {
    match count {
        0 => assert_eq!(output, bytes(first), "{name}, COUNT 0"),
        99 => assert_eq!(output, bytes(last), "{name}, COUNT 99"),
        _ => {}
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits =
        hex.as_bytes().chunks(2).map(|two| str::from_utf8(two).expect("the text is ASCII"));
    digits.map(|two| u8::from_str_radix(two, 16).expect("the text is hexadecimal")).collect()
}

/// Columns: name, seed, first digest and last digest.
const HASHES: &[[&str; 4]] = &[
    [
        "sha1",
        "dd4df644eaf3d85bace2b21accaa22b28821f5cd",
        "11f5c38b4479d4ad55cb69fadf62de0b036d5163",
        "01b7be5b70ef64843a03fdbb3b247a6278d2cbe1",
    ],
    [
        "sha224",
        "ed2b70d575d9d0b4196ae84a03eed940057ea89cdd729b95b7d4e6a5",
        "cd94d7da13c030208b2d0d78fcfe9ea22fa8906df66aa9a1f42afa70",
        "27033d2d89329ba9d2a39c0292552a5f1f945c115d5abf2064e93754",
    ],
    [
        "sha256",
        "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691",
        "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
        "6a912ba4188391a78e6f13d88ed2d14e13afce9db6f7dcbf4a48c24f3db02778",
    ],
    [
        "sha384",
        "edff07255c71b54a9beae52cdfa083569a08be89949cbba73ddc8acf429359ca5e5be7a673633ca0d9709848f522a9df",
        "e81b86c49a38feddfd185f71ca7da6732a053ed4a2640d52d27f53f9f76422650b0e93645301ac99f8295d6f820f1035",
        "ccde4359f23e64579c5c0380df837ee950928aa82937a2d2ed33d216e707c46d847efa5ca52dcbda551145e164fbd594",
    ],
    [
        "sha512",
        "5c337de5caf35d18ed90b5cddfce001ca1b8ee8602f367e7c24ccca6f893802fb1aca7a3dae32dcd60800a59959bc540d63237876b799229ae71a2526fbc52cd",
        "ada69add0071b794463c8806a177326735fa624b68ab7bcab2388b9276c036e4eaaff87333e83c81c0bca0359d4aeebcbcfd314c0630e0c2af68c1fb19cc470e",
        "4aa7dad74eb51d09a6ae7735c4b795b078f51c314f14f42a0d63071e13bdc5fd9f51612e77b36d44567502a3b5eb66c609ec017e51d8df93e58d1a44f3c1e375",
    ],
    [
        "sha512-224",
        "2e325bf8c98c0be54493d04c329e706343aebe4968fdd33b37da9c0a",
        "9ee006873962aa0842d636c759646a4ef4b65bcbebcc35430b20f7f4",
        "5d8fc89761e82efe7188596a52eb43efd9492038bbc47bc0df5e9843",
    ],
    [
        "sha512-256",
        "f41ece2613e4573915696b5adcd51ca328be3bf566a9ca99c9ceb0279c1cb0a7",
        "b1d97a6536896aa01098fb2b9e15d8692621c84077051fc1f70a8a48baa6dfaf",
        "1822ede971ca1407fbcb1dff487ea9d93d71d756cdf32945703de673f4b3d816",
    ],
    [
        "sha3-224",
        "3a9415d401aeb8567e6f0ecee311f4f716b39e86045c8a51383db2b6",
        "90080c037bda5fafcada98e8afda62b10ffb5781b97f6e7aa3ded6e6",
        "91defbe230b514d7db13d915a82368d32d48f55db31d16e3ae7fbbd0",
    ],
    [
        "sha3-256",
        "aa64f7245e2177c654eb4de360da8761a516fdc7578c3498c5e582e096b8730c",
        "225cbac2be6f329d94228c5360a1c177bc495a761c442a1771b1d18555c309a5",
        "456f2ed7f5433bb4e56d7780a21a953e95d6a5eb53bb4c974c57a90e677f3197",
    ],
    [
        "sha3-384",
        "7a00791f6f65c21f1c97c58fa3c0520cfc85cd7e3d398cf01950819fa717195065a363e77d07753647cb0c130e9972ad",
        "b2d4e10214bd7991e3a3e4772f5c7b390178e20c3ff882648a891e44b9d309d91bf5fab74c0bc155a7fac972a9b128a2",
        "02c9babd4add11a5f23c1808f72e3dc8325cedc31d28213a04d999dac8f46b866f84ba3dbfbcf1a863cc54d808ffadca",
    ],
    [
        "sha3-512",
        "764a5511f00dbb0eaef2eb27ad58d35f74f563b88f789ff53f6cf3a47060c75ceb455444cd17b6d438c042e0483919d249f2fd372774647d2545cbfad20b4d31",
        "83dd81285c36d86dde72631a1a1e0d9c12b0e2842d499a63b00de87f11839565b21d9416f154b72034b7fcd41d2f1d9eac184eec823547772826ed90c53d856e",
        "760824a439b0681fcd5d22f8467d927a764febc457fd1eb62584ca82b00e1a07905a0117a955041892d2c9d849c096067ed2893aca5c841f8aa32dabe642bc82",
    ],
];

/// Columns: name, minimum and maximum output length in bytes, message, first output and last output.
const SHAKES: &[(&str, usize, usize, [&str; 3])] = &[
    (
        "shake128",
        16,
        140,
        [
            "c8b310cb97efa3855434998fa81c7674",
            "fe8c476993b47b10c98303a04c6212dfb341426d748d3926140aee0a151fc80fa1",
            "4aa371f0099b04a909f9b1680e8b52a21c6510ea2640137d501ffa114bf84717b1f725d64bae4ae5d87a",
        ],
    ),
    (
        "shake256",
        2,
        250,
        [
            "48a0321b3653e4e86446d00f6a036efd",
            "5410fae0cd08b96ac832890a2f4caa8b3d404e9f71e5ced4f3ef34f15c5aeb7b4c69ab3526dbe59118d5db5eb90f11a0e7f0aa5e10f648dace0e043732f6e948c8cf02af090107e3f9e8e07be835d0cdce6343248df67c669a36c6d3d0dcbbbb7b135e1751f0ed01f275840e0c20309d77ac802bbb0bf991373e7560ceb7d332bfad7ae827c97233fb79b66f01619759e2c7dab42a2ef3dfdda8a18fe4a4047de51279f513b318e7765b52f71575df51e6720936f68d9e4cd8342a8aafdd82d47a2f08de05956a5d97c6e72d2c77b74f5a3cc6d68c3549206c8485fc87b408e19ebbb7f9c0027a492120bc",
            "d4c8c26ded38cca426d8d1c8f8aedb5c543541333839deca8713cfd8684480fe923f57c3a5c89cb61427c220c7",
        ],
    ),
];

/// Columns: name, direction, key, IV, text, first output and last output.
const MODES: &[(&str, Direction, [&str; 5])] = &[
    (
        "aes-128-cbc",
        Direction::Encrypt,
        [
            "8809e7dd3a959ee5d8dbb13f501f2274",
            "e5c0bb535d7d54572ad06d170a0e58ae",
            "1fd4ee65603e6130cfc2a82ab3d56c24",
            "b127a5b4c4692d87483db0c3b0d11e64",
            "7bed7671c8913aa1330f193761523e67",
        ],
    ),
    (
        "aes-128-cbc",
        Direction::Decrypt,
        [
            "287b07c78f8e3e1be7c41b3d96c04e6e",
            "41b461f9464fd515d25413b4241002b8",
            "7c54923b0490a9d4de4ec1ce6790aa4d",
            "2805d10b127fcd1da528faad4eb2e10b",
            "4769317b0562c45949c18b3855f8bf4a",
        ],
    ),
    (
        "aes-192-cbc",
        Direction::Encrypt,
        [
            "dea64f83cfe6a0a183ddbe865cfca059b3c615c1623d63fc",
            "426fbc087b50b395c0fc81ef9fd6d1aa",
            "cd0b8c8a8179ecb171b64c894a4d60fd",
            "ae6302d22da9458117f5681431fc80df",
            "e6457bfc3433e80299c52b2be418f582",
        ],
    ),
    (
        "aes-192-cbc",
        Direction::Decrypt,
        [
            "a24ebd4d7a080c28caae984b5098a9ea38cf7280e2c5f122",
            "c5aeb9b51ad5108371c59d0b90816310",
            "eb2c4e2712591ff13b8ac7870c9c404c",
            "886dc6ee8774e7a5b378ac8a2b637e50",
            "836424eadf8155aaf9a9a51391a1cf7e",
        ],
    ),
    (
        "aes-256-cbc",
        Direction::Encrypt,
        [
            "632bac4fe4db44cfcf18cfa90b43f86f378611b8d968595eb89e7ae98624564a",
            "ff8127621be616803e3f002377730185",
            "90ed17475f0a62bc381ba1f3ffbfff33",
            "4494030b1e828f57e349cbde6499abf3",
            "bade1667b42f537f0cb3f5573a949aaa",
        ],
    ),
    (
        "aes-256-cbc",
        Direction::Decrypt,
        [
            "31397ad8cc79c519e0f46e0f70303587e38958d70723b771552336b7771f6311",
            "4139cb54eeac3fcf36ed72941122c40f",
            "27a1d5c10fe45b801d15f56e654a70f0",
            "f0e50e036baf80cef566d3f9eaa2a9a7",
            "9be831799a79b0955241f308f0d5b2e1",
        ],
    ),
    (
        "aes-128-cfb",
        Direction::Encrypt,
        [
            "3d2013d183970f00d3551281f2543fbd",
            "953eb9921a7ae4b9ec6d115eb720f7f0",
            "2590ad2e5455a6a5fe61a09ea4033c81",
            "72beed95ea2239d3d087cba751e3769e",
            "333212aad7543432449eb834703bd8fe",
        ],
    ),
    (
        "aes-128-cfb",
        Direction::Decrypt,
        [
            "57c4964283ddaa25c2b2ba8b0aad92e3",
            "de5916c8a620a4b462ab01d9771fd613",
            "33d89bb0043e1f432e5c37e2d60e61e6",
            "59cdd6cdff128f0a8edca9c8b67abb3a",
            "9d9bddd800e2ac630771a9fc0d0a158e",
        ],
    ),
    (
        "aes-192-cfb",
        Direction::Encrypt,
        [
            "178490e1450339b39fbfe93e780fa73344e5b3aa50aed221",
            "f36c375fbcd9d41a16698b03715ce889",
            "d6666b2bad548b51eebd0ed0a0595cba",
            "3bfa4b5759346aaae16ff6f8d2500027",
            "e02b65567887546b44e25a3abaa38932",
        ],
    ),
    (
        "aes-192-cfb",
        Direction::Decrypt,
        [
            "67c2eda508ad0513d736c8f4f9bea15260422bae9cdea4a0",
            "0f126257f517711445d665e121bc8a2e",
            "237b9d266edcf5eee7438721d137cf1d",
            "cf7b24a39dd5442e25b20f29e8a2ef8d",
            "a7de9daa7ce23859a4110af98f3453b1",
        ],
    ),
    (
        "aes-256-cfb",
        Direction::Encrypt,
        [
            "3bfe82b841d969e462c9e0e95146d120d28ecfdac49b42f45e53c5abb900ccb2",
            "bea7ae84b0d16bd65e1fc05d74186601",
            "08cb9f7ebf92c4df696de5a2edb7c313",
            "61a721d192b0ad2ad2c33afe742fec48",
            "d142e63eb14cf9cff8a23dd8f1a8446e",
        ],
    ),
    (
        "aes-256-cfb",
        Direction::Decrypt,
        [
            "37664842a5f64779a06bfb640ae88cdb6ea3e7634beab552b0648d34099a686e",
            "bb1802f8eac784ff66dbf2fbe63f5755",
            "b20d5526aa68bfb5d2afed5d80ef8aae",
            "3d273aa41e658d8ab5bc681d43b595c2",
            "c52172ae9cf82cd4d9cce16b62dbb1af",
        ],
    ),
    (
        "aes-128-ofb",
        Direction::Encrypt,
        [
            "89f6806368c130627a98bfb6bb5b1fd7",
            "b24d13affed86717df32a5b43fa9b859",
            "056f3063170450a5ac72c15caa54c690",
            "b0e7562dac92f90d5935c57baf336204",
            "6754f2521b14154819b1b4f2a98a89fa",
        ],
    ),
    (
        "aes-128-ofb",
        Direction::Decrypt,
        [
            "6ec8f8db4b5eec1f64a799c1bb29b9aa",
            "b2321765f48eddc7f84b9423a540003c",
            "0dda834adaec203904d288f43263c4b7",
            "9c1037b77f32bd314929cea95a39bcdc",
            "5b783cca8e4091a7a63db0ef8edc7381",
        ],
    ),
    (
        "aes-192-ofb",
        Direction::Encrypt,
        [
            "3264e48dc08e22e3d83f664c3a81a7b9a46da5b70093c2f2",
            "cd5db293836a44f55647eb8844ccad8d",
            "be25385d443c3eab7c6f4fb4eac7a5db",
            "394655a878ac85fee108f3cb5cbb4350",
            "fd6dd0015e135d74fdeb67e927235dd1",
        ],
    ),
    (
        "aes-192-ofb",
        Direction::Decrypt,
        [
            "c79765ec6ed647aa5023c730e71cde2989d225534820e078",
            "4f032ffe0b2ae69847987b82cd7caa99",
            "9983ce048f19ef4043054c03aa010bee",
            "280dab0a264179ddc7a5564518ddf641",
            "656ddf0a3067b99d9d234b0e2223f04f",
        ],
    ),
    (
        "aes-256-ofb",
        Direction::Encrypt,
        [
            "b46129976d3fb9a83b10d3f6bb928a5b2e8fd00ec10fdf7513ccd83af1e6aaa1",
            "39c6a3ab26ae170921c503fc62ec0ba9",
            "7a644b53ef2cb607328c63dd61321515",
            "0e865252917d7a10547480988fe3f80e",
            "5fe7772bc8807a9fcb5f35cf23ef3c73",
        ],
    ),
    (
        "aes-256-ofb",
        Direction::Decrypt,
        [
            "8eda005a16f5d0cc62727e92ded412e8e7d9e01f98000043e049fffcd83cd4b2",
            "57d404ae6da97c9ed315a13739954cf9",
            "53de1c313745ecf39963059435541fba",
            "e68ee3c8cabb00e41be436499ac47d5c",
            "dc777f806e2bc45b0b9348689e947ca7",
        ],
    ),
];
