/*
 * The policies as one writes them first: every slot computes every index from counts and sums, with
 * the logarithms and roots of libm. Nothing is done badly on purpose: what is the same for all arms
 * stands outside of their loop, a window is a ring, and a clipped sum is walked again only when its
 * limit has moved.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "environment.h"
#include "sampling.h"

#define VARIATION 3
#define SW_UCB_XI 0.6
#define D_UCB_XI 0.6
#define ROBUST_BASE 1.1
#define ROBUST_ZETA 2.2
/* Enough for 1.1^j to pass any count. */
#define ROBUST_POWERS 256
#define EULER 2.718281828459045
#define LARGEST_WEIGHT 1e100

/* All that some policy needs; each leaves most of it alone. */
struct policy {
  int32_t arms;
  int32_t horizon;
  int32_t window;
  int32_t cursor;
  double *counts;
  double *sums;
  /* A window: arm and reward of its slots. */
  int32_t *ring_arms;
  double *ring_rewards;
  /* Robust policies: the rewards of each arm in a ring of its own, and where the oldest is. */
  int32_t capacity;
  int32_t *oldest;
  double *histories;
  int32_t *levels;
  double *limits;
  double *powers;
  /* Discounting policies. */
  double discount;
  double log_window;
  /* Exponential weights. */
  double exploration;
  double sharing;
  double picked;
  double *weights;
  const struct ziggurat *ziggurat;
};

/* Rewards. */

static inline double bernoulli(const struct environment *environment, size_t place,
                               struct random *random) {
  return next_word(random) * 0x1p-32 < environment->means[place] ? 1 : 0;
}

static inline double pareto(const struct environment *environment, size_t place,
                            struct random *random) {
  const uint32_t word = next_word(random);
  const double upper = word & 0x7fffffff;
  const double lower = next_word(random) >> 10;
  const double survival = 1 - (upper * 0x1p22 + lower) * 0x1p-53;
  const double size = PARETO_SCALE * (pow(survival, -PARETO_SHAPE) - 1) / PARETO_SHAPE;
  return environment->means[place] + (word >> 31 ? -size : size);
}

/* From the range −1 to 1, for policies that need rewards in [0, 1]. */
static inline double clipped_pareto(const struct environment *environment, size_t place,
                                    struct random *random) {
  const double reward = (pareto(environment, place, random) + 1) / 2;
  return reward < 0 ? 0 : reward > 1 ? 1 : reward;
}

/* Memories. */

static inline void forget(struct policy *policy) {
  for (int32_t arm = 0; arm < policy->arms; arm++) {
    policy->counts[arm] = 0;
    policy->sums[arm] = 0;
  }
}

static inline void moments_reset(struct policy *policy) {
  policy->cursor = 0;
  forget(policy);
}

static inline void all_time_learn(struct policy *policy, int32_t slot, int32_t arm,
                                  double reward) {
  (void)slot;
  policy->counts[arm] += 1;
  policy->sums[arm] += reward;
}

/* An epoch that is over is forgotten before the next slot. */
static inline void resetting_learn(struct policy *policy, int32_t slot, int32_t arm,
                                   double reward) {
  all_time_learn(policy, slot, arm, reward);
  if (++policy->cursor == policy->window) moments_reset(policy);
}

static inline void window_learn(struct policy *policy, int32_t slot, int32_t arm,
                                double reward) {
  const int32_t place = policy->cursor;
  if (slot >= policy->window) {
    const int32_t leaving = policy->ring_arms[place];
    policy->counts[leaving] -= 1;
    policy->sums[leaving] -= policy->ring_rewards[place];
  }
  policy->ring_arms[place] = arm;
  policy->ring_rewards[place] = reward;
  policy->cursor = place + 1 == policy->window ? 0 : place + 1;
  all_time_learn(policy, slot, arm, reward);
}

/* Index policies. `level` is what a slot's indices have in common. */

static inline double ucb1_level(const struct policy *policy, int32_t slot) {
  (void)policy;
  return 2 * log(slot + 1);
}

