//! The S-boxes as circuits of functions of two words, for words and for vectors without AVX-512.
//!
//! A randomized search found circuits of 16 to 21 gates with short paths. In encryption, x1 and x3 leave the linear
//! transformation two operations before x0 and x2, and the next transformation needs the new x0 and x2 first. They are
//! ready four gates after the last input. In decryption, x3 comes last, and four gates follow it.
//!
//! The gates of a circuit are in the order in which other gates need them, because CPUs execute the oldest operation
//! first. This order makes encryption in general-purpose registers 1.1 times as fast.

use super::Words;

/// Declares circuits. Each line of a circuit lists gates: `a & b`, `a | b`, `a ^ b`, and `a - b` for `a & !b`.
macro_rules! circuits {
    ($($name:ident [$($x:ident),+] -> [$($y:ident),+] { $($t:ident = $a:ident $gate:tt $b:ident;)+ })+) => { $(
        #[inline(always)]
        pub(super) fn $name<W: Words>([$($x),+]: [W; 4]) -> [W; 4] {
            $(let $t = gate!($a $gate $b);)+
            [$($y),+]
        }
    )+ };
}

macro_rules! gate {
    ($a:ident & $b:ident) => {
        $a.and($b)
    };
    ($a:ident | $b:ident) => {
        $a.or($b)
    };
    ($a:ident ^ $b:ident) => {
        $a.xor($b)
    };
    ($a:ident - $b:ident) => {
        $a.and_not($b)
    };
}

