/**
 * The text that names which fleets are compiled. It exports, with KERNEL the types of a player's kernel, RULE the class
 * of a coordination and LAW that of a sampler,
 *
 *     new_FleetSeat(armCount, player, playerCount)     and new_FleetTable, new_FleetRecord, new_FleetBenchmark
 *     new_FleetPlayer_KERNEL(kernel, seat, watchesMeans)
 *     new_Players_KERNEL(playerCount), seat_KERNEL(players, place, player)
 *     new_Fleet_KERNEL_RULE(players, coordination, table), beginFleet_KERNEL_RULE(fleet, seed, number)
 *     new_FleetReplication_LAW(course, record, benchmark, table, sampler, map)
 *     beginFleetReplication_LAW(replication, seed, number), onBestOfFleet_LAW(replication)
 *     playFleet_KERNEL_RULE_LAW(fleet, replication, until)
 */
import { identifier, type Recipe, typeText } from '../src/compiled/recipe.ts';
import { SHOWS_NOTHING } from '../src/definitions/showing.ts';
import { createRewardLaw } from '../src/laws/create.ts';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import { FleetPlayer, FleetTable } from '../src/portable/fleet/fleet.ts';
import { FleetBenchmark, FleetRecord } from '../src/portable/fleet/fleet-replication.ts';
import { FleetSeat } from '../src/portable/fleet/fleet-seat.ts';
import { LargestIndex } from '../src/portable/fleet/largest-index.ts';
import { RankDraw } from '../src/portable/fleet/rank-draw.ts';
import { TopDraw } from '../src/portable/fleet/top-draw.ts';
import { resolveOptions } from '../src/shell/policy-options.ts';
import { takenOf } from '../src/shell/prepare-policy.ts';
import { rankingOf } from '../src/shell/shown-player.ts';
import { required, Uncompiled } from './uncompiled.ts';

/** Policies, rules and reward laws whose fleets are compiled. Others are played in JavaScript. */
const FLEET_POLICIES = ['kl-ucb', 'sw-klucb', 'ucb1'];
const FLEET_RULES = [new RankDraw(), new TopDraw(true), new LargestIndex(true)];
/** More arms than a scan is for would take other kernels. */
const SETTING = { armCount: 3, horizon: 1000, variation: 3 };
const FLEET_LAWS = ['bernoulli', 'gaussian', 'exact'];

/** One recipe for each type of player in a compiled fleet. */
function playerRecipes(): Recipe[] {
  const seat = new FleetSeat(3, 0, 1);
  return FLEET_POLICIES.map((id) => {
    const definition = policyCatalogue.find(id);
    const { settings } = resolveOptions(definition, takenOf(definition, SETTING));
    const kernel = definition.kernel(settings);
    const ranking = rankingOf(definition.shows ?? SHOWS_NOTHING, kernel);
    if (ranking === undefined) throw new Uncompiled(kernel);
    return required(new FleetPlayer(ranking, seat, false));
  });
}

/** The recipes of all that fleets are made of. */
export function fleetRecipes(): Recipe[] {
  const [reals, integers] = [new Float64Array(0), new Int32Array(0)];
  const others = [
    new FleetTable(1, 1, true, true),
    new FleetBenchmark(reals, reals),
    new FleetRecord(integers, integers, reals, reals, reals, reals, reals),
    ...FLEET_RULES,
  ];
  return [...others.map(required), ...playerRecipes()];
}

/** The exports that fleets need for each type of player, each rule, each law, and their combinations. */
export function fleetTexts(): string[] {
  const players = playerRecipes();
  const rules = FLEET_RULES.map(required);
  const laws = FLEET_LAWS.map((id) => required(createRewardLaw(id).sampler));
  return [
    ...players.map(playersText),
    ...laws.map(fleetReplicationText),
    ...players.flatMap((player) => rules.map((rule) => fleetText(player, rule))),
    ...players.flatMap((player) =>
      rules.flatMap((rule) => laws.map((law) => playFleetText(player, rule, law))),
    ),
  ];
}

/** The kernel's type in a type of player: `KlIndexKernel<AllTime, TimeLevel>`. */
function kernelOf({ ingredients: [kernel] }: Recipe): Recipe {
  return kernel as Recipe;
}

function playersText(player: Recipe): string {
  const [id, type] = [identifier(kernelOf(player)), typeText(player)];
  return `export function new_Players_${id}(playerCount: i32): List<${type}> {
  return new List<${type}>(playerCount);
}
export function seat_${id}(players: List<${type}>, place: i32, player: ${type}): void {
  players.put(place, player);
}`;
}

function fleetReplicationText(sampler: Recipe): string {
  const law = sampler.of.name;
  return `export function new_FleetReplication_${law}(
  course: Course, record: FleetRecord, benchmark: FleetBenchmark, table: FleetTable, sampler: ${law}, map: RewardMap,
): FleetReplication<${law}> {
  return new FleetReplication<${law}>(course, record, benchmark, table, sampler, map);
}
export function beginFleetReplication_${law}(
  replication: FleetReplication<${law}>, seed: f64, number: i32,
): void {
  replication.begin(seed, number);
}
export function onBestOfFleet_${law}(replication: FleetReplication<${law}>): i32 {
  return replication.onBest;
}`;
}

function fleetText(player: Recipe, rule: Recipe): string {
  const [kernel, kind] = [kernelOf(player), rule.of.name];
  const id = `${identifier(kernel)}_${kind}`;
  const type = `Fleet<${typeText(kernel)}, ${kind}>`;
  return `export function new_Fleet_${id}(
  players: List<${typeText(player)}>, coordination: ${kind}, table: FleetTable,
): ${type} {
  return new ${type}(players, coordination, table);
}
export function beginFleet_${id}(fleet: ${type}, seed: f64, number: i32): void {
  fleet.begin(seed, number);
}`;
}

function playFleetText(player: Recipe, rule: Recipe, sampler: Recipe): string {
  const [kernel, kind, law] = [kernelOf(player), rule.of.name, sampler.of.name];
  const type = `Fleet<${typeText(kernel)}, ${kind}>`;
  return `export function playFleet_${identifier(kernel)}_${kind}_${law}(
  fleet: ${type}, replication: FleetReplication<${law}>, until: i32,
): void {
  play<${type}, FleetReplication<${law}>>(fleet, replication, fleet, replication, false, until);
}`;
}