static inline double sw_ucb_level(const struct policy *policy, int32_t slot) {
  const int32_t remembered = slot + 1 < policy->window ? slot + 1 : policy->window;
  return SW_UCB_XI * log(remembered);
}

static inline double horizon_per_arm(const struct policy *policy, int32_t slot) {
  (void)slot;
  return (double)policy->horizon / policy->arms;
}

static inline double window_per_arm(const struct policy *policy, int32_t slot) {
  (void)slot;
  return (double)policy->window / policy->arms;
}

static inline double ucb_index(double sum, double count, double level) {
  return sum / count + sqrt(level / count);
}

static inline double moss_index(double sum, double count, double length) {
  const double logarithm = log(length / count);
  return sum / count + sqrt((logarithm > 0 ? logarithm : 0) / count);
}

static inline double robust_index(double sum, double count, double length) {
  const double logarithm = log(length / count);
  return sum / count + (1 + ROBUST_ZETA) * sqrt((logarithm > 1 ? logarithm : 1) / count);
}

#define DEFINE_INDEX_POLICY(POLICY, LEVEL, INDEX, RESET, LEARN)                                   \
  static inline int32_t POLICY##_pick(struct policy *policy, int32_t slot,                        \
                                      struct random *choices) {                                   \
    (void)choices;                                                                                \
    const double level = LEVEL(policy, slot);                                                     \
    int32_t best = 0;                                                                             \
    double top = -INFINITY;                                                                       \
    for (int32_t arm = 0; arm < policy->arms; arm++) {                                            \
      if (policy->counts[arm] == 0) return arm;                                                   \
      const double index = INDEX(policy->sums[arm], policy->counts[arm], level);                  \
      if (index > top) {                                                                          \
        top = index;                                                                              \
        best = arm;                                                                               \
      }                                                                                           \
    }                                                                                             \
    return best;                                                                                  \
  }                                                                                               \
  DEFINE_PLAY(POLICY##_bernoulli, struct policy, RESET, POLICY##_pick, LEARN, bernoulli)          \
  DEFINE_PLAY(POLICY##_pareto, struct policy, RESET, POLICY##_pick, LEARN, pareto)

DEFINE_INDEX_POLICY(ucb1, ucb1_level, ucb_index, moments_reset, all_time_learn)
DEFINE_INDEX_POLICY(moss, horizon_per_arm, moss_index, moments_reset, all_time_learn)
DEFINE_INDEX_POLICY(r_moss, window_per_arm, moss_index, moments_reset, resetting_learn)
DEFINE_INDEX_POLICY(sw_moss, window_per_arm, moss_index, moments_reset, window_learn)
DEFINE_INDEX_POLICY(sw_ucb, sw_ucb_level, ucb_index, moments_reset, window_learn)

/* Robust policies: `sums` holds the rewards clipped at the limit of the arm's present count. */

static inline double clipped(double reward, double limit) {
  return reward > limit ? limit : reward < -limit ? -limit : reward;
}

static double walked_sum(const struct policy *policy, int32_t arm) {
  const double *history = policy->histories + (size_t)arm * (size_t)policy->capacity;
  const double limit = policy->limits[arm];
  int32_t place = policy->oldest[arm];
  double sum = 0;
  for (int32_t left = (int32_t)policy->counts[arm]; left > 0; left--) {
    sum += clipped(history[place], limit);
    place = place + 1 == policy->capacity ? 0 : place + 1;
  }
  return sum;
}

/* True where the arm's limit had to move. */
static inline int settle_limit(struct policy *policy, int32_t arm, double length) {
  const double count = policy->counts[arm];
  int32_t level = policy->levels[arm];
  while (policy->powers[level + 1] <= count) level++;
  while (level > 0 && policy->powers[level] > count) level--;
  if (level == policy->levels[arm]) return 0;
  const double h = policy->powers[level + 1];
  policy->levels[arm] = level;
  policy->limits[arm] = sqrt(h / fmax(log(length / h), 1));
  return 1;
}

static inline void robust_reset(struct policy *policy) {
  moments_reset(policy);
  for (int32_t arm = 0; arm < policy->arms; arm++) {
    policy->oldest[arm] = 0;
    policy->levels[arm] = -1;
  }
}

static inline void robust_add(struct policy *policy, int32_t arm, double reward, double length) {
  int32_t place = policy->oldest[arm] + (int32_t)policy->counts[arm];
  if (place >= policy->capacity) place -= policy->capacity;
  policy->histories[(size_t)arm * (size_t)policy->capacity + (size_t)place] = reward;
  policy->counts[arm] += 1;
  if (settle_limit(policy, arm, length)) policy->sums[arm] = walked_sum(policy, arm);
  else policy->sums[arm] += clipped(reward, policy->limits[arm]);
}

static inline void robust_remove_oldest(struct policy *policy, int32_t arm, double length) {
  const int32_t place = policy->oldest[arm];
  const double reward = policy->histories[(size_t)arm * (size_t)policy->capacity + (size_t)place];
  policy->oldest[arm] = place + 1 == policy->capacity ? 0 : place + 1;
  policy->counts[arm] -= 1;
  if (settle_limit(policy, arm, length)) policy->sums[arm] = walked_sum(policy, arm);
  else policy->sums[arm] -= clipped(reward, policy->limits[arm]);
}

static inline void robust_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  robust_add(policy, arm, reward, horizon_per_arm(policy, slot));
}

static inline void resetting_robust_learn(struct policy *policy, int32_t slot, int32_t arm,
                                          double reward) {
  robust_add(policy, arm, reward, window_per_arm(policy, slot));
  if (++policy->cursor == policy->window) robust_reset(policy);
}

static inline void window_robust_learn(struct policy *policy, int32_t slot, int32_t arm,
                                       double reward) {
  const double length = window_per_arm(policy, slot);
  const int32_t place = policy->cursor;
  if (slot >= policy->window) robust_remove_oldest(policy, policy->ring_arms[place], length);
  policy->ring_arms[place] = arm;
  policy->cursor = place + 1 == policy->window ? 0 : place + 1;
  robust_add(policy, arm, reward, length);
}

DEFINE_INDEX_POLICY(rmoss, horizon_per_arm, robust_index, robust_reset, robust_learn)
DEFINE_INDEX_POLICY(r_rmoss, window_per_arm, robust_index, robust_reset, resetting_robust_learn)
DEFINE_INDEX_POLICY(sw_rmoss, window_per_arm, robust_index, robust_reset, window_robust_learn)

/* D-UCB: `sums` holds the means, which follow the paper's own recursion. */

static inline double d_ucb_level(const struct policy *policy, int32_t slot) {
  (void)slot;
  return 4 * D_UCB_XI * policy->log_window;
}

static inline double d_ucb_index(double mean, double count, double level) {
  return mean + sqrt(level / count);
}

static inline void discounted_learn(struct policy *policy, int32_t slot, int32_t arm,
                                    double reward) {
  (void)slot;
  for (int32_t other = 0; other < policy->arms; other++) policy->counts[other] *= policy->discount;
  policy->counts[arm] += 1;
  policy->sums[arm] += (reward - policy->sums[arm]) / policy->counts[arm];
}

DEFINE_INDEX_POLICY(d_ucb, d_ucb_level, d_ucb_index, moments_reset, discounted_learn)

/* Exponential weights. Only their ratios matter, so they are scaled down before they overflow. */

static inline void weights_reset(struct policy *policy) {
  policy->cursor = 0;
  for (int32_t arm = 0; arm < policy->arms; arm++) policy->weights[arm] = 1;
}

static inline double total_weight(const struct policy *policy) {
  double total = 0;
  for (int32_t arm = 0; arm < policy->arms; arm++) total += policy->weights[arm];
  return total;
}

static inline int32_t weights_pick(struct policy *policy, int32_t slot, struct random *choices) {
  (void)slot;
  const double total = total_weight(policy);
  const double floor = policy->exploration / policy->arms;
  double rest = next_uniform(choices);
  int32_t arm = 0;
  for (;; arm++) {
    policy->picked = (1 - policy->exploration) * policy->weights[arm] / total + floor;
    if (rest < policy->picked || arm + 1 == policy->arms) return arm;
    rest -= policy->picked;
  }
}

static inline void keep_finite(struct policy *policy, int32_t arm) {
  if (policy->weights[arm] < LARGEST_WEIGHT) return;
  for (int32_t other = 0; other < policy->arms; other++) policy->weights[other] /= LARGEST_WEIGHT;
}

static inline double growth(const struct policy *policy, double reward) {
  return exp(policy->exploration * reward / (policy->picked * policy->arms));
}

static inline void exp3_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  (void)slot;
  policy->weights[arm] *= growth(policy, reward);
  keep_finite(policy, arm);
}

