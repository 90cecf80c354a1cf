/** Comparisons of several players: whose kernels play, and what their regret compares with. */
import type { Environment } from '@driftline/core';
import {
  type FleetDefinition,
  findFleet,
  fleetCatalogue,
  ParameterError,
  parseSpec,
  Replay,
} from '@driftline/core/play';
import { writeSpec } from '@driftline/core/spec';
import type { Comparison } from './comparison.ts';
import type { Plugins } from './plugins/plugins.ts';

/** The policy that the players of a spec are, as a spec of its own; undefined where a rule has its own kernels. */
export function playersSpec(spec: string): string | undefined {
  const { id, params } = parseSpec(spec);
  const fleet = fleetCatalogue.get(id);
  if (fleet?.of === undefined) return undefined;
  const { of: named = '', ...others } = params;
  if (fleet.of === '') {
    const [policy, ...given] = named.split('|').map((part) => part.trim());
    return given.length === 0 ? policy : `${policy}:${given.join(';')}`;
  }
  const rest = Object.entries(others).filter(
    ([name]) => !fleet.parameters.some((parameter) => parameter.id === name),
  );
  return writeSpec(fleet.of, Object.fromEntries(rest));
}

/** The id of the policy whose kernels play, whether alone or for each of several players. */
export function kernelId(spec: string): string {
  return parseSpec(playersSpec(spec) ?? spec).id;
}

/** The benchmark of several players, as words that follow "against". */
export function fleetBenchmarkText(players: number, { collides }: FleetDefinition): string {
  if (players === 1) return 'the best arm of each slot';
  return collides
    ? `the ${players} best arms of each slot`
    : 'the best arm of each slot for each player';
}

/**
 * The definition of all policies of a comparison of several players, of which the first stands for the others
 * in what regret compares with.
 *
 * @throws ParameterError where a policy plays alone, or where some players collide and others do not
 */
export function fleetOfAll({ policies }: Comparison, plugins: Plugins): FleetDefinition {
  const fleets = policies.map((spec) => findFleet(spec, plugins.policies));
  const [first] = fleets;
  const other = fleets.find(({ collides }) => collides !== first.collides);
  if (other === undefined) return first;
  const [colliding, free] = first.collides ? [first, other] : [other, first];
  throw new ParameterError(
    `all policies must have the same benchmark; players of ${colliding.id} collide, and those of ${free.id} do not; compare them in two runs`,
    'parameters-conflict',
  );
}

/**
 * Refuses environments without a best arm of each slot that does not depend on the players.
 *
 * @throws ParameterError
 */
export function refuseForPlayers({ name, means }: Environment): void {
  if (means instanceof Replay) {
    throw new ParameterError(
      `players need the means of arms; got ${name}, which are recorded rewards; play the table as means with the law exact`,
      'parameters-conflict',
    );
  }
  if (means.contexts !== undefined) {
    throw new ParameterError(
      `players need means that move with time alone; got ${name}, whose means depend on contexts; use an environment such as piecewise`,
      'parameters-conflict',
    );
  }
  if (!means.course().byPlays) return;
  throw new ParameterError(
    `players need means that move with time alone; got ${name}, whose means move with plays; use an environment such as piecewise`,
    'fleet-on-rested-arms',
  );
}
