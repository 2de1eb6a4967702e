//! Declares in Rust, for cbindgen, what macros declare in the library: the states of `typed/state/table.rs` with their functions,
//! and the functions that all kinds of objects have.

use std::fmt::Write as _;

/// Declarations that cbindgen reads.
#[derive(Default)]
struct Declarations(String);

impl Declarations {
    fn function(&mut self, name: &str, comment: &str, parameters: &str) {
        let comment = comment.replace('\n', "\n/// ");
        let _ = write!(
            self.0,
            "/// {comment}\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn {name}({parameters}) -> c_int {{ 0 }}\n"
        );
    }

    /// A function over the state of `c`; an array among the parameters is named with its length.
    fn verb(&mut self, c: &str, verb: &str, comment: &str, array: &str, parameters: &str) {
        let arrays =
            if array.is_empty() { "" } else { &format!("\n\ncbindgen:ptrs-as-arrays=[[{array}]]") };
        let name = format!("astragal_{c}_{verb}");
        let parameters = format!("state: *mut astragal_{c}_state, {parameters}");
        self.function(&name, &format!("{comment}{arrays}"), &parameters);
    }

    fn state(&mut self, c: &str, title: &str, words: usize, end: &str) {
        let _ = write!(
            self.0,
            "/// State of {title} in memory of the caller's. It holds no address: copy it by assignment.\n/// {end}
#[repr(C, align(16))]
pub struct astragal_{c}_state {{
    /// Opaque.
    words: [u64; {words}],
}}
"
        );
    }

    fn hash(&mut self, c: &str, words: usize, bytes: usize, title: &str, has_once: bool) {
        let array = format!("out; {bytes}");
        if has_once {
            self.function(
                &format!("astragal_{c}"),
                &format!(
                    "{title} of a message. The digest may go where the message lies.\n\ncbindgen:ptrs-as-arrays=[[{array}]]"
                ),
                "msg: *const u8, len: usize, out: *mut u8",
            );
        }
        self.state(
            c,
            title,
            words,
            &format!("A digest ends a message and begins the next. {WIPE}"),
        );
        self.verb(
            c,
            "init",
            &format!("Begins an empty message of {title}, whatever the state holds."),
            "",
            "",
        );
        self.verb(c, "update", UPDATE, "", DATA);
        self.verb(
            c,
            "final",
            "Writes the digest of the message, and begins an empty one.",
            &array,
            "out: *mut u8",
        );
    }

    fn xof(&mut self, c: &str, words: usize, title: &str, parameters: &str) {
        self.state(c, title, words, &format!("The first squeeze ends the message. {WIPE}"));
        let more = match parameters.split(':').next() {
            Some("domain") => {
                ", with a domain\nseparation byte of 0x01 to 0x7f; 0x1f where no other is needed.\n\n@return ASTRAGAL_ERR_PARAMETER for another byte"
            }
            Some("name") => {
                ", with a\nfunction name N and a customization string S, which may be empty"
            }
            Some("key") => ", with a key and a\ncustomization string, which may be empty",
            _ => "",
        };
        let begin = format!("Begins an empty message of {title}, whatever the state holds{more}.");
        self.verb(c, "init", &begin, "", parameters);
        self.verb(
            c,
            "absorb",
            &format!("{UPDATE}\n\n@return ASTRAGAL_ERR_STATE after the first squeeze."),
            "",
            DATA,
        );
        let squeeze = "Writes the next `out_len` bytes of output, any number of times.";
        self.verb(c, "squeeze", squeeze, "", "out: *mut u8, out_len: usize");
    }

    fn hmac(&mut self, c: &str, words: usize, bytes: usize, title: &str) {
        let array = format!("tag; {bytes}");
        self.function(
            &format!("astragal_{c}"),
            &format!(
                "Writes the tag of a whole message by {title}. It may go where the message lies.\n\ncbindgen:ptrs-as-arrays=[[{array}]]"
            ),
            "key: *const u8, key_len: usize, msg: *const u8, len: usize, tag: *mut u8",
        );
        self.state(c, title, words, KEYED);
        let begin = format!(
            "Begins an empty message of {title} under a key of any length, whatever the state holds."
        );
        self.verb(c, "init", &begin, "", "key: *const u8, key_len: usize");
        self.verb(c, "update", UPDATE, "", DATA);
        self.verb(
            c,
            "final",
            "Writes the tag of the message, and wipes the state.",
            &array,
            "tag: *mut u8",
        );
        let compare = format!(
            "Compares the tag of the message in constant time, and wipes the state.\n\n{VERIFIED}"
        );
        self.verb(c, "verify", &compare, &array, "tag: *const u8");
    }

