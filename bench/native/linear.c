/*
 * D-LinUCB (Russac, Vernade & Cappe 2019) in C, in the plainest form, on its abrupt environment: actions that are drawn
 * in each slot, one hidden vector, normal rewards. Sums have no ridge. Both matrices are factored in every slot, and
 * each action takes two triangular solves and a product. The features come from the stream of contexts, which stands
 * in for that of the policy: it draws nothing.
 */
#include <string.h>

#include "environment.h"
#include "sampling.h"

#define RIDGE 0.1
#define DELTA 0.01
#define CHANGES 3

struct linear_policy {
  int32_t actions;
  int32_t dimension;
  int32_t horizon;
  double discount;
  double squares;
  /* Lower triangles, row by row: the sums, and the factors of the sums with the ridge. */
  double *sums;
  double *squared_sums;
  double *factor;
  double *squared_factor;
  double *inverses;
  double *target;
  double *estimate;
  double *features;
  double *means;
  double *solution;
  double *product;
  const struct ziggurat *ziggurat;
};

static size_t triangle(int32_t dimension) { return (size_t)dimension * ((size_t)dimension + 1) / 2; }

static void draw_features(struct linear_policy *policy, struct random *random) {
  const int32_t d = policy->dimension;
  for (int32_t action = 0; action < policy->actions; action++) {
    double *x = policy->features + (size_t)action * (size_t)d;
    double sum = 0;
    for (int32_t i = 0; i < d; i++) {
      x[i] = 2 * next_uniform(random) - 1;
      sum += x[i] * x[i];
    }
    const double norm = sqrt(sum);
    if (norm <= 1) continue;
    for (int32_t i = 0; i < d; i++) x[i] /= norm;
  }
}

/* The factor of a matrix with the ridge, and the reciprocals of its diagonal. */
static void factor(const double *sums, double *rows, double *inverses, int32_t d) {
  double *row = rows;
  for (int32_t i = 0; i < d; i++) {
    const double *other = rows;
    for (int32_t j = 0; j <= i; j++) {
      double rest = sums[row - rows + j] + (i == j ? RIDGE : 0);
      for (int32_t k = 0; k < j; k++) rest -= row[k] * other[k];
      row[j] = i == j ? sqrt(rest) : rest * inverses[j];
      other += j + 1;
    }
    inverses[i] = 1 / row[i];
    row += i + 1;
  }
}

/* Solves L L' z = x. */
static void solve(const double *rows, const double *inverses, const double *x, double *z,
                  int32_t d) {
  const double *row = rows;
  for (int32_t i = 0; i < d; i++) {
    double rest = x[i];
    for (int32_t j = 0; j < i; j++) rest -= row[j] * z[j];
    z[i] = rest * inverses[i];
    row += i + 1;
  }
  for (int32_t i = d - 1; i >= 0; i--) {
    row -= i + 1;
    z[i] *= inverses[i];
    for (int32_t j = 0; j < i; j++) z[j] -= row[j] * z[i];
  }
}

static double dot(const double *x, const double *y, int32_t d) {
  double sum = 0;
  for (int32_t i = 0; i < d; i++) sum += x[i] * y[i];
  return sum;
}

/* The length of x in the norm of the sandwich. */
static double length(struct linear_policy *policy, const double *x) {
  const int32_t d = policy->dimension;
  double *z = policy->solution;
  double *product = policy->product;
  solve(policy->factor, policy->inverses, x, z, d);
  memset(product, 0, (size_t)d * sizeof(double));
  const double *row = policy->squared_factor;
  for (int32_t i = 0; i < d; i++) {
    for (int32_t j = 0; j <= i; j++) product[j] += row[j] * z[i];
    row += i + 1;
  }
  return sqrt(dot(product, product, d));
}

