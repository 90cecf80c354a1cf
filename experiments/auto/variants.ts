/**
 * A plugin with Auto as it would be without one of its parts: `auto-without:part=fading` and so on. ablations.yaml
 * plays them.
 */
import { type PolicyDefinition, policyCatalogue } from '@driftline/core';
import { AutoKernel, Dispersion } from '@driftline/core/parts';

/** What Auto's kernel is built with beside arms and horizon, in this order. */
const CONSTANTS = [
  'base',
  'share',
  'fading',
  'rise',
  'keep',
  'mostKeep',
  'apart',
  'leastDispersion',
] as const;

type Constants = Pick<AutoKernel, (typeof CONSTANTS)[number]>;

/** Never reached by what a split says. */
const NO_ALARM = 1e6;
/** So much speaks against arms that move together that nothing outweighs it. */
const NEVER_TOGETHER = 1e9;
const NEXT_TO_NOTHING = 1e-6;

/** What is changed where a part is left out. */
const CHANGED: Readonly<Record<string, (auto: Constants) => Partial<Constants>>> = {
  nothing: () => ({}),
  fading: () => ({ fading: 0 }),
  rises: () => ({ rise: 1 }),
  dispersion: () => ({ leastDispersion: 1 }),
  alarms: () => ({ base: NO_ALARM }),
  shift: () => ({ apart: NEVER_TOGETHER }),
  'learning-what-to-keep': ({ keep }) => ({ mostKeep: keep }),
  'old-means': () => ({ keep: NEXT_TO_NOTHING, mostKeep: NEXT_TO_NOTHING }),
  'low-level': () => ({ share: 1 }),
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

const auto = policyCatalogue.find('auto');

type Settings = Parameters<typeof auto.kernel>[0];

/** Auto without a part. */
function kernelWithout(part: string, settings: Settings): AutoKernel {
  const kernel = auto.kernel(settings);
  if (!(kernel instanceof AutoKernel)) throw new TypeError('auto has another kernel');
  if (part === 'caution') {
    kernel.dispersion = new Trusting(kernel.armCount, kernel.leastDispersion);
    return kernel;
  }
  const constants: Constants = { ...kernel, ...CHANGED[part]?.(kernel) };
  const [base, share, fading, rise, keep, mostKeep, apart, leastDispersion] = CONSTANTS.map(
    (name) => constants[name],
  );
  const Kernel = part === 'lead' ? AlwaysFading : AutoKernel;
  return new Kernel(
    kernel.armCount,
    kernel.horizon,
    base,
    share,
    fading,
    rise,
    keep,
    mostKeep,
    apart,
    leastDispersion,
    kernel.learnsRange,
  );
}

const autoWithout: PolicyDefinition = {
  ...auto,
  id: 'auto-without',
  name: 'Auto without',
  summary: 'Auto without one of its parts.',
  formula: 'as Auto, but for one part',
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
  kernel: (settings) => kernelWithout(PARTS[settings.values.part], settings),
};

export const policies = [autoWithout];
