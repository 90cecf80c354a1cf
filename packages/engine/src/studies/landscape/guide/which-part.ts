/** The tree "Which policy?" as the first part of a guide. */
import { whichPolicyLines } from '../../../words/which-policy.ts';
import type { Costs } from '../costs.ts';
import { readScores, scoresCsv } from '../scores-csv.ts';
import type { Landscape } from '../suite.ts';
import { whichPolicyOf } from '../which-policy.ts';
import type { GuidePart } from './words.ts';

/** The number of arms whose cost the tree quotes. */
const ARMS = 3;

/** The part with the tree; none if the suite lacks a policy or a situation that the tree names. */
export function whichParts(landscape: Landscape, costs: Costs | undefined): GuidePart[] {
  const tree = whichPolicyOf({
    // The numbers of the file that is written: the tree can be made from that file again.
    scores: readScores(scoresCsv(landscape)),
    costOf: (policy) =>
      costs?.costs.find((cost) => cost.policy === policy && cost.arms === ARMS)?.nsPerSlot,
  });
  if (tree === undefined) return [];
  const { reading, caveat } = tree;
  return [
    { heading: 'Which policy?', sentences: [reading, caveat], screen: whichPolicyLines(tree) },
  ];
}
