//! Tables whose rows come and go with the feature of their family.

/// The rows of a table, by features.
macro_rules! rows {
    ($($feature:literal: $($row:expr),+;)+) => {
        &[$($(
            #[cfg(feature = $feature)]
            $row,
        )+)+]
    };
}

pub(super) use rows;
