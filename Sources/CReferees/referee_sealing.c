// SPDX-License-Identifier: Apache-2.0
#include "CReferees.h"

#include <sodium.h>
#include <string.h>

static void derive(const uint8_t secret[32], const uint8_t *salt, size_t salt_count, const char *info,
                   uint8_t key[32]) {
    crypto_auth_hmacsha512_state state;
    uint8_t pseudorandom[64], block[64];
    const uint8_t one = 1;
    crypto_auth_hmacsha512_init(&state, salt, salt_count);
    crypto_auth_hmacsha512_update(&state, secret, 32);
    crypto_auth_hmacsha512_final(&state, pseudorandom);
    crypto_auth_hmacsha512_init(&state, pseudorandom, sizeof pseudorandom);
    crypto_auth_hmacsha512_update(&state, (const uint8_t *)info, strlen(info));
    crypto_auth_hmacsha512_update(&state, &one, 1);
    crypto_auth_hmacsha512_final(&state, block);
    memcpy(key, block, 32);
}

void referee_seal(const uint8_t secret[32], const uint8_t id[16], const char *info, const uint8_t header[6],
                  const uint8_t nonce[12], const uint8_t *plaintext, size_t count, uint8_t *out) {
    uint8_t salt[28], key[32];
    memcpy(salt, id, 16);
    memcpy(salt + 16, nonce, 12);
    derive(secret, salt, sizeof salt, info, key);
    memcpy(out, header, 6);
    memcpy(out + 6, nonce, 12);
    crypto_aead_aes256gcm_encrypt(out + 18, NULL, plaintext, count, header, 6, NULL, nonce, key);
}

bool referee_open(const uint8_t secret[32], const uint8_t id[16], const char *info, const uint8_t *record,
                  size_t count, uint8_t *out) {
    uint8_t salt[28], key[32];
    memcpy(salt, id, 16);
    memcpy(salt + 16, record + 6, 12);
    derive(secret, salt, sizeof salt, info, key);
    return crypto_aead_aes256gcm_decrypt(out, NULL, NULL, record + 18, count - 18, record, 6, record + 6, key) == 0;
}

void referee_ed25519_sign(const uint8_t seed[32], const uint8_t *message, size_t count, uint8_t signature[64]) {
    uint8_t public_key[32], secret[64];
    crypto_sign_ed25519_seed_keypair(public_key, secret, seed);
    crypto_sign_ed25519_detached(signature, NULL, message, count, secret);
}

bool referee_ed25519_verify(const uint8_t public_key[32], const uint8_t *message, size_t count,
                            const uint8_t signature[64]) {
    return crypto_sign_ed25519_verify_detached(signature, message, count, public_key) == 0;
}
