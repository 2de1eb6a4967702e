//! Password storage schemes, selected by the name of the key derivation function.

use super::row::{KdfParams, KdfRow};
use crate::error::ParameterError;
use crate::kdf::{Argon2Params, Argon2Version, PasswordScheme, ScryptParams};

impl KdfRow {
    /// Returns the scheme that stores passwords with this function and the costs in `params`. The salt and the memory
    /// limit in `params` are ignored.
    ///
    /// If `params` contains no costs, the scheme uses the costs that OWASP recommends (2023). OWASP recommends costs
    /// for Argon2id, scrypt, and PBKDF2 with HMAC-SHA-256 and HMAC-SHA-512.
    ///
    /// # Errors
    /// [`ParameterError::NotTaken`] if the function has no PHC string format, or the format cannot store a parameter.
    /// [`ParameterError::Missing`] if only some costs are given, or if no costs are given and OWASP recommends none for
    /// this function. [`ParameterError::Value`] if the Argon2 version is neither 16 nor 19.
    pub fn password_scheme(
        &self,
        params: &KdfParams<'_>,
    ) -> Result<PasswordScheme, ParameterError> {
        let recommended = match self.name {
            "argon2id" => Some(PasswordScheme::OWASP_2023_ARGON2ID),
            "scrypt" => Some(PasswordScheme::OWASP_2023_SCRYPT),
            "pbkdf2-hmac-sha256" => Some(PasswordScheme::OWASP_2023_PBKDF2_SHA256),
            "pbkdf2-hmac-sha512" => Some(PasswordScheme::OWASP_2023_PBKDF2_SHA512),
            "argon2i" | "argon2d" | "pbkdf2-hmac-sha1" => None,
            _ => {
                let what = "password to store";
                return Err(ParameterError::NotTaken { algorithm: self.name, what });
            }
        };
        for (what, is_given) in [
            ("secret", params.secret.is_some()),
            ("associated data", params.associated_data.is_some()),
        ] {
            if is_given {
                return Err(ParameterError::NotTaken { algorithm: self.name, what });
            }
        }
        let KdfParams { m, t, p, n, r, iterations, .. } = *params;
        let is_given = m.or(t).or(p).or(r).or(iterations).is_some() || n.is_some();
        let params = match recommended {
            Some(scheme) if !is_given => with_costs(*params, &scheme),
            _ => *params,
        };
        self.check(&params.salt(&[]))?;
        let version =
            params.version.map_or(Ok(Argon2Version::default()), Argon2Version::from_number)?;
        let KdfParams { m, t, p, n, r, iterations, .. } = params;
        let (m, t) = (m.unwrap_or_default(), t.unwrap_or_default());
        let (p, r, iterations) =
            (p.unwrap_or_default(), r.unwrap_or_default(), iterations.unwrap_or_default());
        let argon2 = Argon2Params { version, ..Argon2Params::new(m, t, p) };
        Ok(match self.name {
            "argon2id" => PasswordScheme::Argon2id(argon2),
            "argon2i" => PasswordScheme::Argon2i(argon2),
            "argon2d" => PasswordScheme::Argon2d(argon2),
            "scrypt" => PasswordScheme::Scrypt(ScryptParams { n: n.unwrap_or_default(), r, p }),
            "pbkdf2-hmac-sha256" => PasswordScheme::Pbkdf2Sha256(iterations),
            "pbkdf2-hmac-sha512" => PasswordScheme::Pbkdf2Sha512(iterations),
            _ => PasswordScheme::Pbkdf2Sha1(iterations),
        })
    }
}

/// Returns a copy of `params` with the costs of `scheme`.
fn with_costs<'a>(params: KdfParams<'a>, scheme: &PasswordScheme) -> KdfParams<'a> {
    match *scheme {
        PasswordScheme::Argon2id(costs)
        | PasswordScheme::Argon2i(costs)
        | PasswordScheme::Argon2d(costs) => {
            params.m(costs.memory_kib).t(costs.passes).p(costs.lanes)
        }
        PasswordScheme::Scrypt(costs) => params.n(costs.n).r(costs.r).p(costs.p),
        PasswordScheme::Pbkdf2Sha1(iterations)
        | PasswordScheme::Pbkdf2Sha256(iterations)
        | PasswordScheme::Pbkdf2Sha512(iterations) => params.iterations(iterations),
    }
}
