/**
 * What every policy has to satisfy, ours and a user's own alike, without looking inside. The checks
 * are seeded, and each takes well under a second.
 */

import type { PolicyDefinition } from '../definitions/policy.ts';
import { favoursNoArm, statesTruePropensities } from './chances.ts';
import { type ContractCheck, demand } from './check.ts';
import {
  choosesAmong,
  isDeterministic,
  onlySelectDraws,
  playsASingleArm,
  startsAfresh,
  statesPropensities,
  takesNewArms,
} from './choosing.ts';
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
import { describesPolicy, refusesBadParameters } from './policy-facts.ts';
import {
  continuesFromSnapshot,
  keepsPendingInSnapshots,
  refusesBadRewards,
  refusesForeignSnapshots,
  staysBounded,
  takesLateRewards,
} from './settling.ts';
import { showsWhatDecides } from './showing.ts';
import { armed, type Subject } from './subject.ts';
import { NO_SURROUNDINGS, type Surroundings } from './surroundings.ts';

function describesItself(definition: PolicyDefinition): void {
  describesPolicy(definition);
  demand(
    !definition.pendingInWidth || definition.shows?.indexed !== undefined,
    'pendingInWidth must be left out unless shows.indexed is set, because only an index has a width to narrow',
  );
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
  const subject = armed(definition);
  const checks: [string, (subject: Subject) => void][] = [
    ['describes itself', () => describesItself(definition)],
    ['is deterministic', isDeterministic],
    ['draws random numbers only in select, which changes no state', onlySelectDraws],
    ['allows select without a decision', mayBeAskedWithoutDecision],
    ['shares no state between instances', sharesNothing],
    ['depends only on its rewards', () => knowsOnlyItsRewards(subject, surroundings)],
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
    ['shows the reason for a pick without changing state', () => showsWhatDecides(definition)],
    ['gives equal results after arms are renumbered', () => treatsArmsAlike(definition)],
    ['treats all arms equally', () => favoursNoArm(definition)],
    ['ignores a constant added to all rewards', () => ignoresAConstant(definition)],
    ['scales with its reward range', () => undoesScaling(definition)],
    ['keeps its state bounded', staysBounded],
    ['rejects rewards that are not finite numbers', refusesBadRewards],
    ['rejects bad parameters by name', refusesBadParameters],
    ['plays a single arm', playsASingleArm],
    ['starts again after reset', startsAfresh],
  ];
  return [
    { name: 'has a kernel with every method', first: true, run: () => hasEveryMethod(definition) },
    { name: 'picks existing arms', first: true, run: () => picksArmsThatThereAre(subject) },
    ...checks.map(([name, check]) => ({ name, run: () => check(subject) })),
  ];
}
