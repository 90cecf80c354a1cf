/** Fleets as specs name them: rules over index policies, tuned and checked. */
import { ParameterError } from '../base/errors.ts';
import { suggestion } from '../base/nearest.ts';
import { shown } from '../base/shown.ts';
import type { Warning } from '../base/warnings.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { FleetDefinition, FleetSettings } from '../definitions/fleet.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { SHOWS_NOTHING } from '../definitions/showing.ts';
import { fleetCatalogue } from '../fleets/catalogue.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { List } from '../portable/base/language.ts';
import type { Coordination } from '../portable/fleet/coordination.ts';
import { Fleet, FleetPlayer, FleetTable, type RankingKernel } from '../portable/fleet/fleet.ts';
import { FleetSeat } from '../portable/fleet/fleet-seat.ts';
import { RewardMap } from '../portable/play/reward-map.ts';
import { parseSpec, writeSpec } from '../spec/spec.ts';
import { SpecValues } from '../spec/spec-values.ts';
import { type PreparedPolicy, preparePolicy, type SharedOptions } from './prepare-policy.ts';
import { playerOf } from './shown-player.ts';

/** More players than any study has. */
export const MOST_PLAYERS = 100;

/** The options of a fleet: those of its policy, and the number of players. */
export interface FleetOptions extends SharedOptions {
  readonly players: number;
}

/** A fleet that has learned nothing, for a simulation. */
export interface PreparedFleet {
  readonly definition: FleetDefinition;
  /** The index policy of each player; undefined if players have kernels of their own. */
  readonly policy: PolicyDefinition | undefined;
  readonly playerCount: number;
  readonly fleet: Fleet<RankingKernel, Coordination>;
  readonly rewardMap: RewardMap;
  /** Every parameter of the fleet and of its policy with its final value. */
  readonly params: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
  /** The restarts of all players' policies so far, summed. */
  restarts(): number;
}

/**
 * The fleet that a spec names.
 *
 * @throws ParameterError that states what to write, if it names a policy that plays alone
 */
export function findFleet(
  spec: string,
  policies: Catalogue<PolicyDefinition> = policyCatalogue,
): FleetDefinition {
  const { id } = parseSpec(spec);
  const policy = policies.get(id);
  if (fleetCatalogue.get(id) === undefined && policy !== undefined) throw playsAlone(policy);
  return fleetCatalogue.find(id);
}

function playsAlone({ id, shows }: PolicyDefinition): ParameterError {
  const remedy =
    shows?.indexed === undefined
      ? `it has no indices to order, so write the rule over an index policy, such as mctopm:of=kl-ucb`
      : `write mctopm:of=${id}, or selfish:of=${id} for players without a rule`;
  return new ParameterError(
    `with players, each policy must be a rule for several players; got '${id}'; ${remedy}`,
    'policy-plays-alone',
  );
}

/**
 * Refuses a fleet among policies that play alone.
 *
 * @throws ParameterError if the spec names a fleet
 */
export function refuseFleet(spec: string): void {
  const { id } = parseSpec(spec);
  if (fleetCatalogue.get(id) === undefined) return;
  throw new ParameterError(
    `${id} coordinates several players; got no number of players; add --players, for example --players 6`,
    'fleet-needs-players',
  );
}

function checkPlayers(
  { id, collides }: FleetDefinition,
  { players, armCount }: FleetOptions,
): void {
  if (!Number.isInteger(players) || players < 1 || players > MOST_PLAYERS) {
    throw new ParameterError(
      `players must be an integer from 1 to ${MOST_PLAYERS}; got ${shown(players)}`,
    );
  }
  if (!collides || players <= armCount) return;
  throw new ParameterError(
    `players must be at most the number of arms, ${armCount}, for ${id}; got ${players}; use fewer players or more arms, or coop-ucb, whose players do not collide`,
  );
}

/** A spec of a fleet, read. */
interface FleetSpec {
  readonly own: SpecValues;
  readonly policy: string | undefined;
}

/** `sw-moss|window=500|eta=0.6` as the spec of a policy. */
function policySpec(of: string): string {
  const [id, ...parameters] = of.split('|').map((part) => part.trim());
  return parameters.length === 0 ? id : `${id}:${parameters.join(';')}`;
}

/** A fleet's own numbers, and the spec of its players' policy. */
function readFleetSpec(definition: FleetDefinition, spec: string): FleetSpec {
  const { id, params } = parseSpec(spec);
  const isOwn = (name: string) => definition.parameters.some((each) => each.id === name);
  const given = Object.entries(params);
  const own = Object.fromEntries(given.filter(([name]) => isOwn(name)));
  const rest = Object.fromEntries(given.filter(([name]) => !isOwn(name)));
  return {
    own: new SpecValues(id, definition.parameters, own),
    policy: definition.of === '' ? namedPolicy(id, rest) : fixedPolicy(definition, rest),
  };
}

