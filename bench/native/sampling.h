/*
 * Draws for the plain policies that need them: normal values by the ziggurat of G. Marsaglia and
 * W. W. Tsang ("The ziggurat method for generating random variables", 2000) with 256 layers, gamma
 * values by their "A simple method for generating gamma variables" (2000), beta values as shares of
 * two gamma values. Random bits are used as the toolkit uses them.
 */
#ifndef SAMPLING_H
#define SAMPLING_H

#include <math.h>
#include <stdint.h>

#include "random.h"

#define LAYERS 256
#define TAIL_START 3.654152885361009
#define LAYER_AREA 0.004928673233974655

/* Right ends of the layers from the bottom up, and the heights of the curve there. */
struct ziggurat {
  double ends[LAYERS + 1];
  double heights[LAYERS + 1];
};

static inline double bell(double x) { return exp(-0.5 * x * x); }

static inline void create_ziggurat(struct ziggurat *ziggurat) {
  double *ends = ziggurat->ends;
  ends[0] = LAYER_AREA / bell(TAIL_START);
  ends[1] = TAIL_START;
  for (int i = 1; i < LAYERS - 1; i++) {
    ends[i + 1] = sqrt(-2 * log(bell(ends[i]) + LAYER_AREA / ends[i]));
  }
  ends[LAYERS] = 0;
  for (int i = 0; i <= LAYERS; i++) ziggurat->heights[i] = bell(ends[i]);
}

static double normal_tail(struct random *random) {
  for (;;) {
    const double beyond = -log(1 - next_uniform(random)) / TAIL_START;
    if (-2 * log(1 - next_uniform(random)) > beyond * beyond) return TAIL_START + beyond;
  }
}

static inline double next_normal(struct random *random, const struct ziggurat *ziggurat) {
  const double *ends = ziggurat->ends;
  const double *heights = ziggurat->heights;
  for (;;) {
    const uint32_t word = next_word(random);
    const uint32_t layer = word & (LAYERS - 1);
    const int32_t coarse = (int32_t)word >> 8;
    const double fine = (next_word(random) + 0.5) * 0x1p-32;
    const double x = (coarse + fine) * 0x1p-23 * ends[layer];
    if (fabs(x) < ends[layer + 1]) return x;
    if (layer == 0) return x < 0 ? -normal_tail(random) : normal_tail(random);
    const double share = next_uniform(random);
    if (heights[layer] + share * (heights[layer + 1] - heights[layer]) < bell(x)) return x;
  }
}

/* For shapes from 1 on. */
static inline double next_gamma(struct random *random, const struct ziggurat *ziggurat,
                                double shape) {
  const double d = shape - 1.0 / 3;
  const double slope = 1 / (3 * sqrt(d));
  for (;;) {
    const double x = next_normal(random, ziggurat);
    const double root = 1 + slope * x;
    if (root <= 0) continue;
    const double cube = root * root * root;
    const double u = 1 - next_uniform(random);
    const double square = x * x;
    if (u < 1 - 0.0331 * square * square) return d * cube;
    if (log(u) < 0.5 * square + d * (1 - cube + log(cube))) return d * cube;
  }
}

static inline double next_beta(struct random *random, const struct ziggurat *ziggurat, double a,
                               double b) {
  const double share = next_gamma(random, ziggurat, a);
  return share / (share + next_gamma(random, ziggurat, b));
}

#endif
