/*
 * The policies as a good C programmer leaves them after some tuning: widths come from tables over
 * counts, only the arms that a slot changed get a new index, D-UCB's unit grows instead of all
 * counts shrinking, and a saturated sum is carried from limit to limit instead of being walked.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "environment.h"
#include "pareto.h"
#include "saturated.h"

#define SW_UCB_XI 0.6
#define D_UCB_XI 0.6
#define LARGEST_UNIT 0x1p500
#define SHRINK 0x1p-500
#define LEAST_MASS 0x1p-400

/*
 * What is tabled for a count. MOSS's widths may be 0 for several counts, and then equal means must
 * tie exactly, which takes a division. Where widths differ with the count an inverse will do.
 */
struct moss_step {
  double count;
  double width;
};

struct ucb_step {
  double inverse;
  double width;
};

struct arm {
  double sum;
  int32_t count;
};

struct observation {
  double reward;
  int32_t arm;
  int32_t bin;
};

/* All that some policy needs; each leaves much of it alone. */
struct policy {
  int32_t arms;
  int32_t window;
  int32_t cursor;
  struct arm *memory;
  struct observation *ring;
  /* Where widths grow with the slots, an index is mean + scale · width; else `means` has it all. */
  double *means;
  double *widths;
  const struct moss_step *moss_steps;
  const struct ucb_step *ucb_steps;
  /* The scale of each slot. */
  const double *scales;
  /* D-UCB. */
  double *masses;
  double unit;
  double scale;
  double growth;
  double root_growth;
  double factor;
  /* Robust policies. */
  struct grid grid;
  struct saturated_arm *saturated;
  struct bin *bins;
};

/* Rewards. */

/* By a sign: gcc makes a branch of a comparison, and the toss of a coin can't be predicted. */
static inline double bernoulli(const struct environment *environment, size_t place,
                               struct random *random) {
  const int64_t difference = (int64_t)next_word(random) - environment->thresholds[place];
  return (int32_t)((uint64_t)difference >> 63);
}

static inline double pareto(const struct environment *environment, size_t place,
                            struct random *random) {
  return environment->means[place] + next_symmetric_pareto(random);
}

/* The arm of the largest index, the lowest among equals, without a branch to mispredict. */

static inline int32_t pick_index(const struct policy *policy) {
  int32_t best = 0;
  double top = policy->means[0];
  for (int32_t arm = 1; arm < policy->arms; arm++) {
    const double index = policy->means[arm];
    best = index > top ? arm : best;
    top = index > top ? index : top;
  }
  return best;
}

static inline int32_t pick_scaled(const struct policy *policy, double scale) {
  int32_t best = 0;
  double top = policy->means[0] + scale * policy->widths[0];
  for (int32_t arm = 1; arm < policy->arms; arm++) {
    const double index = policy->means[arm] + scale * policy->widths[arm];
    best = index > top ? arm : best;
    top = index > top ? index : top;
  }
  return best;
}

static inline void forget(struct policy *policy) {
  policy->cursor = 0;
  for (int32_t arm = 0; arm < policy->arms; arm++) {
    policy->memory[arm] = (struct arm){0, 0};
    policy->means[arm] = INFINITY;
    policy->widths[arm] = 0;
  }
}

static inline void change(struct policy *policy, int32_t arm, double reward, int32_t sign) {
  policy->memory[arm].sum += sign * reward;
  policy->memory[arm].count += sign;
}

/* The width of an arm without rewards is infinite. */
static inline void reindex(struct policy *policy, int32_t arm) {
  const struct moss_step step = policy->moss_steps[policy->memory[arm].count];
  policy->means[arm] = policy->memory[arm].sum / step.count + step.width;
}

/* A slot's scale may be 0, so that here the mean of an arm without rewards is infinite instead. */
static inline void reindex_scaled(struct policy *policy, int32_t arm) {
  const int32_t count = policy->memory[arm].count;
  const struct ucb_step step = policy->ucb_steps[count];
  policy->means[arm] = count == 0 ? INFINITY : policy->memory[arm].sum * step.inverse;
  policy->widths[arm] = step.width;
}

/* Puts an observation in the ring in place of the oldest one, which is returned. */
static inline struct observation exchange(struct policy *policy, struct observation observation) {
  const int32_t place = policy->cursor;
  const struct observation oldest = policy->ring[place];
  policy->ring[place] = observation;
  policy->cursor = place + 1 == policy->window ? 0 : place + 1;
  return oldest;
}

/* MOSS types. */

static inline int32_t moss_pick(struct policy *policy, int32_t slot, struct random *choices) {
  (void)slot;
  (void)choices;
  return pick_index(policy);
}

static inline void moss_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  (void)slot;
  change(policy, arm, reward, 1);
  reindex(policy, arm);
}

static inline void r_moss_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  moss_learn(policy, slot, arm, reward);
  if (++policy->cursor == policy->window) forget(policy);
}

static inline void sw_moss_learn(struct policy *policy, int32_t slot, int32_t arm,
                                 double reward) {
  const struct observation oldest = exchange(policy, (struct observation){reward, arm, 0});
  if (slot >= policy->window) {
    change(policy, oldest.arm, oldest.reward, -1);
    reindex(policy, oldest.arm);
  }
  moss_learn(policy, slot, arm, reward);
}

