/*
 * The native yardstick: what a slot of a policy costs in C, in the plainest form and a tuned one.
 *
 *   cc -O3 -march=native -ffp-contract=off -o yardstick bench/native/[a-z]*.c -lm
 *   yardstick --variant plain|tuned --policy ID [--arms K] [--horizon T] [--window τ]
 *             [--noise bernoulli|pareto] [--dimension d] [--replications N]
 *
 * Prints one line of JSON. A slot is: pick, draw the reward, learn, add the regret, note the arm.
 * Rewards come from the streams of `driftline compare` with seed 1, so that policies that draw
 * nothing have the same mean regret there; others agree within their standard errors. The policy
 * mctopm:of=kl-ucb is a fleet of six players, and a slot of it is a slot of all of them. d-linucb plays the abrupt
 * environment of linear.c, whatever the noise.
 */
#define _POSIX_C_SOURCE 199309L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "environment.h"

#define SEED 1
#define PERIOD 2000
#define AMPLITUDE 0.3

struct request {
  const char *variant;
  const char *policy;
  const char *noise;
  struct setting setting;
  int32_t replications;
};

static void fail(const char *message, const char *detail) {
  fprintf(stderr, "yardstick: %s %s\n", message, detail);
  exit(EXIT_FAILURE);
}

void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory == NULL) fail("not enough memory", "");
  return memory;
}

static int32_t whole_number(const char *name, const char *text, int32_t least) {
  char *end;
  errno = 0;
  const long value = strtol(text, &end, 10);
  if (errno != 0 || *end != '\0' || value < least || value >= INT32_MAX) {
    fail("a whole number in range is needed for", name);
  }
  return (int32_t)value;
}

static struct request read_request(int argument_count, char **arguments) {
  struct request request = {"", "", "bernoulli", {3, 5000, 203, 1}, 0};
  struct setting *setting = &request.setting;
  const char *replications = "500";
  for (int i = 1; i < argument_count; i += 2) {
    const char *name = arguments[i];
    if (i + 1 == argument_count) fail("a value is missing after", name);
    const char *value = arguments[i + 1];
    if (strcmp(name, "--variant") == 0) request.variant = value;
    else if (strcmp(name, "--policy") == 0) request.policy = value;
    else if (strcmp(name, "--dimension") == 0) setting->dimension = whole_number(name, value, 1);
    else if (strcmp(name, "--noise") == 0) request.noise = value;
    else if (strcmp(name, "--arms") == 0) setting->arms = whole_number(name, value, 1);
    else if (strcmp(name, "--horizon") == 0) setting->horizon = whole_number(name, value, 1);
    else if (strcmp(name, "--window") == 0) setting->window = whole_number(name, value, 2);
    else if (strcmp(name, "--replications") == 0) replications = value;
    else fail("unknown option", name);
  }
  request.replications = whole_number("--replications", replications, 1);
  return request;
}

static enum noise noise_of(const struct request *request) {
  if (strcmp(request->noise, "bernoulli") == 0) return BERNOULLI;
  if (strcmp(request->noise, "pareto") != 0) fail("unknown noise", request->noise);
  return PARETO;
}

static struct player player_of(const struct request *request, enum noise noise) {
  struct player player = {NULL, NULL, ROLE_POLICY};
  if (strcmp(request->variant, "plain") == 0) {
    player = plain_player(request->policy, noise, &request->setting);
    if (player.play == NULL) player = fleet_player_of(request->policy, noise, &request->setting);
    if (player.play == NULL) player = linear_player_of(request->policy, &request->setting);
  } else if (strcmp(request->variant, "tuned") == 0) {
    player = tuned_player(request->policy, noise, &request->setting);
  } else {
    fail("unknown variant", request->variant);
  }
  if (player.play == NULL) fail("this variant has no policy", request->policy);
  return player;
}

static struct environment create_environment(const struct setting *setting, enum noise noise) {
  const size_t arms = (size_t)setting->arms;
  const size_t horizon = (size_t)setting->horizon;
  const struct environment environment = {
      setting->arms,
      setting->horizon,
      allocate(arms * horizon, sizeof(double)),
      allocate(horizon, sizeof(double)),
      allocate(arms * horizon, sizeof(uint32_t)),
  };
  const double center = noise == BERNOULLI ? 0.5 : 0;
  for (size_t slot = 0; slot < horizon; slot++) {
    environment.best[slot] = -INFINITY;
    for (size_t arm = 0; arm < arms; arm++) {
      const double turns = (double)(slot + 1) / PERIOD + (double)(arm + 1) / (double)arms;
      const double angle = 2 * acos(-1) * (turns - floor(turns));
      const double mean = center + AMPLITUDE * sin(angle);
      environment.means[slot * arms + arm] = mean;
      environment.best[slot] = fmax(environment.best[slot], mean);
      environment.thresholds[slot * arms + arm] = (uint32_t)ceil(fmax(mean, 0) * 0x1p32);
    }
  }
  return environment;
}

static double now(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) fail("no clock", "");
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double play(const struct player *player, const struct environment *environment,
                   int32_t replication, int32_t *played) {
  const uint32_t number = (uint32_t)replication;
  return player->play(player->policy, environment, random_stream(SEED, number, player->role),
                      random_stream(SEED, number, ROLE_REWARDS), played);
}

int main(int argument_count, char **arguments) {
  const struct request request = read_request(argument_count, arguments);
  const enum noise noise = noise_of(&request);
  const struct player player = player_of(&request, noise);
  const struct environment environment = create_environment(&request.setting, noise);
  int32_t *played = allocate((size_t)request.setting.horizon, sizeof(int32_t));

  play(&player, &environment, 0, played);
  double regret = 0;
  const double start = now();
  for (int32_t replication = 0; replication < request.replications; replication++) {
    regret += play(&player, &environment, replication, played);
  }
  const double elapsed = now() - start;

  const double slots = (double)request.replications * request.setting.horizon;
  printf("{\"policy\":\"%s\",\"variant\":\"%s\",\"nsPerSlot\":%.3f,\"regret\":%.9g}\n",
         request.policy, request.variant, elapsed / slots, regret / request.replications);
  return EXIT_SUCCESS;
}