    fn kmac(&mut self, c: &str, words: usize, title: &str) {
        self.state(c, title, words, KEYED);
        let begin = format!(
            "Begins an empty message of {title} under a key, with a customization\nstring, which may be empty, whatever the state holds."
        );
        self.verb(
            c,
            "init",
            &begin,
            "",
            "key: *const u8, key_len: usize, custom: *const u8, custom_len: usize",
        );
        self.verb(c, "update", UPDATE, "", DATA);
        self.verb(
            c,
            "final",
            "Writes the tag of `tag_len` bytes of the message, and wipes the state. A shorter tag is not the start of a longer one.",
            "",
            "tag: *mut u8, tag_len: usize",
        );
        let compare = format!(
            "Compares the tag of the message in constant time, and wipes the state. Pass the length that you have agreed upon,\n4 to 64 bytes, not the one that came with the message.\n\n{VERIFIED}"
        );
        self.verb(c, "verify", &compare, "", "tag: *const u8, tag_len: usize");
    }
}

/// An object's handle, its name in C, and what a copy has, in the comment of the function that copies.
const OBJECTS: [(&str, &str, &str); 7] = [
    ("Hash", "hash", "with the same message so far."),
    ("Xof", "xof", "with the same message or the same output so far."),
    ("Mac", "mac", "with the same key and the same message so far."),
    ("Aead", "aead", "with the same key."),
    (
        "AeadMessage",
        "aead_message",
        "with the same key and the same message so far; only of a message that is being\ndecrypted.\n\n@return ASTRAGAL_ERR_STATE if the message is being encrypted: two messages under one nonce and key give away both,\nand the key that authenticates.",
    ),
    ("Cipher", "cipher", "with the same key and tweak."),
    (
        "Mode",
        "mode",
        "with the same key and the same message so far. CTR, CFB and OFB encrypt what follows by\nthe same keystream in both: encrypt different texts in one of the two only.",
    ),
];

/// The functions that the objects of a kind have in common with all.
fn lifecycle(kind: &str) -> Option<String> {
    let (handle, _, copied) = OBJECTS.into_iter().find(|(_, name, _)| *name == kind)?;
    let parameter = kind.rsplit('_').next()?;
    let function = |verb: &str, comment: &str, parameters: &str| {
        let mut one = Declarations::default();
        one.function(&format!("astragal_{kind}_{verb}"), comment, parameters);
        one.0
    };
    let object = format!("{parameter}: *const {handle}");
    let out = format!("out: *mut *mut {handle}");
    let copy_at = format!(
        "A copy in the caller's memory; see astragal_{kind}_init_at() and astragal_{kind}_copy()."
    );
    let memory = format!("{out}, memory: *mut c_void, memory_len: usize, {object}");
    let free = format!(
        "Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_{kind} is left alone;\nastragal_last_error() says so."
    );
    Some(
        [
            function("copy", &format!("A copy on the heap, {copied}"), &format!("{out}, {object}")),
            function("copy_at", &copy_at, &memory),
            function(
                "alg",
                "The algorithm of the object.\n\n@return NULL if it is not a live object.",
                &object,
            )
            .replace("c_int { 0 }", "*const Alg { core::ptr::null() }"),
            function("free", &free, &format!("{parameter}: *mut {handle}"))
                .replace(" -> c_int { 0 }", " {}"),
        ]
        .concat(),
    )
}

/// The declarations of this name: `states`, or those of a kind of objects.
pub(super) fn declared(name: &str) -> String {
    lifecycle(name).unwrap_or_else(states)
}

const UPDATE: &str = "Appends a piece, of any length, to the message.";
const DATA: &str = "data: *const u8, len: usize";
const WIPE: &str = "astragal_wipe() wipes a state that is not needed any more.";
const KEYED: &str = "The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state\n/// that is not needed any more.";
const VERIFIED: &str = "@return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not.";

macro_rules! states {
    (
        hashes { $($hash:ident $hash_type:ident $hash_name:literal $hash_words:literal $hash_bytes:literal
            $hash_title:literal $($hash_once:ident)?;)+ }
        xofs { $($xof_guard:ident $xof:ident($($xof_arg:ident: $xof_arg_type:ty),*) $xof_type:path, $xof_name:literal
            $xof_words:literal $xof_title:literal, $xof_new:expr;)+ }
        hmacs { $($hmac:ident $hmac_type:ident $hmac_name:literal $hmac_words:literal $hmac_bytes:literal
            $hmac_title:literal;)+ }
        kmacs { $($kmac:ident $kmac_type:ident $kmac_name:literal $kmac_words:literal $kmac_title:literal;)+ }
    ) => {
        /// The states and their functions.
        fn states() -> String {
            let mut all = Declarations::default();
            $(let has_once = <[&str]>::contains(&[$(stringify!($hash_once))?], &"once");
            all.hash(stringify!($hash), $hash_words, $hash_bytes, $hash_title, has_once);)+
            $(let parameters = [$(concat!(stringify!($xof_arg), ": ", stringify!($xof_arg_type))),*];
            all.xof(stringify!($xof), $xof_words, $xof_title, &<[&str]>::join(&parameters, ", "));)+
            $(all.hmac(stringify!($hmac), $hmac_words, $hmac_bytes, $hmac_title);)+
            $(all.kmac(stringify!($kmac), $kmac_words, $kmac_title);)+
            all.0
        }
    };
}

include!("../../src/typed/state/table.rs");
