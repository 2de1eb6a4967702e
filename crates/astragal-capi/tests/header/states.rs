//! Declares the functions that macros define in the library, because cbindgen does not expand macros. These are the
//! functions of the typed states in `typed/state/table.rs`, and the functions that all kinds of objects have in common.

use std::fmt::Write as _;

/// Declarations of the functions, as Rust source text that cbindgen can parse.
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

    /// Declares a function for the state of the algorithm `c`. `array` is the array parameter with its length, such
    /// as "out; 32".
    fn method(&mut self, c: &str, verb: &str, comment: &str, array: &str, parameters: &str) {
        let arrays =
            if array.is_empty() { "" } else { &format!("\n\ncbindgen:ptrs-as-arrays=[[{array}]]") };
        let name = format!("astragal_{c}_{verb}");
        let parameters = format!("state: *mut astragal_{c}_state, {parameters}");
        self.function(&name, &format!("{comment}{arrays}"), &parameters);
    }

    fn state(&mut self, c: &str, title: &str, words: usize, end: &str) {
        let _ = write!(
            self.0,
            "/// State of {title} in memory that the caller provides.\n/// The state contains no pointers, so it can be copied by assignment.\n/// {end}
#[repr(C, align(16))]
pub struct astragal_{c}_state {{
    /// Opaque content.
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
                    "Computes {title} of a message. The digest may overlap the message.\n\n@param out receives the digest.\n\ncbindgen:ptrs-as-arrays=[[{array}]]"
                ),
                "msg: *const u8, len: usize, out: *mut u8",
            );
        }
        self.state(
            c,
            title,
            words,
            &format!("Writing the digest resets the state to an empty message. {WIPE}"),
        );
        self.method(
            c,
            "init",
            &format!("Initializes the state for {title}. The old content of the state is lost."),
            "",
            "",
        );
        self.method(c, "update", UPDATE, "", DATA);
        self.method(
            c,
            "final",
            "Writes the digest of the message, and resets the state to an empty message.\n\n@param out receives the digest.",
            &array,
            "out: *mut u8",
        );
    }

    fn xof(&mut self, c: &str, words: usize, title: &str, parameters: &str) {
        self.state(c, title, words, &format!("The first squeeze ends the message. {WIPE}"));
        let more = match parameters.split(':').next() {
            Some("domain") => {
                "\n\n@param domain domain separation byte, 0x01 to 0x7f; the standard's default is 0x1f.\n@retval ASTRAGAL_ERR_PARAMETER if `domain` is out of range."
            }
            Some("name") => "\nFunction name N and customization string S may be empty.",
            Some("key") => "\nThe customization string may be empty.",
            _ => "",
        };
        let start = format!(
            "Initializes the state for {title}. The old content of the state is lost.{more}"
        );
        self.method(c, "init", &start, "", parameters);
        self.method(
            c,
            "absorb",
            &format!("{UPDATE}\n\n@retval ASTRAGAL_ERR_STATE after the first squeeze."),
            "",
            DATA,
        );
        let squeeze =
            "Writes the next `out_len` bytes of output. Can be called any number of times.";
        self.method(c, "squeeze", squeeze, "", "out: *mut u8, out_len: usize");
    }

    fn hmac(&mut self, c: &str, words: usize, bytes: usize, title: &str) {
        let array = format!("tag; {bytes}");
        self.function(
            &format!("astragal_{c}"),
            &format!(
                "Computes {title} of a message. The key may have any length. The tag may overlap the message.\n\n@param tag receives the tag.\n\ncbindgen:ptrs-as-arrays=[[{array}]]"
            ),
            "key: *const u8, key_len: usize, msg: *const u8, len: usize, tag: *mut u8",
        );
        self.state(c, title, words, KEYED);
        let start = format!(
            "Initializes the state for {title} with a key of any length. The old content of the state is lost."
        );
        self.method(c, "init", &start, "", "key: *const u8, key_len: usize");
        self.method(c, "update", UPDATE, "", DATA);
        self.method(
            c,
            "final",
            "Writes the tag of the message, and wipes the state.\n\n@param tag receives the tag.",
            &array,
            "tag: *mut u8",
        );
        let compare = format!(
            "Verifies the tag of the message in constant time, and wipes the state.\n\n{VERIFIED}"
        );
        self.method(c, "verify", &compare, &array, "tag: *const u8");
    }

    fn kmac(&mut self, c: &str, words: usize, title: &str) {
        self.state(c, title, words, KEYED);
        let start = format!(
            "Initializes the state for {title} with a key and a customization string, which may be\nempty. The old content of the state is lost."
        );
        self.method(
            c,
            "init",
            &start,
            "",
            "key: *const u8, key_len: usize, custom: *const u8, custom_len: usize",
        );
        self.method(c, "update", UPDATE, "", DATA);
        self.method(
            c,
            "final",
            "Writes a tag of `tag_len` bytes for the message, and wipes the state. A shorter tag is not a prefix of a longer tag.\n\n@param tag receives the tag.",
            "",
            "tag: *mut u8, tag_len: usize",
        );
        let compare = "Verifies the tag of the message in constant time, and wipes the state. Pass the tag length that the protocol fixes,\n4 to 64 bytes, not the length that came with the message.\n\n@retval ASTRAGAL_OK if the tag verifies.\n@retval ASTRAGAL_INVALID if the tag does not verify.\n@retval ASTRAGAL_ERR_LENGTH if `tag_len` is out of range. In this case, the state is kept.";
        self.method(c, "verify", compare, "", "tag: *const u8, tag_len: usize");
    }
}

