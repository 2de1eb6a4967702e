/* Computes the tag of a message, and verifies it as a receiver does. */
#include <astragal.h>
#include <stdio.h>

int main(void) {
    const uint8_t key[32] = {1, 2, 3, 4, 5, 6, 7, 8};
    const uint8_t msg[] = "pay 100 to Alice";
    const uint8_t forged[] = "pay 900 to Alice";
    const astragal_alg *kmac = astragal_find(ASTRAGAL_MAC, "kmac256");

    uint8_t tag[32];
    if (astragal_mac_once(kmac, key, sizeof key, NULL, msg, sizeof msg - 1, tag, sizeof tag) != ASTRAGAL_OK) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        return 1;
    }
    for (size_t i = 0; i < sizeof tag; i++) {
        printf("%02x", tag[i]);
    }
    printf("\n");

    /* Verifies the tag in constant time; do not use memcmp(). Pass the tag length that the protocol fixes. */
    int code = astragal_mac_verify_once(kmac, key, sizeof key, NULL, msg, sizeof msg - 1, tag, sizeof tag);
    printf("original message: %s\n", astragal_strerror(code));
    code = astragal_mac_verify_once(kmac, key, sizeof key, NULL, forged, sizeof forged - 1, tag, sizeof tag);
    printf("modified message: %s\n", astragal_strerror(code));
    return 0;
}