/** The policy that a spec names as `of`. */
function namedPolicy(id: string, { of, ...others }: Record<string, string>): string {
  const [stray] = Object.keys(others);
  if (stray !== undefined) {
    throw new ParameterError(
      `${id} has no parameter '${stray}'; parameters of the policy follow its name after a bar, as in ${id}:of=sw-klucb|window=500`,
      'unknown-parameter',
    );
  }
  if (of !== undefined) return policySpec(of);
  throw new ParameterError(
    `${id} needs the policy of its players; got none; write ${id}:of=kl-ucb`,
    'parameter-missing',
  );
}

/** The policy that all fleets of this id have, with the parameters that are not the fleet's own. */
function fixedPolicy(
  { id, of, parameters }: FleetDefinition,
  rest: Record<string, string>,
): string | undefined {
  const [stray] = of === undefined || Object.hasOwn(rest, 'of') ? Object.keys(rest) : [];
  if (stray === undefined) return of === undefined ? undefined : writeSpec(of, rest);
  const known = parameters.map((each) => each.id);
  const hint = of === undefined ? suggestion(stray, known) : `its players have ${of}`;
  throw new ParameterError(`${id} has no parameter '${stray}'; ${hint}`, 'unknown-parameter');
}

function noIndex({ id, shows = SHOWS_NOTHING }: PolicyDefinition): ParameterError {
  const draws = shows.choice === 'posterior' || shows.choice === 'probability';
  const reason = draws
    ? 'which draws its arms, and has no indices to order'
    : 'which has no indices to order';
  return new ParameterError(
    `of must name a policy with an index; got '${id}', ${reason}; use an index policy such as kl-ucb or sw-klucb`,
    'policy-without-index',
  );
}

function ownPlayers(
  definition: FleetDefinition,
  settings: FleetSettings,
  seats: readonly FleetSeat[],
): FleetPlayer<RankingKernel>[] {
  const kernels = definition.kernels?.(settings) ?? [];
  return kernels.map((kernel, i) => new FleetPlayer(kernel, seats[i], false));
}

function policyPlayers(
  { watchesMeans = false }: FleetDefinition,
  policies: readonly PreparedPolicy[],
  seats: readonly FleetSeat[],
): FleetPlayer<RankingKernel>[] {
  return policies.map(({ definition, kernel }, i) => {
    const player = playerOf(definition.shows ?? SHOWS_NOTHING, kernel, seats[i], watchesMeans);
    if (player === undefined) throw noIndex(definition);
    return player;
  });
}

function listOf<T>(items: readonly T[]): List<T> {
  const list = new List<T>(items.length);
  items.forEach((item, place) => {
    list.put(place, item);
  });
  return list;
}

function restartsOf(policies: readonly PreparedPolicy[]): number {
  return policies.reduce(
    (sum, { definition: { shows }, kernel }) => sum + (shows?.restarts?.(kernel) ?? 0),
    0,
  );
}

/** All values of a fleet: its own and those of its policy. */
function valuesOf({ parameters }: FleetDefinition, own: SpecValues): Record<string, number> {
  return Object.fromEntries(parameters.map(({ id }) => [id, own.number(id)]));
}

/**
 * A fleet by its spec, such as `mctopm:of=sw-klucb|window=500`.
 *
 * @throws ParameterError if the spec, the number of players or the policy is not accepted
 */
export function prepareFleet(
  spec: string,
  options: FleetOptions,
  policies: Catalogue<PolicyDefinition> = policyCatalogue,
): PreparedFleet {
  const definition = findFleet(spec, policies);
  checkPlayers(definition, options);
  const { players: playerCount, ...shared } = options;
  const { armCount } = shared;
  const { own, policy } = readFleetSpec(definition, spec);
  const settings = { armCount, playerCount, values: valuesOf(definition, own) };
  const seats = Array.from(
    { length: playerCount },
    (_, i) => new FleetSeat(armCount, i, playerCount),
  );
  const prepared =
    policy === undefined ? [] : seats.map(() => preparePolicy(policy, shared, policies));
  const players =
    policy === undefined
      ? ownPlayers(definition, settings, seats)
      : policyPlayers(definition, prepared, seats);
  const table = new FleetTable(armCount, playerCount, definition.collides, definition.senses);
  return {
    definition,
    policy: prepared[0]?.definition,
    playerCount,
    fleet: new Fleet(listOf(players), definition.coordination(settings), table),
    rewardMap: prepared[0]?.rewardMap ?? new RewardMap(0, 1, false),
    params: { ...settings.values, ...prepared[0]?.params },
    warnings: prepared[0]?.warnings ?? [],
    restarts: () => restartsOf(prepared),
  };
}
