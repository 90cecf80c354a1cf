/** Plays fleets for tests, in JavaScript and compiled. */
import type { KernelInstance } from '../src/compiled/kernel-instance.ts';
import { identifier, type Recipe } from '../src/compiled/recipe.ts';
import { fleetBenchmark } from '../src/fleets/benchmark.ts';
import { MeanTable } from '../src/means/mean-table.ts';
import { FleetRecord, FleetReplication } from '../src/portable/fleet/fleet-replication.ts';
import type { RewardSampler } from '../src/portable/laws/sampler.ts';
import type { Course } from '../src/portable/means/course.ts';
import { play } from '../src/portable/play/play.ts';
import type { PreparedFleet } from '../src/shell/prepare-fleet.ts';
import { recipe } from './portable/cases.ts';

/** Means that stay. */
export function constant(means: readonly number[], slots: number): MeanTable {
  return MeanTable.fromRows(Array.from({ length: slots }, () => [...means]));
}

/** Means that change twice. */
export function changing(slots: number): MeanTable {
  return MeanTable.fromRows(
    Array.from({ length: slots }, (_, slot) => {
      const third = Math.floor((3 * slot) / slots);
      return [0.8, 0.6, 0.4, 0.2, 0.5].map((_, arm, all) => all[(arm + 2 * third) % all.length]);
    }),
  );
}

/** The numbers that a played fleet leaves behind. Regret and collisions are kept at every slot. */
export interface FleetTrail {
  readonly arms: readonly number[];
  readonly regret: readonly number[];
  readonly collisions: readonly number[];
  readonly earned: readonly number[];
  readonly switches: readonly number[];
  readonly onBest: number;
}

export function emptyFleetRecord(slots: number, armCount: number, players: number): FleetRecord {
  return new FleetRecord(
    Int32Array.from({ length: slots }, (_, slot) => slot + 1),
    new Int32Array(slots * players),
    new Float64Array(slots),
    new Float64Array(slots),
    new Float64Array(slots * armCount),
    new Float64Array(players),
    new Float64Array(players),
  );
}

/** A replication of a fleet on a course, or one of a class that pays otherwise. */
export function fleetReplication(
  { fleet, playerCount, definition, rewardMap }: PreparedFleet,
  course: Course,
  sampler: RewardSampler,
  slots: number,
  Payer: typeof FleetReplication<RewardSampler> = FleetReplication<RewardSampler>,
): FleetReplication<RewardSampler> {
  const record = emptyFleetRecord(slots, course.armCount, playerCount);
  const benchmark = fleetBenchmark(course, slots, playerCount, definition.collides);
  return new Payer(course, record, benchmark, fleet.table, sampler, rewardMap);
}

/** Plays a replication from its first slot to its last. */
export function playFleetAlone(
  { fleet }: PreparedFleet,
  replication: FleetReplication<RewardSampler>,
  seed: number,
  number: number,
): FleetTrail {
  const { record } = replication;
  fleet.begin(seed, number);
  replication.begin(seed, number);
  play(fleet, replication, fleet, replication, false, record.ends.length);
  return {
    arms: [...record.arms],
    regret: [...record.regret],
    collisions: [...record.collisions],
    earned: [...record.earned],
    switches: [...record.switches],
    onBest: replication.onBest,
  };
}

/** The arms of one player. */
export function armsOf({ arms }: FleetTrail, player: number, players: number): number[] {
  return arms.filter((_, place) => place % players === player);
}

/** Plays a fleet with the compiled kernels. */
export function playCompiled(
  instance: KernelInstance,
  prepared: PreparedFleet,
  course: Course,
  sampler: RewardSampler,
  slots: number,
  seed: number,
  number: number,
): FleetTrail {
  const { fleet, playerCount, definition, rewardMap } = prepared;
  const call = (name: string, ...given: (number | boolean)[]) => instance.function(name)(...given);
  const players = fleet.players.items.map(recipe);
  const kernel = identifier(players[0].ingredients[0] as Recipe);
  const rule = identifier(recipe(fleet.coordination));
  const law = identifier(recipe(sampler));
  const list = call(`new_Players_${kernel}`, playerCount);
  players.forEach((player, place) => {
    call(`seat_${kernel}`, list, place, instance.make(player));
  });
  const table = instance.make(recipe(fleet.table));
  const coordination = instance.make(recipe(fleet.coordination));
  const compiled = call(`new_Fleet_${kernel}_${rule}`, list, coordination, table);
  const empty = emptyFleetRecord(slots, course.armCount, playerCount);
  const places = {
    ends: instance.place(empty.ends),
    arms: instance.place(empty.arms),
    regret: instance.place(empty.regret),
    collisions: instance.place(empty.collisions),
    armCounts: instance.place(empty.armCounts),
    earned: instance.place(empty.earned),
    switches: instance.place(empty.switches),
  };
  const record = call('new_FleetRecord', ...Object.values(places));
  const benchmark = fleetBenchmark(course, slots, playerCount, definition.collides);
  const replication = call(
    `new_FleetReplication_${law}`,
    instance.make(recipe(course)),
    record,
    instance.make(recipe(benchmark)),
    table,
    instance.make(recipe(sampler)),
    instance.make(recipe(rewardMap)),
  );
  call(`beginFleet_${kernel}_${rule}`, compiled, seed, number);
  call(`beginFleetReplication_${law}`, replication, seed, number);
  // In two turns: the place of the pause changes nothing.
  for (const until of [slots >> 1, slots]) {
    call(`playFleet_${kernel}_${rule}_${law}`, compiled, replication, until);
  }
  return {
    arms: [...instance.ints(places.arms, slots * playerCount)],
    regret: [...instance.floats(places.regret, slots)],
    collisions: [...instance.floats(places.collisions, slots)],
    earned: [...instance.floats(places.earned, playerCount)],
    switches: [...instance.floats(places.switches, playerCount)],
    onBest: call(`onBestOfFleet_${law}`, replication),
  };
}