/* UCB types, whose widths grow with the slots. */

static inline int32_t ucb_pick(struct policy *policy, int32_t slot, struct random *choices) {
  (void)choices;
  return pick_scaled(policy, policy->scales[slot]);
}

static inline void ucb1_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  (void)slot;
  change(policy, arm, reward, 1);
  reindex_scaled(policy, arm);
}

static inline void sw_ucb_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  const struct observation oldest = exchange(policy, (struct observation){reward, arm, 0});
  if (slot >= policy->window) {
    change(policy, oldest.arm, oldest.reward, -1);
    reindex_scaled(policy, oldest.arm);
  }
  ucb1_learn(policy, slot, arm, reward);
}

/* D-UCB in a unit that grows: a count is mass / unit, and a new reward weighs one unit. */

static inline void d_ucb_reset(struct policy *policy) {
  policy->unit = 1;
  policy->scale = 1;
  for (int32_t arm = 0; arm < policy->arms; arm++) {
    policy->masses[arm] = 0;
    policy->means[arm] = INFINITY;
    policy->widths[arm] = 0;
  }
}

static inline int32_t d_ucb_pick(struct policy *policy, int32_t slot, struct random *choices) {
  (void)slot;
  (void)choices;
  return pick_scaled(policy, policy->scale);
}

/* Back to small units, by a power of two and so exactly. */
static void shrink(struct policy *policy) {
  policy->unit *= SHRINK;
  policy->scale = sqrt(policy->unit);
  for (int32_t arm = 0; arm < policy->arms; arm++) {
    if (policy->masses[arm] == 0) continue;
    policy->masses[arm] = fmax(policy->masses[arm] * SHRINK, LEAST_MASS);
    policy->widths[arm] = sqrt(policy->factor / policy->masses[arm]);
  }
}

static inline void d_ucb_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  (void)slot;
  policy->unit *= policy->growth;
  policy->scale *= policy->root_growth;
  if (policy->unit > LARGEST_UNIT) shrink(policy);
  const double before = policy->masses[arm] == 0 ? 0 : policy->means[arm];
  const double mass = policy->masses[arm] + policy->unit;
  policy->masses[arm] = mass;
  policy->means[arm] = before + (reward - before) * (policy->unit / mass);
  policy->widths[arm] = sqrt(policy->factor / mass);
}

/* Robust MOSS types. */

static inline struct bin *bins_of(const struct policy *policy, int32_t arm) {
  return policy->bins + (size_t)arm * (size_t)(policy->grid.levels + 1);
}

static inline void robust_forget(struct policy *policy) {
  policy->cursor = 0;
  for (int32_t arm = 0; arm < policy->arms; arm++) {
    if (policy->saturated[arm].count > 0) {
      memset(bins_of(policy, arm), 0, (size_t)(policy->grid.levels + 1) * sizeof(struct bin));
    }
    policy->saturated[arm] = (struct saturated_arm){0, 0, 0, 0};
    policy->means[arm] = INFINITY;
  }
}

static inline void robust_change(struct policy *policy, int32_t arm, int32_t bin, double reward,
                                 int32_t sign) {
  struct saturated_arm *saturated = &policy->saturated[arm];
  saturated_change(&policy->grid, saturated, bins_of(policy, arm), bin, reward, sign);
  policy->means[arm] = saturated_index(&policy->grid, saturated);
}

static inline void rmoss_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  (void)slot;
  robust_change(policy, arm, bin_of(&policy->grid, reward), reward, 1);
}

static inline void r_rmoss_learn(struct policy *policy, int32_t slot, int32_t arm,
                                 double reward) {
  rmoss_learn(policy, slot, arm, reward);
  if (++policy->cursor == policy->window) robust_forget(policy);
}

static inline void sw_rmoss_learn(struct policy *policy, int32_t slot, int32_t arm,
                                  double reward) {
  const int32_t bin = bin_of(&policy->grid, reward);
  const struct observation oldest = exchange(policy, (struct observation){reward, arm, bin});
  if (slot >= policy->window) {
    robust_change(policy, oldest.arm, oldest.bin, oldest.reward, -1);
  }
  robust_change(policy, arm, bin, reward, 1);
}

/* The loops. */