#[rustfmt::skip]
circuits! {
    s0 [x0, x1, x2, x3] -> [t12, t17, t13, t15] {
        t0 = x1 & x3; t1 = x1 ^ x0; t2 = x0 - x1; t3 = t0 ^ x2; t4 = t0 ^ t2; t5 = x2 & t1;
        t6 = x3 ^ t2; t7 = x3 ^ t1; t8 = t3 - x1; t9 = t4 - x2; t10 = t6 - t5; t11 = t1 | t6;
        t12 = t8 ^ t10; t13 = t7 ^ t9; t14 = x0 ^ t3; t15 = t3 ^ t11; t16 = t6 ^ t12; t17 = t14 ^ t16;
    }
    s1 [x0, x1, x2, x3] -> [t13, t17, t12, t15] {
        t0 = x1 & x2; t1 = x1 ^ x0; t2 = x2 | x0; t3 = x3 | t0; t4 = x0 - x2; t5 = x3 ^ x2;
        t6 = t1 - x0; t7 = x3 ^ t1; t8 = t2 & t3; t9 = x2 ^ t0; t10 = x1 - t5; t11 = t7 - t4;
        t12 = t5 ^ t6; t13 = t1 ^ t8; t14 = t9 | t7; t15 = t10 | t11; t16 = t13 - x0; t17 = t14 - t16;
    }
    s2 [x0, x1, x2, x3] -> [t9, t15, t11, t13] {
        t0 = x1 ^ x2; t1 = x2 - x0; t2 = x1 - x2; t3 = x3 & t0; t4 = x3 ^ t2; t5 = x3 ^ t1;
        t6 = x0 ^ t0; t7 = x0 | t3; t8 = x1 - t4; t9 = x1 ^ t5; t10 = t1 | t6; t11 = t4 ^ t7;
        t12 = x2 & t5; t13 = t10 ^ t8; t14 = t6 & t11; t15 = t12 ^ t14;
    }
    s3 [x0, x1, x2, x3] -> [t13, t18, t14, t17] {
        t0 = x3 | x0; t1 = x1 ^ x0; t2 = x0 ^ x2; t3 = x1 - x2; t4 = x1 & t0; t5 = x2 - t1;
        t6 = x2 & t0; t7 = t1 - x0; t8 = t3 ^ t0; t9 = x3 ^ t4; t10 = x3 & t5; t11 = t2 | t5;
        t12 = x3 ^ t7; t13 = t8 ^ t10; t14 = t9 ^ t11; t15 = t6 ^ t11; t16 = t1 - t9; t17 = t12 ^ t15;
        t18 = t6 ^ t16;
    }
    s4 [x0, x1, x2, x3] -> [t12, t16, t13, t15] {
        t0 = x3 & x1; t1 = x1 ^ x0; t2 = x1 - x0; t3 = x0 - x3; t4 = x3 | t1; t5 = x2 ^ t1;
        t6 = t0 ^ t2; t7 = x3 & x2; t8 = x2 ^ t3; t9 = t2 ^ t4; t10 = t5 - t6; t11 = t8 - x1;
        t12 = t5 ^ t9; t13 = t7 ^ t10; t14 = t4 - t5; t15 = t6 ^ t11; t16 = t3 ^ t14;
    }
    s5 [x0, x1, x2, x3] -> [t10, t16, t13, t15] {
        t0 = x1 ^ x0; t1 = x0 & x2; t2 = x1 - x0; t3 = x2 ^ x0; t4 = x3 ^ t1; t5 = x3 - t0;
        t6 = x2 ^ t2; t7 = x0 & t4; t8 = x1 ^ t4; t9 = t3 & t5; t10 = t6 ^ t5; t11 = t3 ^ t7;
        t12 = t1 | t8; t13 = t8 ^ t9; t14 = x3 | t6; t15 = t12 ^ t11; t16 = t0 ^ t14;
    }
    s6 [x0, x1, x2, x3] -> [t14, t17, t13, t16] {
        t0 = x0 ^ x2; t1 = x1 ^ x2; t2 = x3 ^ x2; t3 = x1 & t0; t4 = t0 ^ t1; t5 = t1 & t2;
        t6 = x2 & t1; t7 = x3 - t3; t8 = x0 ^ t5; t9 = t6 | t4; t10 = t3 - t2; t11 = t2 - t6;
        t12 = t9 - x0; t13 = t10 ^ t8; t14 = t9 ^ t7; t15 = x3 & x0; t16 = t11 ^ t12; t17 = t1 ^ t15;
    }
    s7 [x0, x1, x2, x3] -> [t12, t18, t14, t17] {
        t0 = x1 ^ x0; t1 = x1 & x0; t2 = x3 - x0; t3 = x2 ^ t0; t4 = x2 | t0; t5 = x2 ^ t1;
        t6 = x3 & t4; t7 = t2 ^ t3; t8 = x1 ^ t5; t9 = t6 - t5; t10 = t7 - t1; t11 = x3 & x0;
        t12 = t5 ^ t6; t13 = t3 | t8; t14 = t9 | t10; t15 = t4 - t8; t16 = t11 | t7; t17 = t11 ^ t13;
        t18 = t15 ^ t16;
    }
    i0 [x0, x1, x2, x3] -> [t16, t14, t17, t15] {
        t0 = x0 ^ x1; t1 = x0 & x1; t2 = x3 - x0; t3 = x2 ^ x3; t4 = t0 ^ x3; t5 = x1 & x2;
        t6 = x3 - t3; t7 = x2 | t2; t8 = t1 | t4; t9 = x0 - t3; t10 = t4 - t3; t11 = t5 ^ t2;
        t12 = t7 - t4; t13 = t8 - t6; t14 = t11 | t10; t15 = t9 | t12; t16 = t5 ^ t13; t17 = t1 ^ t3;
    }
    i1 [x0, x1, x2, x3] -> [t17, t16, t18, t15] {
        t0 = x0 & x2; t1 = x0 ^ x1; t2 = x1 ^ x2; t3 = x2 & x3; t4 = x0 & x3; t5 = x0 - t2;
        t6 = t2 | t0; t7 = t1 & t3; t8 = x1 & x3; t9 = x2 ^ t1; t10 = t0 | t5; t11 = t6 ^ t4;
        t12 = x3 ^ t7; t13 = t4 | t3; t14 = t1 - t5; t15 = t8 ^ t9; t16 = t10 ^ t12; t17 = t11 ^ t12;
        t18 = t14 ^ t13;
    }
    i2 [x0, x1, x2, x3] -> [t14, t15, t16, t13] {
        t0 = x0 & x2; t1 = x1 & x2; t2 = x1 ^ t0; t3 = x0 ^ x2; t4 = x3 - x1; t5 = x0 & x3;
        t6 = x3 ^ t1; t7 = x0 ^ t2; t8 = x2 & x3; t9 = x0 & t2; t10 = t6 - t0; t11 = t3 ^ t4;
        t12 = t7 - t5; t13 = t10 ^ t9; t14 = t6 ^ t11; t15 = t8 ^ t12; t16 = t11 ^ t12;
    }
    i3 [x0, x1, x2, x3] -> [t19, t17, t20, t18] {
        t0 = x0 ^ x1; t1 = x2 ^ x1; t2 = x0 ^ x2; t3 = x0 & x3; t4 = x2 - x3; t5 = t1 & t0;
        t6 = x1 & t2; t7 = t0 ^ t4; t8 = t1 | t3; t9 = x3 & t1; t10 = x1 ^ t5; t11 = t1 - t4;
        t12 = x3 - t6; t13 = t7 - t3; t14 = x3 | t7; t15 = t6 | t8; t16 = t9 | t10; t17 = t12 ^ t15;
        t18 = t5 | t13; t19 = t11 ^ t14; t20 = t3 ^ t16;
    }
    i4 [x0, x1, x2, x3] -> [t14, t13, t16, t15] {
        t0 = x0 ^ x1; t1 = x0 & x1; t2 = x1 ^ x2; t3 = x2 ^ t0; t4 = x0 | x2; t5 = t2 & x3;
        t6 = t1 ^ t3; t7 = x3 & t0; t8 = t4 - x3; t9 = t5 | t3; t10 = x3 | t6; t11 = x3 - t1;
        t12 = t4 - t2; t13 = t8 ^ t6; t14 = t7 ^ t9; t15 = t0 ^ t10; t16 = t12 ^ t11;
    }
    i5 [x0, x1, x2, x3] -> [t15, t17, t18, t16] {
        t0 = x0 ^ x2; t1 = x1 ^ t0; t2 = t0 ^ x3; t3 = x0 & x3; t4 = x1 & x3; t5 = t0 & t1;
        t6 = x1 ^ t2; t7 = t3 | t4; t8 = t2 - t4; t9 = t3 ^ t6; t10 = x2 & t6; t11 = x2 & t5;
        t12 = x0 ^ t5; t13 = t1 | t3; t14 = x2 | t2; t15 = t7 ^ t12; t16 = t9 ^ t11; t17 = t8 | t10;
        t18 = t13 ^ t14;
    }
    i6 [x0, x1, x2, x3] -> [t14, t12, t16, t15] {
        t0 = x2 - x0; t1 = x2 & x1; t2 = x0 & x3; t3 = x1 ^ x2; t4 = x1 & x3; t5 = t0 ^ x3;
        t6 = t1 | t2; t7 = x0 ^ t3; t8 = t3 | t5; t9 = t5 - t4; t10 = t4 | t6; t11 = t5 ^ t6;
        t12 = t7 ^ t5; t13 = x0 ^ t10; t14 = t8 ^ t10; t15 = t9 | t11; t16 = x2 ^ t13;
    }
    i7 [x0, x1, x2, x3] -> [t16, t17, t19, t18] {
        t0 = x0 ^ x1; t1 = x0 | x2; t2 = x0 & x2; t3 = x1 & x3; t4 = x2 & t0; t5 = t1 ^ x3;
        t6 = x1 | x3; t7 = x1 ^ t2; t8 = t0 - t3; t9 = t4 ^ t5; t10 = x3 & t7; t11 = x2 & t6;
        t12 = t0 | t3; t13 = t9 - x3; t14 = t9 - t8; t15 = t12 ^ t10; t16 = t11 ^ t12; t17 = t10 ^ t13;
        t18 = t7 ^ t14; t19 = t5 ^ t15;
    }
}
