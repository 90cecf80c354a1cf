/** Experiments as a service could have them, with the same numbers each time. */
import type {
  Arm,
  ArmKnowledge,
  Estimate,
  Experiment,
  ExperimentState,
  History,
  HistoryBin,
  HistoryMark,
  Report,
} from '@driftline/client/wire';
import { sampleExperiment } from './samples.ts';

export interface FakeExperiment {
  experiment: Experiment;
  state: ExperimentState;
  history: History;
  report: Report;
}

/** Numbers from 0 to 1 that look random (Park and Miller). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export interface Story {
  readonly key: string;
  readonly arms: readonly Arm[];
  readonly decisions: number;
  /** The mean of an arm at a time from 0 to 1. */
  readonly mean: (arm: number, time: number) => number;
  readonly marks?: readonly HistoryMark[];
  readonly restarts?: number | null;
  readonly change?: Partial<Experiment>;
  readonly stateChange?: Partial<ExperimentState>;
}

const START = Date.UTC(2026, 2, 3, 8);
const BINS = 160;
const EXPLORE = 0.02;

export function moment(time: number): string {
  return new Date(START + time * 36 * 3_600_000).toISOString();
}

/** How decisions of a time are shared: nearly all to the arm that was best a little earlier. */
function sharesAt({ arms, mean }: Story, time: number): number[] {
  const seen = Math.max(0, time - 0.03);
  const open = arms.map(({ state }) => state !== 'retired' || time < 0.6);
  const count = open.filter(Boolean).length;
  const means = arms.map((_, arm) => (open[arm] ? mean(arm, seen) : Number.NEGATIVE_INFINITY));
  const weights = means.map((each) => Math.exp(60 * (each - Math.max(...means))));
  const total = weights.reduce((sum, each) => sum + each, 0);
  return weights.map((weight, arm) =>
    open[arm] ? EXPLORE / count + (1 - EXPLORE) * (weight / total) : 0,
  );
}

function binsOf(story: Story, random: () => number): HistoryBin[] {
  const size = Math.ceil(story.decisions / BINS);
  const count = Math.ceil(story.decisions / size);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i * size, Math.min(story.decisions, (i + 1) * size)];
    const time = (from + to) / 2 / story.decisions;
    const arms = sharesAt(story, time).map((share, arm) => {
      const decisions = Math.round(share * (to - from));
      const mean = story.mean(arm, time);
      const error =
        (random() + random() + random() - 1.5) * Math.sqrt((2 * mean) / (decisions || 1));
      const value = Math.min(1, Math.max(0, mean + error));
      return { decisions, rewards: decisions, mean: decisions === 0 ? null : value };
    });
    return {
      from,
      to,
      start: moment(from / story.decisions),
      end: moment(to / story.decisions),
      rewarded: Math.round(0.31 * (to - from)),
      arms,
    };
  });
}

function knowledgeOf(story: Story, bins: readonly HistoryBin[]): ArmKnowledge[] {
  const shares = sharesAt(story, 1);
  return story.arms.map(({ key, state }, arm) => {
    const observed = bins.slice(-20).reduce((sum, { arms }) => sum + arms[arm].rewards, 0);
    const mean = observed === 0 || state === 'retired' ? null : story.mean(arm, 0.99);
    const width = observed === 0 ? null : 0.4 / Math.sqrt(observed);
    return {
      key,
      state,
      observed: state === 'retired' ? 0 : observed,
      pending: bins.length === 0 ? 0 : Math.round(30 * shares[arm]),
      mean,
      width: mean === null ? null : width,
      index: mean === null || width === null ? null : mean + width,
      share: state === 'active' && bins.length > 0 ? shares[arm] : 0,
    };
  });
}

function estimate(value: number, rewards: number): Estimate {
  const half = 1.96 * Math.sqrt((value * (1 - value)) / rewards);
  return { value, low: value - half, high: value + half, rewards };
}

function reportOf(story: Story, bins: readonly HistoryBin[]): Report {
  const { key, arms, decisions } = story;
  const explored = Math.round((EXPLORE * decisions) / arms.length);
  const average = (of: (bin: HistoryBin) => number) =>
    bins.reduce((sum, bin) => sum + of(bin), 0) / Math.max(1, bins.length);
  const own = arms.map((_, arm) =>
    average(({ from, to }) => story.mean(arm, (from + to) / 2 / decisions)),
  );
  const even = own.reduce((sum, mean) => sum + mean, 0) / arms.length;
  const played = average(({ arms: each }) => {
    const total = each.reduce((sum, arm) => sum + arm.decisions, 0);
    return each.reduce((sum, arm) => sum + arm.decisions * (arm.mean ?? 0), 0) / (total || 1);
  });
  const [uniform, policy] = [estimate(even, explored * arms.length), estimate(played, decisions)];
  const half = Math.hypot(uniform.high - uniform.low, policy.high - policy.low) / 2;
  const gain = policy.value - uniform.value;
  const isKnown = explored >= 10;
  return {
    key,
    from: 0,
    to: decisions,
    silence: 'missing',
    arms: arms.map(({ key: name }, arm) => ({
      key: name,
      explored: isKnown ? estimate(own[arm], explored) : null,
    })),
    uniform: isKnown ? uniform : null,
    policy: isKnown ? policy : null,
    gain: isKnown
      ? { value: gain, low: gain - half, high: gain + half, rewards: uniform.rewards }
      : null,
    notes: isKnown ? [] : ['too few explored decisions have a reward'],
  };
}

export function tell(story: Story): FakeExperiment {
  const { key, arms, decisions, marks = [], restarts = null } = story;
  const bins = decisions === 0 ? [] : binsOf(story, noise(7));
  const known = knowledgeOf(story, bins);
  const experiment: Experiment = {
    ...sampleExperiment,
    key,
    created: moment(0),
    arms,
    reward: { min: 0, max: 1, timeout: '30m', missing: 0 },
    defaultArm: arms[0].key,
    ...story.change,
  };
  return {
    experiment,
    state: {
      key,
      status: experiment.status,
      revision: experiment.revision,
      at: moment(1),
      decisions,
      pending: known.reduce((sum, { pending }) => sum + pending, 0),
      restarts,
      hash: `${decisions}`,
      arms: known,
      delay:
        decisions === 0
          ? null
          : { decisions: { p50: 12, p95: 210 }, seconds: { p50: 38, p95: 640 } },
      warnings: experiment.warnings,
      ...story.stateChange,
    },
    history: { key, from: 0, to: decisions, bins, marks },
    report: reportOf(story, bins),
  };
}