#define DEFINE_POLICY(POLICY, RESET, PICK, LEARN)                                                 \
  DEFINE_PLAY(POLICY##_bernoulli, struct policy, RESET, PICK, LEARN, bernoulli)                   \
  DEFINE_PLAY(POLICY##_pareto, struct policy, RESET, PICK, LEARN, pareto)

DEFINE_POLICY(ucb1, forget, ucb_pick, ucb1_learn)
DEFINE_POLICY(moss, forget, moss_pick, moss_learn)
DEFINE_POLICY(r_moss, forget, moss_pick, r_moss_learn)
DEFINE_POLICY(sw_moss, forget, moss_pick, sw_moss_learn)
DEFINE_POLICY(sw_ucb, forget, ucb_pick, sw_ucb_learn)
DEFINE_POLICY(d_ucb, d_ucb_reset, d_ucb_pick, d_ucb_learn)
DEFINE_POLICY(rmoss, robust_forget, moss_pick, rmoss_learn)
DEFINE_POLICY(r_rmoss, robust_forget, moss_pick, r_rmoss_learn)
DEFINE_POLICY(sw_rmoss, robust_forget, moss_pick, sw_rmoss_learn)

/* Making a policy. */

enum memory { ALL_TIME, EPOCHS, WINDOW };

struct entry {
  const char *id;
  enum memory memory;
  void (*create)(struct policy *policy, const struct setting *setting, int32_t length);
  play_function *bernoulli;
  play_function *pareto;
};

static void create_moss(struct policy *policy, const struct setting *setting, int32_t length) {
  struct moss_step *steps = allocate((size_t)length + 1, sizeof(struct moss_step));
  steps[0] = (struct moss_step){1, INFINITY};
  for (int32_t count = 1; count <= length; count++) {
    const double logarithm = log((double)length / setting->arms / count);
    steps[count] = (struct moss_step){count, sqrt(fmax(logarithm, 0) / count)};
  }
  policy->moss_steps = steps;
}

/* Width √(factor · ln(min(t, length)) / n), in a part for the slot and a part for the count. */
static void create_ucb(struct policy *policy, const struct setting *setting, int32_t length,
                       double factor) {
  struct ucb_step *steps = allocate((size_t)length + 1, sizeof(struct ucb_step));
  double *scales = allocate((size_t)setting->horizon, sizeof(double));
  for (int32_t count = 1; count <= length; count++) {
    steps[count] = (struct ucb_step){1.0 / count, 1 / sqrt(count)};
  }
  for (int32_t slot = 0; slot < setting->horizon; slot++) {
    scales[slot] = sqrt(factor * log(slot < length ? slot + 1 : length));
  }
  policy->ucb_steps = steps;
  policy->scales = scales;
}

static void create_ucb1(struct policy *policy, const struct setting *setting, int32_t length) {
  create_ucb(policy, setting, length, 2);
}

static void create_sw_ucb(struct policy *policy, const struct setting *setting, int32_t length) {
  create_ucb(policy, setting, length, SW_UCB_XI);
}

static void create_d_ucb(struct policy *policy, const struct setting *setting, int32_t length) {
  (void)length;
  policy->masses = allocate((size_t)setting->arms, sizeof(double));
  policy->growth = 1 / (1 - 1.0 / setting->window);
  policy->root_growth = sqrt(policy->growth);
  policy->factor = 4 * D_UCB_XI * log(setting->window);
}

static void create_robust(struct policy *policy, const struct setting *setting, int32_t length) {
  const size_t arms = (size_t)setting->arms;
  policy->grid = create_grid(length, setting->arms);
  policy->saturated = allocate(arms, sizeof(struct saturated_arm));
  policy->bins = allocate(arms * (size_t)(policy->grid.levels + 1), sizeof(struct bin));
}

static const struct entry entries[] = {
    {"ucb1", ALL_TIME, create_ucb1, ucb1_bernoulli, ucb1_pareto},
    {"moss", ALL_TIME, create_moss, moss_bernoulli, moss_pareto},
    {"r-moss", EPOCHS, create_moss, r_moss_bernoulli, r_moss_pareto},
    {"sw-moss", WINDOW, create_moss, sw_moss_bernoulli, sw_moss_pareto},
    {"sw-ucb", WINDOW, create_sw_ucb, sw_ucb_bernoulli, sw_ucb_pareto},
    {"d-ucb", ALL_TIME, create_d_ucb, d_ucb_bernoulli, d_ucb_pareto},
    {"rmoss", ALL_TIME, create_robust, rmoss_bernoulli, rmoss_pareto},
    {"r-rmoss", EPOCHS, create_robust, r_rmoss_bernoulli, r_rmoss_pareto},
    {"sw-rmoss", WINDOW, create_robust, sw_rmoss_bernoulli, sw_rmoss_pareto},
};

static struct policy *create_policy(const struct entry *entry, const struct setting *setting) {
  const size_t arms = (size_t)setting->arms;
  struct policy *policy = allocate(1, sizeof(struct policy));
  policy->arms = setting->arms;
  policy->window = setting->window;
  policy->memory = allocate(arms, sizeof(struct arm));
  policy->means = allocate(arms, sizeof(double));
  policy->widths = allocate(arms, sizeof(double));
  if (entry->memory == WINDOW) {
    policy->ring = allocate((size_t)setting->window, sizeof(struct observation));
  }
  entry->create(policy, setting, entry->memory == ALL_TIME ? setting->horizon : setting->window);
  return policy;
}

struct player tuned_player(const char *id, enum noise noise, const struct setting *setting) {
  create_pareto_tables();
  for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
    if (strcmp(entries[i].id, id) != 0) continue;
    return (struct player){create_policy(&entries[i], setting),
                           noise == BERNOULLI ? entries[i].bernoulli : entries[i].pareto, ROLE_POLICY};
  }
  return (struct player){NULL, NULL, ROLE_POLICY};
}
