/**
 * Conditions for every contextual policy, ours and custom ones, without looking inside. The checks that
 * need no contexts are those of other policies.
 */
import type { ContextualPolicyDefinition } from '../definitions/contextual.ts';
import { statesTruePropensities } from './chances.ts';
import type { ContractCheck } from './check.ts';
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
  copiesFeatures,
  forgetsWhatEnded,
  hasEveryContextualMethod,
  keepsCodesThroughJson,
  refusesBadFeatures,
  showsActions,
  takesChangingActions,
} from './contextual-checks.ts';
import { contextual } from './contextual-subject.ts';
import {
  knowsOnlyItsRewards,
  mayBeAskedWithoutDecision,
  picksArmsThatThereAre,
  sharesNothing,
} from './independence.ts';
import { continuesBetweenAnyCalls, takesEmptySlots } from './interleaving.ts';
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
import type { Subject } from './subject.ts';
import { NO_SURROUNDINGS, type Surroundings } from './surroundings.ts';

type Checks = [string, (subject: Subject) => void][];

/** Checks of each form. */
function formChecks(surroundings: Surroundings): Checks {
  return [
    ['is deterministic', isDeterministic],
    ['draws random numbers only in select, which changes no state', onlySelectDraws],
    ['allows select without a decision', mayBeAskedWithoutDecision],
    ['shares no state between instances', sharesNothing],
    ['depends only on its rewards', (subject) => knowsOnlyItsRewards(subject, surroundings)],
    ['states propensities that are probabilities', statesPropensities],
    ['accepts late, reordered and expired rewards, once each', takesLateRewards],
    ['counts late rewards as its definition states', countsLateRewardsAsItSays],
    ['accepts empty slots', takesEmptySlots],
    ['weights rewards from 1 down to 0', weighsRewardsRightly],
    ['continues bit for bit from a snapshot', continuesFromSnapshot],
    ['keeps pending decisions in snapshots', keepsPendingInSnapshots],
    ['continues bit for bit between any calls', continuesBetweenAnyCalls],
    ['keeps its state bounded', staysBounded],
    ['rejects rewards that are not finite numbers', refusesBadRewards],
    ['plays a single arm', playsASingleArm],
    ['starts again after reset', startsAfresh],
  ];
}

/** Checks that need arms that stay. */
const ARM_CHECKS: Checks = [
  ['states propensities that match its picks', statesTruePropensities],
  ['chooses among given arms', choosesAmong],
  ['accepts new arms while running', takesNewArms],
  ['rejects foreign snapshots and stays unchanged', refusesForeignSnapshots],
  ['rejects bad parameters by name', refusesBadParameters],
];

/**
 * Every check of the contract for one contextual policy, in each form that it plays.
 *
 * @param surroundings - what else its plugin brings, which may not help it
 */
export function contextualPolicyContract(
  definition: ContextualPolicyDefinition,
  surroundings: Surroundings = NO_SURROUNDINGS,
): ContractCheck[] {
  const forms = Array.isArray(definition.forms) ? definition.forms : [];
  const own: [string, (definition: ContextualPolicyDefinition) => void][] = [
    ['describes itself', describesPolicy],
    ['rejects features that are not accepted, by name', refusesBadFeatures],
    ['keeps codes through JSON', keepsCodesThroughJson],
    ['copies the features of a slot', copiesFeatures],
    ['takes 1, 2 and 10,000 actions', takesChangingActions],
    ['shows actions without changing state', showsActions],
    ['forgets pending decisions that have ended', forgetsWhatEnded],
  ];
  return [
    {
      name: 'has forms, and a kernel with every method',
      first: true,
      run: () => hasEveryContextualMethod(definition),
    },
    ...forms.map(
      (form): ContractCheck => ({
        name: `${form}: picks existing arms`,
        first: true,
        run: () => picksArmsThatThereAre(contextual(definition, form)),
      }),
    ),
    ...own.map(([name, check]) => ({ name, run: () => check(definition) })),
    ...forms.flatMap((form) => {
      const subject = contextual(definition, form);
      const checks = [...formChecks(surroundings), ...(form === 'arms' ? ARM_CHECKS : [])];
      return checks.map(([name, check]) => ({
        name: `${form}: ${name}`,
        run: () => check(subject),
      }));
    }),
  ];
}
