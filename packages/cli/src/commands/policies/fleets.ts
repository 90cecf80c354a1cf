/** Rules for several players: their listing, and everything about one. */
import type { PolicyParameter } from '@driftline/core';
import type { FleetDefinition } from '@driftline/core/play';
import { acceptedNumbers, writeSpec } from '@driftline/core/spec';
import { standingWords } from '@driftline/engine/display';

/** The group of rules for several players in listings. */
export const FLEETS_TITLE = 'Rules for several players, for compare and run with --players';

/** The policy that examples name. */
const EXAMPLE_POLICY = 'kl-ucb';
const EXAMPLE_PLAYERS = 3;

function standingOf({ standing = 'confirmed' }: FleetDefinition) {
  return standing;
}

/** The policy of each player, in words. */
function policyText({ of }: FleetDefinition): string {
  if (of === undefined) return 'its own';
  return of === '' ? 'any with an index' : of;
}

/** A summary after its mark, if there is one. */
export function markedFleetSummary(definition: FleetDefinition): string {
  const standing = standingOf(definition);
  return standing === 'confirmed' ? definition.summary : `[${standing}] ${definition.summary}`;
}

/** The entry in the column of memories: the policy that has one. */
export function fleetMemory({ of }: FleetDefinition): string {
  if (of === undefined) return 'own';
  return of === '' ? 'of=POLICY' : of;
}

/** An item of a list of policies. */
function fleetExample({ id, of }: FleetDefinition): string {
  return writeSpec(id, of === '' ? { of: EXAMPLE_POLICY } : {});
}

/** Facts about a rule: a label and a text each. */
export function fleetFacts(definition: FleetDefinition): (readonly [string, string])[] {
  const { collides, senses } = definition;
  const standing = standingOf(definition);
  return [
    ['Formula', definition.formula],
    ['Policy', `of each player: ${policyText(definition)}`],
    [
      'Collisions',
      collides
        ? 'players on the same arm earn nothing; regret compares with the M best arms of each slot'
        : 'none: every player earns; regret compares with the best arm of each slot for each player',
    ],
    [
      'Learning',
      senses
        ? 'from the reward of the chosen arm, also in a collision'
        : 'from the reward that the player earned, which is 0 in a collision',
    ],
    ['Guarantee', definition.guarantee],
    ['Cost', definition.cost],
    ['Reference', definition.reference],
    ...(standing === 'confirmed'
      ? []
      : ([['Standing', `${standing}: ${standingWords[standing]}`]] as const)),
  ];
}

/** The command that plays a rule. */
export function fleetCall(definition: FleetDefinition): string {
  return `--players ${EXAMPLE_PLAYERS} --policies "${fleetExample(definition)}"`;
}

/** A rule's description as plain data. */
export function fleetRecord(definition: FleetDefinition): object {
  // All but functions, and facts that only playing needs.
  const { coordination: _rule, kernels: _kernels, watchesMeans: _means, ...data } = definition;
  const { order: _order, parameters, ...described } = data;
  return {
    ...described,
    standing: standingOf(definition),
    parameters: parameters.map(
      ({ role: _role, example: _example, ...parameter }: PolicyParameter) => ({
        ...parameter,
        accepts: acceptedNumbers(parameter),
      }),
    ),
    example: fleetExample(definition),
  };
}
