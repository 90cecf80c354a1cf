/*
 * Sums of rewards that are clipped to ±B, where B follows the present count and so moves both ways.
 *
 * B takes values on a grid of levels only, and a reward matters only through the neighbouring
 * limits that its size falls between. So rewards are kept in bins between limits: a bin's sum, and
 * its balance, how many more of its rewards are positive than negative. The clipped sum at a level
 * is `kept`, the sum of the bins up to it, plus B times `excess`, the balance of those above. When
 * the level moves by one, one bin goes from one side to the other.
 */
#ifndef SATURATED_H
#define SATURATED_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "environment.h"

#define ROBUST_BASE 1.1
#define ROBUST_ZETA 2.2
/* Neighbouring limits are at least √1.1 apart, more than the 1/32 between sizes of one key. */
#define KEY_SHIFT (52 - 5)
#define KEYS (1 << 16)

/* What is tabled for a count. */
struct robust_step {
  double inverse;
  double width;
  double limit;
  int32_t level;
};

struct bin {
  double sum;
  double balance;
};

struct saturated_arm {
  double kept;
  double excess;
  int32_t count;
  int32_t level;
};

struct grid {
  int32_t levels;
  double *limits;
  /* The least level whose limit reaches the least size with these leading bits. */
  uint8_t *first_level;
  struct robust_step *steps;
};

static inline double least_one(double x) { return x > 1 ? x : 1; }

static inline void create_limits(struct grid *grid, double length_per_arm, int32_t largest_count) {
  grid->levels = 1;
  for (double power = ROBUST_BASE; power <= largest_count; power *= ROBUST_BASE) grid->levels++;
  grid->limits = allocate((size_t)grid->levels + 1, sizeof(double));
  double h = 1;
  for (int32_t level = 0; level < grid->levels; level++) {
    h *= ROBUST_BASE;
    grid->limits[level] = sqrt(h / least_one(log(length_per_arm / h)));
  }
  grid->limits[grid->levels] = INFINITY;
}

static inline void create_keys(struct grid *grid) {
  grid->first_level = allocate(KEYS, sizeof(uint8_t));
  int32_t level = 0;
  for (uint64_t key = 0; key < KEYS; key++) {
    const uint64_t bits = key << KEY_SHIFT;
    double least_size;
    memcpy(&least_size, &bits, sizeof least_size);
    while (grid->limits[level] < least_size) level++;
    grid->first_level[key] = (uint8_t)level;
  }
}

static inline void create_steps(struct grid *grid, double length_per_arm, int32_t largest_count) {
  grid->steps = allocate((size_t)largest_count + 1, sizeof(struct robust_step));
  /* An arm without rewards comes first by its width. */
  grid->steps[0] = (struct robust_step){1, INFINITY, grid->limits[0], 0};
  double next_power = ROBUST_BASE;
  int32_t level = 0;
  for (int32_t count = 1; count <= largest_count; count++) {
    for (; next_power <= count; next_power *= ROBUST_BASE) level++;
    const double logarithm = least_one(log(length_per_arm / count));
    const double width = (1 + ROBUST_ZETA) * sqrt(logarithm / count);
    grid->steps[count] = (struct robust_step){1.0 / count, width, grid->limits[level], level};
  }
}

/* For a memory of `length` slots. */
static inline struct grid create_grid(int32_t length, int32_t arms) {
  struct grid grid;
  const double length_per_arm = (double)length / arms;
  create_limits(&grid, length_per_arm, length);
  create_keys(&grid);
  create_steps(&grid, length_per_arm, length);
  return grid;
}

static inline int32_t bin_of(const struct grid *grid, double reward) {
  const double size = fabs(reward);
  uint64_t bits;
  memcpy(&bits, &size, sizeof bits);
  const int32_t level = grid->first_level[bits >> KEY_SHIFT];
  return level + (size > grid->limits[level]);
}

/* The arm's count has changed. */
static inline void settle_level(const struct grid *grid, struct saturated_arm *arm,
                                const struct bin *bins) {
  const int32_t level = grid->steps[arm->count].level;
  while (arm->level < level) {
    arm->level++;
    arm->kept += bins[arm->level].sum;
    arm->excess -= bins[arm->level].balance;
  }
  while (arm->level > level) {
    arm->kept -= bins[arm->level].sum;
    arm->excess += bins[arm->level].balance;
    arm->level--;
  }
}

/* Adds a reward (sign 1) or takes one back (sign −1). */
static inline void saturated_change(const struct grid *grid, struct saturated_arm *arm,
                                    struct bin *bins, int32_t bin, double reward, int32_t sign) {
  const double change = sign * reward;
  const double balance = copysign(sign, change);
  bins[bin].sum += change;
  bins[bin].balance += balance;
  if (bin <= arm->level) arm->kept += change;
  else arm->excess += balance;
  arm->count += sign;
  settle_level(grid, arm, bins);
}

static inline double saturated_index(const struct grid *grid, const struct saturated_arm *arm) {
  const struct robust_step *step = &grid->steps[arm->count];
  return (arm->kept + step->limit * arm->excess) * step->inverse + step->width;
}

#endif
