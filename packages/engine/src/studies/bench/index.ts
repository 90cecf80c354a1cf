export {
  BENCH_ENVIRONMENTS,
  type BenchNoise,
  type BenchSetting,
  benchComparison,
  benchHorizon,
  PlayedPolicy,
  type PlayedPolicyOptions,
  specWithWindow,
} from './played-policy.ts';
export {
  DEFAULT_ROUNDS,
  measureInTurns,
  median,
  type RoundOptions,
  type Subject,
} from './rounds.ts';
