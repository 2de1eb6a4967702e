// Crypto++ by a C interface: a cipher by its name, in a mode by its number.

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

// MARS takes keys of 4 to 14 words; Crypto++ has code for all of them, but lets in those of an even number alone.
struct Mars : MARS::Encryption {
    size_t GetValidKeyLength(size_t bytes) const override { return bytes / 4 * 4; }
};

template <class Cipher>
std::unique_ptr<BlockCipher> make() {
    return std::make_unique<typename Cipher::Encryption>();
}

std::unique_ptr<BlockCipher> by_name(const std::string& name) {
    if (name == "aria") return make<ARIA>();
    if (name == "camellia") return make<Camellia>();
    if (name == "cast256") return make<CAST256>();
    if (name == "kalyna128") return make<Kalyna128>();
    if (name == "kalyna256") return make<Kalyna256>();
    if (name == "kalyna512") return make<Kalyna512>();
    if (name == "mars") return std::make_unique<Mars>();
    if (name == "rijndael128") return make<Rijndael>();
    if (name == "serpent") return make<Serpent>();
    if (name == "sm4") return make<SM4>();
    if (name == "threefish-256") return make<Threefish256>();
    if (name == "threefish-512") return make<Threefish512>();
    if (name == "threefish-1024") return make<Threefish1024>();
    if (name == "twofish") return make<Twofish>();
    return nullptr;
}

}  // namespace

// Modes: 0 blocks by themselves (then `iv` is a tweak, where there is one), 1 CBC without padding, 2 CTR, 3 CFB,
// 4 OFB. The result is 0 where all went well.
extern "C" int peers_cryptopp_encrypt(const char* name, int mode, const byte* key, size_t key_bytes,
                                      const byte* iv, size_t iv_bytes, byte* text, size_t text_bytes) try {
    const std::unique_ptr<BlockCipher> cipher = by_name(name);
    if (!cipher) return 1;
    if (mode == 0 && iv_bytes > 0) {
        const ConstByteArrayParameter tweak(iv, iv_bytes);
        cipher->SetKey(key, key_bytes, MakeParameters(Name::Tweak(), tweak));
    } else {
        cipher->SetKey(key, key_bytes);
    }
    switch (mode) {
        case 0:
            for (size_t at = 0; at < text_bytes; at += cipher->BlockSize()) cipher->ProcessBlock(text + at);
            return 0;
        case 1:
            CBC_Mode_ExternalCipher::Encryption(*cipher, iv).ProcessData(text, text, text_bytes);
            return 0;
        case 2:
            CTR_Mode_ExternalCipher::Encryption(*cipher, iv).ProcessData(text, text, text_bytes);
            return 0;
        case 3:
            CFB_Mode_ExternalCipher::Encryption(*cipher, iv).ProcessData(text, text, text_bytes);
            return 0;
        case 4:
            OFB_Mode_ExternalCipher::Encryption(*cipher, iv).ProcessData(text, text, text_bytes);
            return 0;
        default:
            return 2;
    }
} catch (const std::exception&) {
    return 3;
}
