/**
 * A plugin with Auto as it would be without one of its parts: `auto-without:part=fading` and so on. ablations.yaml
 * plays them. They run in JavaScript, and have the numbers of a compiled kernel.
 */
import { AutoKernel, Dispersion, definePolicy } from '@driftline/core/parts';

interface Constants {
  base: number;
  share: number;
  fading: number;
  rise: number;
  keep: number;
  mostKeep: number;
  apart: number;
  leastDispersion: number;
}

/** As in packages/core/src/policies/auto.ts; a test holds the two together. */
const AUTO: Constants = {
  base: 6,
  share: 0.6,
  fading: 0.5,
  rise: 4,
  keep: 2,
  mostKeep: 20,
  apart: 0.02,
  leastDispersion: 0.001,
};

/** Never reached by what a split says. */
const NO_ALARM = 1e6;
/** So much speaks against arms that move together that nothing outweighs it. */
const NEVER_TOGETHER = 1e9;

const CHANGED: Readonly<Record<string, Partial<Constants>>> = {
  nothing: {},
  fading: { fading: 0 },
  rises: { rise: 1 },
  dispersion: { leastDispersion: 1 },
  alarms: { base: NO_ALARM },
  shift: { apart: NEVER_TOGETHER },
  'learning-what-to-keep': { mostKeep: AUTO.keep },
  'old-means': { keep: 1e-6, mostKeep: 1e-6 },
  'low-level': { share: 1 },
};

/** Rewards fade whether or not one arm is ahead. */
class AlwaysFading extends AutoKernel {
  override lead(): number {
    return 1;
  }
}

/** The index trusts a small dispersion as much as the test does. */
class Trusting extends Dispersion {
  override cautiously(arm: number): number {
    return this.of(arm);
  }
}

const PARTS = [...Object.keys(CHANGED), 'lead', 'caution'];

type Class = new (...parameters: ConstructorParameters<typeof AutoKernel>) => AutoKernel;

function made(Kernel: Class, armCount: number, horizon: number, constants: Constants): AutoKernel {
  const { base, share, fading, rise, keep, mostKeep, apart, leastDispersion } = constants;
  return new Kernel(
    armCount,
    horizon,
    base,
    share,
    fading,
    rise,
    keep,
    mostKeep,
    apart,
    leastDispersion,
  );
}

/** Auto without a part. */
function kernelWithout(part: string, armCount: number, horizon: number): AutoKernel {
  const constants = { ...AUTO, ...CHANGED[part] };
  const kernel = made(part === 'lead' ? AlwaysFading : AutoKernel, armCount, horizon, constants);
  if (part === 'caution') kernel.dispersion = new Trusting(armCount, constants.leastDispersion);
  return kernel;
}

const autoWithout = definePolicy({
  id: 'auto-without',
  name: 'Auto without',
  summary: 'Auto without one of its parts.',
  reference: 'ours; docs/studies/auto.md',
  formula: 'as Auto, but for one part',
  memory: 'fading until an alarm',
  memoryKind: 'alarm',
  estimator: 'mean',
  index: 'kl',
  rewards: 'unit-interval',
  guarantee: 'none proved',
  cost: 'as Auto',
  randomised: false,
  lateRewards: 'on-arrival',
  pendingInWidth: true,
  parameters: [
    {
      kind: 'integer',
      id: 'part',
      symbol: 'part',
      summary: 'the part that is left out',
      default: 0,
      least: 0,
      most: PARTS.length - 1,
      words: PARTS,
    },
  ],
  kernel: ({ armCount, horizon = 10_000, values }) =>
    kernelWithout(PARTS[values.part], armCount, horizon),
  shows: {
    choice: 'index',
    arm: (kernel, arm) => ({
      count: kernel.count(arm),
      mean: kernel.mean(arm),
      index: kernel.index(arm),
    }),
    indexed: (kernel) => kernel,
    unknown: ({ scan }, arm) => scan.count(arm) === 0,
    countsSince: ({ since }) => since,
    restarts: ({ alarms }) => alarms,
  },
});

export const policies = [autoWithout];
