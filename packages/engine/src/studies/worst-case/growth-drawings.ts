/** What the figures of a growth study are drawn from. */
import type { Growth } from '../../drawing/figures/types.ts';
import { policyName } from '../../words/policy-names.ts';
import type { GrowthLine, GrowthStudy, PolicyGrowth } from './growth.ts';

interface Part {
  readonly name: string;
  readonly title: string;
  readonly what: string;
  line(growth: PolicyGrowth): GrowthLine;
}

const parts: readonly Part[] = [
  {
    name: 'growth-both',
    title: 'Worst-case regret against the horizon',
    what: 'the worse of switching and constant-gap environments at each horizon',
    line: ({ both }) => both,
  },
  {
    name: 'growth-switching',
    title: 'On switching environments alone',
    what: 'switching environments only, whose gaps shrink with the horizon, so that even uniform play has a slope of about 2/3',
    line: ({ switching }) => switching,
  },
  {
    name: 'growth-constant-gap',
    title: 'On constant gaps alone',
    what: 'one change of a size that does not shrink with the horizon, which makes policies that never forget lose a share of all slots',
    line: ({ constantGap }) => constantGap,
  },
];

/** One drawing for (a) and (b) together, one for each alone. Lines without a slope are left out. */
export function growthDrawings(study: GrowthStudy): Growth[] {
  const { armCount, variation, seed } = study.settings;
  return parts.map(({ name, title, what, line }) => ({
    name,
    title,
    caption: `Regret at the horizon T, ${what}. ${armCount} arms, variation budget ${variation}, Bernoulli rewards, seed ${seed}. Few replications choose the environments, and new ones measure them; bars are 95% intervals of the mean. Slopes are of ln regret on ln T by least squares, with 95% intervals.`,
    lines: study.policies.flatMap((growth) => {
      const { points, slope } = line(growth);
      if (slope === undefined) return [];
      const { id, name, policy } = growth;
      return [{ label: policyName({ id, name, spec: policy }), slope, points }];
    }),
    theory: { label: 'T^(2/3)', slope: 2 / 3 },
  }));
}
