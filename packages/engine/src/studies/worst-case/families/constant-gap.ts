/**
 * One change of a size that has nothing to do with the horizon: a favorite falls, a neglected arm
 * rises, or both at once. What a policy that never forgets believes in, or has stopped looking at,
 * then costs it a share of all slots that are left.
 */
import { between, changeSlot, type Family, type Problem, pick, type Shape } from './family.ts';

const KINDS = ['the favorite falls', 'a neglected arm rises', 'both at once'];

/** Levels before and after the change: the favourite, the neglected arm, all others. */
function levels(genes: readonly number[]): { before: number[]; after: number[]; kind: number } {
  const [kindGene, , favouriteGene, fallGene, neglectedGene, riseGene, othersGene] = genes;
  const kind = pick(kindGene, KINDS.length);
  const favourite = between(favouriteGene, 0.3, 1);
  const neglected = neglectedGene * favourite;
  const others = othersGene * favourite;
  const fallen = fallGene * favourite;
  const risen = between(riseGene, neglected, 1);
  return {
    kind,
    before: [favourite, neglected, others],
    after: [kind === 1 ? favourite : fallen, kind === 0 ? neglected : risen, others],
  };
}

/** What an arm plays: 0 the favourite, 1 the neglected one, 2 any other. */
function roles(gene: number, armCount: number): number[] {
  const favourite = pick(gene, armCount);
  const neglected = (favourite + 1) % armCount;
  return Array.from({ length: armCount }, (_, arm) =>
    arm === favourite ? 0 : arm === neglected ? 1 : 2,
  );
}

function constantGapShape(genes: readonly number[], { armCount, horizon }: Problem): Shape {
  const { kind, before, after } = levels(genes);
  const change = changeSlot(genes[1], horizon);
  const parts = roles(genes[7], armCount);
  const values = new Float64Array(horizon * armCount);
  for (let slot = 0; slot < horizon; slot++) {
    const level = slot < change ? before : after;
    for (let arm = 0; arm < armCount; arm++) values[slot * armCount + arm] = level[parts[arm]];
  }
  return {
    values,
    anchor: parts.map((part) => before[part]),
    parameters: (scale) => ({
      kind: KINDS[kind],
      'changes after': change,
      'changes after/T': change / horizon,
      'means before': parts.map((part) => before[part]),
      'means after': parts.map((part) => before[part] + scale * (after[part] - before[part])),
    }),
  };
}

/** One change that does not shrink with the horizon. */
export const constantGapFamily: Family = {
  id: 'constant-gap',
  name: 'Constant gap',
  summary: 'a favorite falls, a neglected arm rises, or both, at one slot',
  geneCount: () => 8,
  starts: () => [
    [0, 0.5, 0.9, 0.1, 0.55, 0, 0.1, 0],
    [0.5, 0.5, 0.3, 0, 0.2, 0.9, 0.2, 0],
    [1, 0.5, 1, 0, 0, 1, 0, 0],
  ],
  shape: constantGapShape,
};
