/*
 * The environment: means on a sinusoid, 0.3 sin(2πt/2000 + 2πk/K) about 0.5 with Bernoulli rewards
 * or about 0 with symmetric generalized Pareto noise; and the loop of a replication.
 */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "random.h"

#define PARETO_SHAPE 0.4
#define PARETO_SCALE 0.23

enum noise { BERNOULLI, PARETO };

/* Tables go slot by slot, and within a slot arm by arm. */
struct environment {
  int32_t arms;
  int32_t horizon;
  double *means;
  double *best;
  uint32_t *thresholds;
};

/* What a policy is given. */
struct setting {
  int32_t arms;
  int32_t horizon;
  int32_t window;
  /* Columns of a feature vector; for policies that have features. */
  int32_t dimension;
};

/* Plays one replication, notes the arm of each slot and returns the regret. */
typedef double play_function(const void *made, const struct environment *environment,
                             struct random choices, struct random rewards, int32_t *played);

/*
 * A policy for a setting, and its loop for a kind of noise; NULL where there is no such policy. The role of the stream
 * that it is given beside that of rewards.
 */
struct player {
  const void *policy;
  play_function *play;
  enum role role;
};

struct player plain_player(const char *id, enum noise noise, const struct setting *setting);
struct player fleet_player_of(const char *id, enum noise noise, const struct setting *setting);
struct player linear_player_of(const char *id, const struct setting *setting);
struct player tuned_player(const char *id, enum noise noise, const struct setting *setting);

/* Memory that is zero, or the end of the program. */
void *allocate(size_t count, size_t size);

/*
 * Defines a play_function from what a policy does at the start, to pick and to learn, and how
 * rewards are drawn. A loop for each combination lets the compiler put everything inline; the copy
 * of the policy, whose address goes nowhere, lets it keep scalars in registers.
 */
#define DEFINE_PLAY(NAME, POLICY, RESET, PICK, LEARN, DRAW)                                       \
  static double NAME(const void *made, const struct environment *environment,                     \
                     struct random choices, struct random rewards, int32_t *played) {             \
    POLICY policy = *(const POLICY *)made;                                                        \
    const struct environment local = *environment;                                                \
    double regret = 0;                                                                            \
    size_t row = 0;                                                                               \
    RESET(&policy);                                                                               \
    for (int32_t slot = 0; slot < local.horizon; slot++) {                                        \
      const int32_t arm = PICK(&policy, slot, &choices);                                          \
      const size_t place = row + (size_t)arm;                                                     \
      const double reward = DRAW(&local, place, &rewards);                                        \
      LEARN(&policy, slot, arm, reward);                                                          \
      regret += local.best[slot] - local.means[place];                                            \
      played[slot] = arm;                                                                         \
      row += (size_t)local.arms;                                                                  \
    }                                                                                             \
    return regret;                                                                                \
  }

#endif
