/*
 * The random source of the toolkit: xoshiro128** of D. Blackman and S. Vigna ("Scrambled linear
 * pseudorandom number generators", 2021), and its streams by (seed, replication, role), which are
 * mixed by M. E. O'Neill's seed sequence ("Developing a seed_seq alternative", 2015). The same
 * streams as the toolkit's own mean that regrets can be compared closely, not only in distribution.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
  uint32_t a, b, c, d;
};

enum role { ROLE_REWARDS = 1, ROLE_POLICY = 2, ROLE_CONTEXTS = 5 };

static inline uint32_t rotate_left(uint32_t word, int bits) {
  return word << bits | word >> (32 - bits);
}

static inline uint32_t next_word(struct random *random) {
  const uint32_t result = rotate_left(random->b * 5, 7) * 9;
  const uint32_t third = random->c ^ random->a;
  const uint32_t fourth = random->d ^ random->b;
  random->a ^= fourth;
  random->c = third ^ random->b << 9;
  random->b ^= third;
  random->d = rotate_left(fourth, 11);
  return result;
}

/* A multiple of 2^-53 in [0, 1). */
static inline double next_uniform(struct random *random) {
  const double upper = next_word(random) >> 5;
  const double lower = next_word(random) >> 6;
  return (upper * 0x1p26 + lower) * 0x1p-53;
}

static inline uint32_t fold_halves(uint32_t word) { return word ^ word >> 16; }

/* Scrambles a word and moves the constant on. */
static inline uint32_t scrambled(uint32_t word, uint32_t *constant, uint32_t factor) {
  const uint32_t mixed = word ^ *constant;
  *constant *= factor;
  return fold_halves(mixed * *constant);
}

static inline struct random random_stream(uint32_t seed, uint32_t replication, enum role role) {
  const uint32_t absorb_factor = 0x931e8875u;
  uint32_t pool[4] = {seed, 0, replication, role};
  uint32_t constant = 0x43b0d7e5u;
  for (int i = 0; i < 4; i++) pool[i] = scrambled(pool[i], &constant, absorb_factor);
  for (int source = 0; source < 4; source++) {
    for (int target = 0; target < 4; target++) {
      if (source == target) continue;
      const uint32_t hashed = scrambled(pool[source], &constant, absorb_factor);
      pool[target] = fold_halves(0xca01f9ddu * pool[target] - 0x4973f715u * hashed);
    }
  }
  constant = 0x8b51f9ddu;
  for (int i = 0; i < 4; i++) pool[i] = scrambled(pool[i], &constant, 0x58f38dedu);
  return (struct random){pool[0], pool[1], pool[2], pool[3]};
}

#endif
