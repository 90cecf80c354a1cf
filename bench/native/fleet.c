/*
 * A fleet in C, in the plainest form: MCTopM (Besson & Kaufmann 2018) over kl-UCB, six players who collide. Every
 * player solves for the bounds of all arms in every slot, by Newton's method from above.
 */
#include <stdbool.h>
#include <string.h>

#include "environment.h"

#define PLAYERS 6
#define MOST_ARMS 64
#define STEPS 64

struct fleet_player {
  struct random random;
  double counts[MOST_ARMS];
  double sums[MOST_ARMS];
  double indices[MOST_ARMS];
  double before[MOST_ARMS];
  int32_t order[PLAYERS];
  int32_t arm;
  bool collided;
  bool fixed;
};

static double kl(double p, double q) {
  double sum = 0;
  if (p > 0) sum += p * log(p / q);
  if (p < 1) sum += (1 - p) * log((1 - p) / (1 - q));
  return sum;
}

/* The largest q with kl(p, q) <= d. */
static double upper_bound(double p, double d) {
  if (p >= 1) return 1;
  if (p <= 0) return 1 - exp(-d);
  const double tail = 1 - (1 - p) * exp(-(d - p * log(p)) / (1 - p));
  double q = fmin(p + sqrt(0.5 * d), tail);
  for (int i = 0; i < STEPS; i++) {
    if (q <= p || q >= 1) return q;
    const double next = q - (kl(p, q) - d) * q * (1 - q) / (q - p);
    if (next >= q) return q;
    q = next;
  }
  return q;
}

static int32_t below(struct random *random, int32_t n) {
  return (int32_t)((uint64_t)next_word(random) * (uint64_t)n >> 32);
}

static void compute_indices(struct fleet_player *player, int32_t arms, int32_t slot) {
  const double level = log(slot + 1.0);
  memcpy(player->before, player->indices, (size_t)arms * sizeof(double));
  for (int32_t arm = 0; arm < arms; arm++) {
    const double n = player->counts[arm];
    player->indices[arm] = n == 0 ? INFINITY : upper_bound(player->sums[arm] / n, level / n);
  }
}

/* The arms of the largest indices, the lowest first among equals. */
static void sort_top(struct fleet_player *player, int32_t arms) {
  int32_t sorted = 0;
  for (int32_t arm = 0; arm < arms; arm++) {
    const double index = player->indices[arm];
    if (sorted == PLAYERS && index <= player->indices[player->order[PLAYERS - 1]]) continue;
    int32_t place = sorted < PLAYERS ? sorted : PLAYERS - 1;
    for (; place > 0 && index > player->indices[player->order[place - 1]]; place--) {
      player->order[place] = player->order[place - 1];
    }
    player->order[place] = arm;
    if (sorted < PLAYERS) sorted++;
  }
}

static int32_t choose_arm(struct fleet_player *player, int32_t arms, int32_t slot) {
  compute_indices(player, arms, slot);
  sort_top(player, arms);
  bool inside = false;
  for (int32_t i = 0; i < PLAYERS; i++) inside |= player->order[i] == player->arm;
  if (inside && (!player->collided || player->fixed)) {
    player->fixed = true;
    return player->arm;
  }
  player->fixed = false;
  if (!inside && player->arm >= 0) {
    int32_t candidates[PLAYERS];
    int32_t found = 0;
    for (int32_t i = 0; i < PLAYERS; i++) {
      const int32_t arm = player->order[i];
      if (player->before[arm] <= player->before[player->arm]) candidates[found++] = arm;
    }
    if (found > 0) return candidates[found == 1 ? 0 : below(&player->random, found)];
  }
  return player->order[below(&player->random, PLAYERS)];
}

/* The sum of the largest means of each slot, computed once for an environment. */
static const double *benchmark_of(const struct environment *environment) {
  static const struct environment *known = NULL;
  static double *sums = NULL;
  if (known == environment) return sums;
  known = environment;
  sums = allocate((size_t)environment->horizon, sizeof(double));
  for (int32_t slot = 0; slot < environment->horizon; slot++) {
    bool taken[MOST_ARMS] = {false};
    const double *means = environment->means + (size_t)slot * (size_t)environment->arms;
    for (int32_t i = 0; i < PLAYERS; i++) {
      int32_t best = -1;
      for (int32_t arm = 0; arm < environment->arms; arm++) {
        if (!taken[arm] && (best < 0 || means[arm] > means[best])) best = arm;
      }
      taken[best] = true;
      sums[slot] += means[best];
    }
  }
  return sums;
}

static double play_fleet(const void *made, const struct environment *environment,
                         struct random choices, struct random rewards, int32_t *played) {
  static struct fleet_player players[PLAYERS];
  const int32_t arms = environment->arms;
  const double *sums = benchmark_of(environment);
  double regret = 0;
  (void)made;
  memset(players, 0, sizeof players);
  for (int32_t j = 0; j < PLAYERS; j++) {
    players[j].arm = -1;
    players[j].random = (struct random){next_word(&choices), next_word(&choices),
                                        next_word(&choices), next_word(&choices) | 1};
  }
  for (int32_t slot = 0; slot < environment->horizon; slot++) {
    const size_t row = (size_t)slot * (size_t)arms;
    int32_t visitors[MOST_ARMS] = {0};
    double luck[MOST_ARMS];
    for (int32_t j = 0; j < PLAYERS; j++) {
      players[j].arm = choose_arm(&players[j], arms, slot);
      visitors[players[j].arm]++;
    }
    for (int32_t arm = 0; arm < arms; arm++) {
      luck[arm] = next_uniform(&rewards) < environment->means[row + (size_t)arm];
    }
    regret += sums[slot];
    for (int32_t j = 0; j < PLAYERS; j++) {
      struct fleet_player *player = &players[j];
      player->collided = visitors[player->arm] > 1;
      player->counts[player->arm] += 1;
      player->sums[player->arm] += luck[player->arm];
      if (!player->collided) regret -= environment->means[row + (size_t)player->arm];
    }
    played[slot] = players[0].arm;
  }
  return regret;
}

struct player fleet_player_of(const char *id, enum noise noise, const struct setting *setting) {
  const bool known = strcmp(id, "mctopm:of=kl-ucb") == 0 && noise == BERNOULLI;
  if (!known || setting->arms > MOST_ARMS || setting->arms < PLAYERS) {
    return (struct player){NULL, NULL, ROLE_POLICY};
  }
  return (struct player){NULL, play_fleet, ROLE_POLICY};
}