/// Kinds of objects. Each entry contains the Rust type, the name in C, and the end of the doc comment of the copy
/// functions.
const OBJECTS: [(&str, &str, &str); 7] = [
    (
        "Hash",
        "hash",
        "including the message so far.\n\n@param out receives the copy, or NULL on error.",
    ),
    (
        "Xof",
        "xof",
        "including the message so far or the position in the output.\n\n@param out receives the copy, or NULL on error.",
    ),
    (
        "Mac",
        "mac",
        "including the key and the message so far.\n\n@param out receives the copy, or NULL on error.",
    ),
    ("Aead", "aead", "including the key.\n\n@param out receives the copy, or NULL on error."),
    (
        "AeadMessage",
        "aead_message",
        "including the key and the message so far. Allowed only during decryption.\n\n@param out receives the copy, or NULL on error.\n@retval ASTRAGAL_ERR_STATE during encryption, because two messages with the same nonce and key would reveal both\nplaintexts and the authentication key.",
    ),
    (
        "Cipher",
        "cipher",
        "including the key and the tweak.\n\n@param out receives the copy, or NULL on error.",
    ),
    (
        "Mode",
        "mode",
        "including the key and the message so far. With CTR, CFB and OFB, the original and\nthe copy produce the same keystream: do not encrypt different data with both.\n\n@param out receives the copy, or NULL on error.",
    ),
];

/// Returns the declarations of the copy, alg and free functions for one kind of object. Returns `None` if `kind` is not
/// a kind of object.
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
    let in_this_state = match kind {
        "aead_message" => {
            "\n@retval ASTRAGAL_ERR_STATE during encryption, as with astragal_aead_message_copy()."
        }
        _ => "",
    };
    let copy_at = format!(
        "Copies the object to memory that the caller provides, like astragal_{kind}_copy(). The memory must meet the\nrequirements of astragal_{kind}_init_at().\n\n@param out receives the copy, or NULL on error.\n@retval ASTRAGAL_ERR_LENGTH if the memory is too small.{in_this_state}"
    );
    let memory = format!("{out}, memory: *mut c_void, memory_len: usize, {object}");
    let free = format!(
        "Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live\nastragal_{kind}, it is not changed, and astragal_last_error() describes the error."
    );
    Some(
        [
            function("copy", &format!("Copies the object to the heap, {copied}"), &format!("{out}, {object}")),
            function("copy_at", &copy_at, &memory),
            function(
                "alg",
                "Returns the algorithm of the object.\n\n@return the algorithm handle, or NULL if the object is not live.",
                &object,
            )
            .replace("c_int { 0 }", "*const Alg { core::ptr::null() }"),
            function("free", &free, &format!("{parameter}: *mut {handle}"))
                .replace(" -> c_int { 0 }", " {}"),
        ]
        .concat(),
    )
}

/// If `name` is a kind of object, returns the declarations of its common functions. Otherwise returns the declarations
/// of all typed states.
pub(super) fn declared(name: &str) -> String {
    lifecycle(name).unwrap_or_else(states)
}

const UPDATE: &str = "Appends data of any length to the message.";
const DATA: &str = "data: *const u8, len: usize";
const WIPE: &str = "Wipe an abandoned state with astragal_wipe().";
const KEYED: &str = "Writing or verifying the tag wipes the state. For several messages with one key, initialize one\n/// state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().";
const VERIFIED: &str = "@retval ASTRAGAL_OK if the tag verifies.\n@retval ASTRAGAL_INVALID if the tag does not verify.";

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
        /// Returns the declarations of the typed states and their functions.
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