static inline void rexp3_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  exp3_learn(policy, slot, arm, reward);
  if (++policy->cursor == policy->window) weights_reset(policy);
}

static inline void exp3s_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  (void)slot;
  const double shared = policy->sharing * total_weight(policy);
  policy->weights[arm] *= growth(policy, reward);
  for (int32_t other = 0; other < policy->arms; other++) policy->weights[other] += shared;
  keep_finite(policy, arm);
}

/* Thompson sampling: `sums` holds the successes and `counts` the failures. */

static inline int32_t thompson_pick(struct policy *policy, int32_t slot, struct random *choices) {
  (void)slot;
  int32_t best = 0;
  double top = -INFINITY;
  for (int32_t arm = 0; arm < policy->arms; arm++) {
    const double drawn =
        next_beta(choices, policy->ziggurat, 1 + policy->sums[arm], 1 + policy->counts[arm]);
    if (drawn > top) {
      top = drawn;
      best = arm;
    }
  }
  return best;
}

static inline void ts_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  (void)slot;
  policy->sums[arm] += reward;
  policy->counts[arm] += 1 - reward;
}

static inline void dts_learn(struct policy *policy, int32_t slot, int32_t arm, double reward) {
  for (int32_t other = 0; other < policy->arms; other++) {
    policy->sums[other] *= policy->discount;
    policy->counts[other] *= policy->discount;
  }
  ts_learn(policy, slot, arm, reward);
}

