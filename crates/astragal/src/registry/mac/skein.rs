//! Registry rows of Skein-MAC.

use core::fmt::{self, Debug};

use super::object::{Authenticate, object};
use super::row::MacRow;
use crate::algorithm::skein::{Skein, mac, params::name, stack_bytes};
use crate::algorithm::threefish::{Size, Threefish};
use crate::error::{Allowed, ParameterError};
use crate::registry::info::Status;
use crate::traits::hash::HashEngine;
use crate::traits::state::{Fields, SerializeState as _, Serialized};

/// Keyed state of Skein-MAC.
#[derive(Clone)]
struct Keyed<const N: usize, const BYTES: usize>(Skein<N, BYTES>);

impl<const N: usize, const BYTES: usize> Authenticate for Keyed<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    fn stack(&self) -> usize {
        stack_bytes::<N>()
    }
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        self.0.finish(tag);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const N: usize, const BYTES: usize> Debug for Keyed<N, BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", name::<N>())
    }
}

/// Creates the registry row for Skein-MAC. The customization string is Skein's personalization string. The row's name
/// contains the name of the Skein hash whose digest is as long as its state, such as `skein512-512`.
pub(super) const fn skein<const N: usize, const BYTES: usize>() -> MacRow
where
    Threefish<N>: Size<N>,
{
    let (canonical, aliases): (_, &[&str]) = match N {
        4 => ("skein256-256", &["skein256"]),
        8 => ("skein512-512", &["skein512"]),
        _ => ("skein1024-1024", &["skein1024"]),
    };
    let row = MacRow::new(
        (canonical, "skein", "Skein 1.3 §2.6"),
        Allowed::AtLeast(1),
        (BYTES, Allowed::AtLeast(1)),
        <Skein<N, BYTES> as HashEngine>::implementation,
        |row, key, custom, tag_bytes, request| {
            let keyed = || Keyed::<N, BYTES>(mac::keyed(tag_bytes, key, custom));
            object(row, stack_bytes::<N>(), keyed, tag_bytes, request);
        },
    );
    MacRow { takes_custom: true, ..row.with(Status::Acceptable, aliases) }
}