static int32_t pick(struct linear_policy *policy) {
  const int32_t d = policy->dimension;
  /* The reciprocals of the first are needed, so it comes last. */
  factor(policy->squared_sums, policy->squared_factor, policy->inverses, d);
  factor(policy->sums, policy->factor, policy->inverses, d);
  solve(policy->factor, policy->inverses, policy->target, policy->estimate, d);
  const double spread = -2 * log(DELTA) + d * log(1 + policy->squares / (RIDGE * d));
  const double radius = sqrt(RIDGE) + sqrt(spread);
  int32_t best = 0;
  double top = -INFINITY;
  for (int32_t action = 0; action < policy->actions; action++) {
    const double *x = policy->features + (size_t)action * (size_t)d;
    const double index = dot(x, policy->estimate, d) + radius * length(policy, x);
    if (index > top) {
      best = action;
      top = index;
    }
  }
  return best;
}

static void learn(struct linear_policy *policy, int32_t action, double reward) {
  const int32_t d = policy->dimension;
  const double *x = policy->features + (size_t)action * (size_t)d;
  const double discount = policy->discount;
  const double square = discount * discount;
  size_t place = 0;
  for (int32_t i = 0; i < d; i++) {
    for (int32_t j = 0; j <= i; j++) {
      policy->sums[place] = discount * policy->sums[place] + x[i] * x[j];
      policy->squared_sums[place] = square * policy->squared_sums[place] + x[i] * x[j];
      place++;
    }
    policy->target[i] = discount * policy->target[i] + reward * x[i];
  }
  policy->squares = square * policy->squares + 1;
}

/* The column of the hidden vector that is not 0, and its sign. */
static double hidden(const struct linear_policy *policy, int32_t slot, int32_t *column) {
  int32_t change = 0;
  while (change < CHANGES && slot > policy->horizon * (change + 1) / (2 * CHANGES)) change++;
  *column = change / 2 % policy->dimension;
  return change % 2 == 0 ? 1 : -1;
}

static double play_linear(const void *made, const struct environment *environment,
                          struct random contexts, struct random rewards, int32_t *played) {
  struct linear_policy policy = *(const struct linear_policy *)made;
  const int32_t d = policy.dimension;
  double regret = 0;
  memset(policy.sums, 0, triangle(d) * sizeof(double));
  memset(policy.squared_sums, 0, triangle(d) * sizeof(double));
  memset(policy.target, 0, (size_t)d * sizeof(double));
  policy.squares = 0;
  for (int32_t slot = 0; slot < environment->horizon; slot++) {
    int32_t column;
    const double sign = hidden(&policy, slot, &column);
    draw_features(&policy, &contexts);
    double best = -INFINITY;
    for (int32_t action = 0; action < policy.actions; action++) {
      const double mean = sign * policy.features[(size_t)action * (size_t)d + (size_t)column];
      policy.means[action] = mean;
      if (mean > best) best = mean;
    }
    const int32_t action = pick(&policy);
    const double mean = policy.means[action];
    learn(&policy, action, mean + next_normal(&rewards, policy.ziggurat));
    regret += best - mean;
    played[slot] = action;
  }
  return regret;
}

struct player linear_player_of(const char *id, const struct setting *setting) {
  if (strcmp(id, "d-linucb") != 0) return (struct player){NULL, NULL, ROLE_POLICY};
  const size_t d = (size_t)setting->dimension;
  const size_t actions = (size_t)setting->arms;
  struct linear_policy *policy = allocate(1, sizeof(struct linear_policy));
  struct ziggurat *ziggurat = allocate(1, sizeof(struct ziggurat));
  create_ziggurat(ziggurat);
  *policy = (struct linear_policy){
      .actions = setting->arms,
      .dimension = setting->dimension,
      .horizon = setting->horizon,
      .discount = 1 - 1.0 / setting->window,
      .sums = allocate(triangle(setting->dimension), sizeof(double)),
      .squared_sums = allocate(triangle(setting->dimension), sizeof(double)),
      .factor = allocate(triangle(setting->dimension), sizeof(double)),
      .squared_factor = allocate(triangle(setting->dimension), sizeof(double)),
      .inverses = allocate(d, sizeof(double)),
      .target = allocate(d, sizeof(double)),
      .estimate = allocate(d, sizeof(double)),
      .features = allocate(actions * d, sizeof(double)),
      .means = allocate(actions, sizeof(double)),
      .solution = allocate(d, sizeof(double)),
      .product = allocate(d, sizeof(double)),
      .ziggurat = ziggurat,
  };
  return (struct player){policy, play_linear, ROLE_CONTEXTS};
}
