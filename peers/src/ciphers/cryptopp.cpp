// C interface to the ciphers of Crypto++. Ciphers are selected by name and modes by number.

#include <cryptopp/algparam.h>
#include <cryptopp/argnames.h>
#include <cryptopp/aria.h>
#include <cryptopp/camellia.h>
#include <cryptopp/cast.h>
#include <cryptopp/kalyna.h>
#include <cryptopp/mars.h>
#include <cryptopp/modes.h>
#include <cryptopp/rijndael.h>
#include <cryptopp/serpent.h>
#include <cryptopp/sm4.h>
#include <cryptopp/threefish.h>
#include <cryptopp/twofish.h>

#include <cstring>
#include <memory>
#include <string>

namespace {

using namespace CryptoPP;

// MARS accepts keys of 4 to 14 words. Crypto++ implements all these lengths but accepts only keys with an even number
// of words.
template <class Direction>
struct Mars : Direction {
    size_t GetValidKeyLength(size_t bytes) const override { return bytes / 4 * 4; }
};

using Made = std::unique_ptr<BlockCipher>;

template <class Cipher>
Made make(bool decrypt) {
    if (decrypt) return std::make_unique<typename Cipher::Decryption>();
    return std::make_unique<typename Cipher::Encryption>();
}

Made by_name(const std::string& name, bool decrypt) {
    if (name == "aria") return make<ARIA>(decrypt);
    if (name == "camellia") return make<Camellia>(decrypt);
    if (name == "cast256") return make<CAST256>(decrypt);
    if (name == "kalyna128") return make<Kalyna128>(decrypt);
    if (name == "kalyna256") return make<Kalyna256>(decrypt);
    if (name == "kalyna512") return make<Kalyna512>(decrypt);
    if (name == "mars") {
        if (decrypt) return std::make_unique<Mars<MARS::Decryption>>();
        return std::make_unique<Mars<MARS::Encryption>>();
    }
    if (name == "rijndael128") return make<Rijndael>(decrypt);
    if (name == "serpent") return make<Serpent>(decrypt);
    if (name == "sm4") return make<SM4>(decrypt);
    if (name == "threefish-256") return make<Threefish256>(decrypt);
    if (name == "threefish-512") return make<Threefish512>(decrypt);
    if (name == "threefish-1024") return make<Threefish1024>(decrypt);
    if (name == "twofish") return make<Twofish>(decrypt);
    return nullptr;
}

// Numbers of the modes: 0 ECB, 1 CBC without padding, 2 CTR, 3 CFB, 4 OFB.
enum Mode { blocks, cbc, ctr, cfb, ofb };

struct Keyed {
    Made cipher;
    Mode mode;
    bool decrypt;
    std::string key;

    const byte* key_bytes() const { return reinterpret_cast<const byte*>(key.data()); }
};

template <class Applied>
void process(BlockCipher& cipher, const byte* iv, byte* text, size_t bytes) {
    Applied(cipher, iv).ProcessData(text, text, bytes);
}

void each_block(Keyed& keyed, const byte* tweak, size_t tweak_bytes, byte* text, size_t bytes) {
    BlockCipher& cipher = *keyed.cipher;
    if (tweak_bytes > 0) {
        const ConstByteArrayParameter tweaks(tweak, tweak_bytes);
        cipher.SetKey(keyed.key_bytes(), keyed.key.size(), MakeParameters(Name::Tweak(), tweaks));
    }
    const byte* none = nullptr;
    cipher.AdvancedProcessBlocks(text, none, text, bytes, BlockTransformation::BT_AllowParallel);
}

}  // namespace

extern "C" void* peers_cryptopp_open(const char* name, int mode, int decrypt, const byte* key, size_t key_bytes) try {
    // CTR, CFB and OFB use block encryption in both directions, so only ECB and CBC need block decryption.
    Made cipher = by_name(name, decrypt != 0 && (mode == blocks || mode == cbc));
    if (!cipher) return nullptr;
    cipher->SetKey(key, key_bytes);
    const std::string kept(reinterpret_cast<const char*>(key), key_bytes);
    return new Keyed{std::move(cipher), static_cast<Mode>(mode), decrypt != 0, kept};
} catch (const std::exception&) {
    return nullptr;
}

extern "C" void peers_cryptopp_close(void* handle) {
    delete static_cast<Keyed*>(handle);
}

// Encrypts or decrypts in place. Returns 0 on success. For ECB with a tweakable cipher, `iv` is the tweak.
extern "C" int peers_cryptopp_apply(void* handle, const byte* iv, size_t iv_bytes, byte* text, size_t bytes) try {
    Keyed& keyed = *static_cast<Keyed*>(handle);
    BlockCipher& cipher = *keyed.cipher;
    switch (keyed.mode) {
        case blocks:
            each_block(keyed, iv, iv_bytes, text, bytes);
            return 0;
        case cbc:
            if (keyed.decrypt) {
                process<CBC_Mode_ExternalCipher::Decryption>(cipher, iv, text, bytes);
            } else {
                process<CBC_Mode_ExternalCipher::Encryption>(cipher, iv, text, bytes);
            }
            return 0;
        case ctr:
            process<CTR_Mode_ExternalCipher::Encryption>(cipher, iv, text, bytes);
            return 0;
        case cfb:
            if (keyed.decrypt) {
                process<CFB_Mode_ExternalCipher::Decryption>(cipher, iv, text, bytes);
            } else {
                process<CFB_Mode_ExternalCipher::Encryption>(cipher, iv, text, bytes);
            }
            return 0;
        case ofb:
            process<OFB_Mode_ExternalCipher::Encryption>(cipher, iv, text, bytes);
            return 0;
    }
    return 2;
} catch (const std::exception&) {
    return 3;
}
