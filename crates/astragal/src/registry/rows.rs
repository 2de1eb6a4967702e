//! Macro for tables whose rows depend on the enabled cargo features.

/// Builds a table from groups of rows. A group is included only if its cargo feature is enabled.
macro_rules! rows {
    ($($feature:literal: $($row:expr),+;)+) => {
        &[$($(
            #[cfg(feature = $feature)]
            $row,
        )+)+]
    };
}

pub(super) use rows;
