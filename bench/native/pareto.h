/*
 * Generalized Pareto values σ (u^−ξ − 1) / ξ without a call of pow. With u = m 2^−e, m in [1, 2),
 * u^−ξ = 2^(eξ) c^−ξ (1 + r)^−ξ where c is the middle of m's cell and |r| = |m/c − 1| < 2^−9: two
 * tables, and the binomial series up to r⁴. The error is below 1e-14 of u^−ξ.
 */
#ifndef PARETO_H
#define PARETO_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "environment.h"

#define CELL_BITS 8
#define CELLS (1 << CELL_BITS)
#define EXPONENTS 64
#define MANTISSA_BITS 52
#define MANTISSA ((UINT64_C(1) << MANTISSA_BITS) - 1)
#define BITS_OF_ONE UINT64_C(0x3ff0000000000000)
#define SIGN_BIT 0x80000000u

/* Coefficients of the series of (1 + r)^−ξ. */
#define FIRST (-PARETO_SHAPE)
#define SECOND (FIRST * (-PARETO_SHAPE - 1) / 2)
#define THIRD (SECOND * (-PARETO_SHAPE - 2) / 3)
#define FOURTH (THIRD * (-PARETO_SHAPE - 3) / 4)

struct pareto_cell {
  double inverse;
  double power;
};

static struct pareto_cell pareto_cells[CELLS];
/* σ 2^(eξ) / ξ */
static double pareto_exponents[EXPONENTS];

static inline void create_pareto_tables(void) {
  for (int i = 0; i < CELLS; i++) {
    const double middle = 1 + (i + 0.5) / CELLS;
    pareto_cells[i] = (struct pareto_cell){1 / middle, pow(middle, -PARETO_SHAPE)};
  }
  for (int e = 0; e < EXPONENTS; e++) {
    pareto_exponents[e] = PARETO_SCALE * exp2(e * PARETO_SHAPE) / PARETO_SHAPE;
  }
}

static inline uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline double of_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* A value with a random sign, from 53 random bits beside that of the sign. */
static inline double next_symmetric_pareto(struct random *random) {
  const uint32_t word = next_word(random);
  const double upper = word & ~SIGN_BIT;
  const double lower = next_word(random) >> 10;
  const uint64_t bits = bits_of(1 - (upper * 0x1p22 + lower) * 0x1p-53);
  const uint64_t exponent = (BITS_OF_ONE >> MANTISSA_BITS) - (bits >> MANTISSA_BITS);
  const struct pareto_cell *cell =
      &pareto_cells[bits >> (MANTISSA_BITS - CELL_BITS) & (CELLS - 1)];
  const double r = of_bits((bits & MANTISSA) | BITS_OF_ONE) * cell->inverse - 1;
  const double correction = 1 + r * (FIRST + r * (SECOND + r * (THIRD + r * FOURTH)));
  const double power = pareto_exponents[exponent] * cell->power * correction;
  return of_bits(bits_of(power - PARETO_SCALE / PARETO_SHAPE) ^ (uint64_t)(word & SIGN_BIT) << 32);
}

#endif
