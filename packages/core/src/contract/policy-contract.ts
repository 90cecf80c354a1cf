/**
 * What every policy has to satisfy, ours and a user's own alike, without looking inside. The checks
 * are seeded, and each takes well under a second.
 */

import { ParameterError } from '../base/errors.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { favoursNoArm, statesTruePropensities } from './chances.ts';
import { type ContractCheck, demand, demandRefusal } from './check.ts';
import {
  choosesAmong,
  isDeterministic,
  onlySelectDraws,
  playsASingleArm,
  startsAfresh,
  statesPropensities,
  takesNewArms,
} from './choosing.ts';
import { usual } from './fixtures.ts';
import {
  knowsOnlyItsRewards,
  mayBeAskedWithoutDecision,
  picksArmsThatThereAre,
  sharesNothing,
} from './independence.ts';
import { continuesBetweenAnyCalls, takesEmptySlots } from './interleaving.ts';
import { ignoresAConstant, treatsArmsAlike, undoesScaling } from './invariance.ts';
import { hasEveryMethod } from './kernel-methods.ts';
import { countsLateRewardsAsItSays, weighsRewardsRightly } from './lateness.ts';
import {
  continuesFromSnapshot,
  keepsPendingInSnapshots,
  refusesBadRewards,
  refusesForeignSnapshots,
  staysBounded,
  takesLateRewards,
} from './settling.ts';
import { showsWhatDecides } from './showing.ts';
import { NO_SURROUNDINGS, type Surroundings } from './surroundings.ts';

function describesItself(definition: PolicyDefinition): void {
  demand(
    /^[a-z][a-z0-9-]*$/.test(definition.id),
    `id must be lower-case words with dashes; got '${definition.id}'`,
  );
  const texts = [
    'name',
    'summary',
    'reference',
    'formula',
    'memory',
    'estimator',
    'index',
    'guarantee',
    'cost',
  ] as const;
  for (const text of texts) {
    demand(definition[text].trim() !== '', `${text} must not be empty`);
  }
  const ids = definition.parameters.map((parameter) => parameter.id);
  demand(
    new Set(ids).size === ids.length,
    `parameters must have different ids; got ${ids.join(', ')}`,
  );
  demand(
    !definition.pendingInWidth || definition.shows?.indexed !== undefined,
    'pendingInWidth must be left out unless shows.indexed is set, because only an index has a width to narrow',
  );
}

function refusesBadParameters(definition: PolicyDefinition): void {
  for (const armCount of [0, -1, 1.5, Number.NaN]) {
    demandRefusal(
      () => usual(definition, { armCount }),
      ParameterError,
      'armCount',
      `armCount ${armCount}`,
    );
  }
  demandRefusal(
    () => usual(definition, { horizon: 0 }),
    ParameterError,
    'horizon',
    'a horizon of 0',
  );
  demandRefusal(
    () => usual(definition, { nonsense: 1 }),
    ParameterError,
    'nonsense',
    'an unknown parameter',
  );
  for (const { id, kind, least, above, most, below } of definition.parameters) {
    const outside = [Number.NaN, Number.POSITIVE_INFINITY];
    if (least !== undefined) outside.push(least - 1);
    if (above !== undefined) outside.push(above);
    if (most !== undefined) outside.push(most + 1);
    if (below !== undefined) outside.push(below);
    if (kind === 'integer') outside.push((least ?? 0) + 0.5);
    for (const value of outside) {
      demandRefusal(() => usual(definition, { [id]: value }), ParameterError, id, `${id} ${value}`);
    }
  }
}

/**
 * Every check of the contract for one policy.
 *
 * @param surroundings - what else its plugin brings, which may not help it
 */
export function policyContract(
  definition: PolicyDefinition,
  surroundings: Surroundings = NO_SURROUNDINGS,
): ContractCheck[] {
  const checks: [string, (definition: PolicyDefinition) => void][] = [
    ['describes itself', describesItself],
    ['is deterministic', isDeterministic],
    ['draws random numbers only in select, which changes no state', onlySelectDraws],
    ['allows select without a decision', mayBeAskedWithoutDecision],
    ['shares no state between instances', sharesNothing],
    ['depends only on its rewards', (policy) => knowsOnlyItsRewards(policy, surroundings)],
    ['states propensities that are probabilities', statesPropensities],
    ['states propensities that match its picks', statesTruePropensities],
    ['chooses among given arms', choosesAmong],
    ['accepts new arms while running', takesNewArms],
    ['accepts late, reordered and expired rewards, once each', takesLateRewards],
    ['counts late rewards as its definition states', countsLateRewardsAsItSays],
    ['accepts empty slots', takesEmptySlots],
    ['weights rewards from 1 down to 0', weighsRewardsRightly],
    ['continues bit for bit from a snapshot', continuesFromSnapshot],
    ['keeps pending decisions in snapshots', keepsPendingInSnapshots],
    ['continues bit for bit between any calls', continuesBetweenAnyCalls],
    ['rejects foreign snapshots and stays unchanged', refusesForeignSnapshots],
    ['shows the reason for a pick without changing state', showsWhatDecides],
    ['gives equal results after arms are renumbered', treatsArmsAlike],
    ['treats all arms equally', favoursNoArm],
    ['ignores a constant added to all rewards', ignoresAConstant],
    ['scales with its reward range', undoesScaling],
    ['keeps its state bounded', staysBounded],
    ['rejects rewards that are not finite numbers', refusesBadRewards],
    ['rejects bad parameters by name', refusesBadParameters],
    ['plays a single arm', playsASingleArm],
    ['starts again after reset', startsAfresh],
  ];
  return [
    { name: 'has a kernel with every method', first: true, run: () => hasEveryMethod(definition) },
    {
      name: 'picks existing arms',
      first: true,
      run: () => picksArmsThatThereAre(definition),
    },
    ...checks.map(([name, check]) => ({ name, run: () => check(definition) })),
  ];
}