#define DEFINE_UNIT_POLICY(POLICY, RESET, PICK, LEARN)                                            \
  DEFINE_PLAY(POLICY##_bernoulli, struct policy, RESET, PICK, LEARN, bernoulli)                   \
  DEFINE_PLAY(POLICY##_pareto, struct policy, RESET, PICK, LEARN, clipped_pareto)

DEFINE_UNIT_POLICY(exp3, weights_reset, weights_pick, exp3_learn)
DEFINE_UNIT_POLICY(rexp3, weights_reset, weights_pick, rexp3_learn)
DEFINE_UNIT_POLICY(exp3s, weights_reset, weights_pick, exp3s_learn)
DEFINE_UNIT_POLICY(ts, moments_reset, thompson_pick, ts_learn)
DEFINE_UNIT_POLICY(dts, moments_reset, thompson_pick, dts_learn)

/* Making a policy. */

enum memory { ALL_TIME, EPOCHS, WINDOW };

struct entry {
  const char *id;
  enum memory memory;
  int is_robust;
  play_function *bernoulli;
  play_function *pareto;
};

static const struct entry entries[] = {
    {"ucb1", ALL_TIME, 0, ucb1_bernoulli, ucb1_pareto},
    {"moss", ALL_TIME, 0, moss_bernoulli, moss_pareto},
    {"r-moss", EPOCHS, 0, r_moss_bernoulli, r_moss_pareto},
    {"sw-moss", WINDOW, 0, sw_moss_bernoulli, sw_moss_pareto},
    {"sw-ucb", WINDOW, 0, sw_ucb_bernoulli, sw_ucb_pareto},
    {"d-ucb", ALL_TIME, 0, d_ucb_bernoulli, d_ucb_pareto},
    {"rmoss", ALL_TIME, 1, rmoss_bernoulli, rmoss_pareto},
    {"r-rmoss", EPOCHS, 1, r_rmoss_bernoulli, r_rmoss_pareto},
    {"sw-rmoss", WINDOW, 1, sw_rmoss_bernoulli, sw_rmoss_pareto},
    {"exp3", ALL_TIME, 0, exp3_bernoulli, exp3_pareto},
    {"rexp3", EPOCHS, 0, rexp3_bernoulli, rexp3_pareto},
    {"exp3s", ALL_TIME, 0, exp3s_bernoulli, exp3s_pareto},
    {"ts", ALL_TIME, 0, ts_bernoulli, ts_pareto},
    {"dts", ALL_TIME, 0, dts_bernoulli, dts_pareto},
};

/* Exp3 over T slots and Rexp3 over an epoch: √(K ln K / ((e−1) T)). */
static double exp3_rate(double arms, double length) {
  return fmin(1, sqrt(arms * log(arms) / ((EULER - 1) * length)));
}

/* Exp3.S for a variation budget V: (4 V K ln(KT) / ((e−1)² T))^(1/3). */
static double exp3s_rate(double arms, double horizon) {
  const double numerator = 4 * VARIATION * arms * log(arms * horizon);
  return fmin(1, cbrt(numerator / ((EULER - 1) * (EULER - 1) * horizon)));
}

static double exploration_of(const char *id, const struct setting *setting) {
  if (strcmp(id, "exp3s") == 0) return exp3s_rate(setting->arms, setting->horizon);
  if (strcmp(id, "rexp3") == 0) return exp3_rate(setting->arms, setting->window);
  return exp3_rate(setting->arms, setting->horizon);
}

static void create_histories(struct policy *policy, int32_t capacity) {
  const size_t arms = (size_t)policy->arms;
  policy->capacity = capacity;
  policy->oldest = allocate(arms, sizeof(int32_t));
  policy->levels = allocate(arms, sizeof(int32_t));
  policy->limits = allocate(arms, sizeof(double));
  policy->histories = allocate(arms * (size_t)capacity, sizeof(double));
  policy->powers = allocate(ROBUST_POWERS, sizeof(double));
  policy->powers[0] = 1;
  for (int i = 1; i < ROBUST_POWERS; i++) policy->powers[i] = policy->powers[i - 1] * ROBUST_BASE;
}

static struct policy *create_policy(const struct entry *entry, const struct setting *setting) {
  const size_t arms = (size_t)setting->arms;
  struct policy *policy = allocate(1, sizeof(struct policy));
  struct ziggurat *ziggurat = allocate(1, sizeof(struct ziggurat));
  create_ziggurat(ziggurat);
  policy->arms = setting->arms;
  policy->horizon = setting->horizon;
  policy->window = setting->window;
  policy->counts = allocate(arms, sizeof(double));
  policy->sums = allocate(arms, sizeof(double));
  policy->weights = allocate(arms, sizeof(double));
  policy->discount = 1 - 1.0 / setting->window;
  policy->log_window = log(setting->window);
  policy->exploration = exploration_of(entry->id, setting);
  policy->sharing = EULER / setting->horizon / setting->arms;
  policy->ziggurat = ziggurat;
  if (entry->memory == WINDOW) {
    policy->ring_arms = allocate((size_t)setting->window, sizeof(int32_t));
    policy->ring_rewards = allocate((size_t)setting->window, sizeof(double));
  }
  if (entry->is_robust) {
    create_histories(policy, entry->memory == ALL_TIME ? setting->horizon : setting->window);
  }
  return policy;
}

struct player plain_player(const char *id, enum noise noise, const struct setting *setting) {
  for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
    if (strcmp(entries[i].id, id) != 0) continue;
    return (struct player){create_policy(&entries[i], setting),
                           noise == BERNOULLI ? entries[i].bernoulli : entries[i].pareto, ROLE_POLICY};
  }
  return (struct player){NULL, NULL, ROLE_POLICY};
}
