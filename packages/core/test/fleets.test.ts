/** Fleets: traces worked by hand, identities, compiled rules, specs and benchmarks. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { KERNELS } from '../assembly/digest.ts';
import { compileModule, KernelInstance } from '../src/compiled/kernel-instance.ts';
import { fleetBenchmark, jainIndex } from '../src/fleets/benchmark.ts';
import { createRewardLaw } from '../src/laws/create.ts';
import { restedCourse } from '../src/means/courses.ts';
import { MeanTable } from '../src/means/mean-table.ts';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import { FleetSeat } from '../src/portable/fleet/fleet-seat.ts';
import { TopDraw } from '../src/portable/fleet/top-draw.ts';
import { PlayRecord, play, Replication } from '../src/portable/play/play.ts';
import { Random } from '../src/portable/random/generator.ts';
import {
  findFleet,
  type PreparedFleet,
  prepareFleet,
  refuseFleet,
} from '../src/shell/prepare-fleet.ts';
import { preparePolicy } from '../src/shell/prepare-policy.ts';
import {
  armsOf,
  changing,
  constant,
  fleetReplication,
  playCompiled,
  playFleetAlone,
} from './fleet-play.ts';

const exact = createRewardLaw('exact').sampler;
const bernoulli = createRewardLaw('bernoulli').sampler;

/** Gives the draws of a script, and fails if a rule asks for more. */
class Scripted extends Random {
  readonly #script: number[];

  constructor(script: readonly number[]) {
    super(0, 0, 0, 1);
    this.#script = [...script];
  }

  get left(): number {
    return this.#script.length;
  }

  override below(n: number): number {
    const next = this.#script.shift();
    if (next === undefined || next >= n) throw new Error(`no draw below ${n} is left`);
    return next;
  }
}

/** Plays a fleet of two on the exact means 0.9, 0.5, 0.1 with given draws. */
function scripted(prepared: PreparedFleet, scripts: readonly number[][], slots: number) {
  const randoms = scripts.map((script) => new Scripted(script));
  randoms.forEach((random, player) => {
    prepared.fleet.players.at(player).seat.random = random;
  });
  const course = constant([0.9, 0.5, 0.1], slots).course();
  const trail = playFleetAlone(prepared, fleetReplication(prepared, course, exact, slots), 1, 0);
  return {
    arms: [armsOf(trail, 0, 2), armsOf(trail, 1, 2)],
    left: randoms.map(({ left }) => left),
    trail,
  };
}

const TRACED = { armCount: 3, horizon: 100, players: 2 };

describe('traces worked by hand, two players on the means 0.9, 0.5, 0.1', () => {
  // UCB1 at slot s: mean + √(2 ln(s + 1) / n). The roots of 2 ln 3, 2 ln 4, … are 1.482, 1.665, 1.794, 1.893, 1.973.
  test('mctopm', () => {
    // Slot 0: all indices are ∞, both draw the first of {0, 1} and collide.
    // Slot 1: {1, 2} lead with ∞, and arm 0 has left: they draw arms 1 and 2.
    // Slot 2: player 0 has {2, 0}, player 1 {1, 0}. Both draw arm 0 and collide.
    // Slot 3: player 0: 2.077, 2.165, ∞, so {2, 1}. Only arm 1 was not above arm 0 before (1.982 and 2.382): no draw.
    //         Player 1: 2.077, ∞, 1.765. Arm 0 stays in {1, 0} after a collision: it draws arm 0.
    // Slot 4: player 0: 2.169, 1.769, ∞. Arm 1 leaves {2, 0}. Arm 0 was not above it (2.077 and 2.165): no draw.
    //         Player 1: 1.936, ∞, 1.894: stays, and is fixed. Collision.
    // Slot 5: player 0 is not fixed and draws arm 2 of {2, 0}. Player 1: 1.847, ∞, 1.993: arm 0 leaves {1, 2}, and
    //         only arm 2 was not above it (1.894 and 1.936). Collision.
    // Slot 6: player 0: 2.039, 1.895, 2.073, draws arm 0 of {2, 0}. Player 1: 1.886, ∞, 1.495: arm 2 leaves {1, 0},
    //         and arm 0 was not above it (1.847 and 1.993). Collision.
    const prepared = prepareFleet('mctopm:of=ucb1', TRACED);
    const { arms, left, trail } = scripted(
      prepared,
      [
        [0, 0, 1, 0, 1],
        [0, 1, 1, 1],
      ],
      7,
    );
    expect(arms).toEqual([
      [0, 1, 0, 1, 0, 2, 0],
      [0, 2, 0, 0, 0, 2, 0],
    ]);
    expect(left).toEqual([0, 0]);
    expect(trail.collisions).toEqual([2, 2, 4, 4, 6, 8, 10]);
    const lost = [1.4, 0.8, 1.4, 0, 1.4, 1.4, 1.4];
    lost.forEach((regret, slot) => {
      expect(trail.regret[slot] - (trail.regret[slot - 1] ?? 0)).toBeCloseTo(regret, 12);
    });
    expect(trail.earned).toEqual([0.5 + 0.5, 0.1 + 0.9]);
    expect(trail.switches).toEqual([6, 4]);
  });

  // Slots 0 and 3 are collisions, after which both draw a rank. In slot 5 arm 2 (1.99302) is second, before arm 0
  // (1.99294), for player 1.
  test('rhorand', () => {
    const { arms, left } = scripted(
      prepareFleet('rhorand:of=ucb1', TRACED),
      [
        [0, 1, 0],
        [0, 0, 1],
      ],
      6,
    );
    expect(arms).toEqual([
      [0, 2, 0, 0, 1, 1],
      [0, 1, 2, 0, 0, 2],
    ]);
    expect(left).toEqual([0, 0]);
  });

  test('selfish', () => {
    // A collision teaches 0: in slot 4 both players have 1.794, 0.25 + 1.269 and 1.894, in slot 5 1.893, 1.589, 1.389.
    const prepared = prepareFleet('selfish:of=ucb1', TRACED);
    const { arms, left } = scripted(
      prepared,
      [
        [0, 0],
        [0, 1],
      ],
      6,
    );
    expect(arms).toEqual([
      [0, 1, 2, 1, 2, 0],
      [0, 2, 1, 1, 2, 0],
    ]);
    expect(left).toEqual([0, 0]);
  });

  const SHARP = { ...TRACED, variation: 0 };

  test('rr-sw-ucb-sharp', () => {
    // With α = 1 the window holds every slot. In slot s player j takes place (s + j) mod 2 of its two best arms.
    const prepared = prepareFleet('rr-sw-ucb-sharp:alpha=1', SHARP);
    expect(scripted(prepared, [[], []], 6).arms).toEqual([
      [0, 2, 0, 1, 0, 1],
      [1, 0, 2, 0, 1, 0],
    ]);
  });

  test('sw-dlp', () => {
    // Arms without rewards go first. Slot 3: lower bounds −0.582 and −0.982. Slot 4: −0.765 and −1.565. Slot 5: −0.894
    // and −0.769.
    const prepared = prepareFleet('sw-dlp:alpha=1', SHARP);
    expect(scripted(prepared, [[], []], 6).arms).toEqual([
      [0, 1, 2, 0, 1, 0],
      [0, 1, 2, 1, 2, 0],
    ]);
  });

  test('coop-ucb', () => {
    // Both players share everything. Slot 4: 1.473 and 1.455. Slot 5: 1.365 and 1.524.
    const prepared = prepareFleet('coop-ucb:graph=complete', TRACED);
    const { arms, trail } = scripted(prepared, [[], []], 6);
    expect(arms).toEqual([
      [0, 1, 2, 0, 0, 1],
      [0, 1, 2, 0, 0, 1],
    ]);
    expect(trail.collisions.at(-1)).toBe(0);
    expect(trail.regret.at(-1)).toBeCloseTo(2 * (0.4 + 0.8 + 0.4), 12);
  });
});

describe('a player with a chair', () => {
  function seatOn(chair: number): FleetSeat {
    const seat = new FleetSeat(3, 0, 2);
    seat.random = new Scripted([1]);
    seat.indices.set([3, 2, 1]);
    Object.assign(seat, { chair, collided: true, fixed: true });
    return seat;
  }

  test('stays after a collision if it is fixed, which only mctopm makes it', () => {
    expect(new TopDraw(true).choose(seatOn(0))).toBe(0);
    expect(new TopDraw(true).choose(Object.assign(seatOn(0), { fixed: false }))).toBe(1);
    const staying = Object.assign(seatOn(0), { collided: false, fixed: false });
    new TopDraw(false).choose(staying);
    expect(staying.fixed).toBe(false);
  });

  test('leaves it when the arm is no longer among the M best', () => {
    const seat = seatOn(2);
    seat.before.set([5, 1, 4]);
    expect(new TopDraw(true).choose(seat)).toBe(1);
    expect(seat.fixed).toBe(false);
  });
});

describe('one player', () => {
  const slots = 300;
  const means = changing(slots);
  const course = means.course();
  const indexed = policyCatalogue.list.filter(({ shows }) => shows?.indexed !== undefined);
  const shared = { armCount: 5, horizon: slots, variation: 2, changes: 2, means };

  test('there are many index policies', () => {
    expect(indexed.length).toBeGreaterThan(20);
  });

  test.each(indexed.map(({ id }) => id))('over %s plays as the policy alone, bit for bit', (id) => {
    const { kernel, rewardMap } = preparePolicy(id, shared);
    const record = new PlayRecord(
      Int32Array.from({ length: slots }, (_, slot) => slot + 1),
      new Int32Array(slots),
      new Float64Array(slots),
      new Float64Array(slots * 5),
    );
    const alone = new Replication(course, record, bernoulli, rewardMap);
    alone.begin(5, 3);
    play(kernel, alone, kernel, alone, false, slots);
    const rules = ['mctopm', 'randtopm', 'rhorand', 'selfish'].map((rule) => `${rule}:of=${id}`);
    const numbered = id === 'sw-ucb-sharp' ? ['rr-sw-ucb-sharp', 'sw-dlp'] : [];
    for (const rule of [...rules, ...numbered]) {
      const prepared = prepareFleet(rule, { ...shared, players: 1 });
      const replication = fleetReplication(prepared, course, bernoulli, slots);
      const trail = playFleetAlone(prepared, replication, 5, 3);
      expect(trail.arms, rule).toEqual([...record.arms]);
      expect(trail.regret, rule).toEqual([...record.regret]);
      expect(trail.earned, rule).toEqual([alone.earned]);
      expect(trail.onBest, rule).toBe(alone.onBest);
    }
  });
});

test('as many players as arms lose only by collisions', () => {
  const slots = 400;
  const course = constant([0.7, 0.1, 0.3, 0.9], slots).course();
  const prepared = prepareFleet('mctopm:of=kl-ucb', { armCount: 4, horizon: slots, players: 4 });
  const replication = fleetReplication(prepared, course, bernoulli, slots);
  const { regret, collisions } = playFleetAlone(prepared, replication, 2, 0);
  let free = 0;
  for (let slot = 1; slot < slots; slot++) {
    const collides = collisions[slot] > collisions[slot - 1];
    expect(regret[slot] > regret[slot - 1]).toBe(collides);
    if (!collides) free += 1;
  }
  expect(free).toBeGreaterThan(300);
});

describe('compiled fleets', () => {
  const module = compileModule(new Uint8Array(readFileSync(KERNELS)));
  const slots = 500;
  const course = changing(slots).course();
  const cases = ['kl-ucb', 'sw-klucb', 'ucb1'].flatMap((of) =>
    ['rhorand', 'randtopm', 'mctopm', 'selfish'].map((rule) => `${rule}:of=${of}`),
  );

  test.each(cases)('%s gives the bits of JavaScript', (spec) => {
    if (module === undefined) throw new Error('this engine has no WebAssembly');
    for (const law of ['bernoulli', 'gaussian', 'exact']) {
      const { sampler } = createRewardLaw(law);
      const given = { armCount: 5, horizon: slots, variation: 2, players: 3 };
      const [here, there] = [prepareFleet(spec, given), prepareFleet(spec, given)];
      const instance = new KernelInstance(module);
      const compiled = playCompiled(instance, there, course, sampler, slots, 9, 1);
      const replication = fleetReplication(here, course, sampler, slots);
      expect(compiled).toEqual(playFleetAlone(here, replication, 9, 1));
    }
  });
});

describe('a spec', () => {
  const given = { armCount: 9, horizon: 1000, variation: 2, players: 6 };

  test('names the policy of the players and, after bars, its parameters', () => {
    expect(prepareFleet('mctopm:of=sw-moss|window=500|eta=0.7', given).params).toMatchObject({
      window: 500,
      eta: 0.7,
    });
    expect(prepareFleet('coop-ucb:graph=star;discount=0.9', given).params).toMatchObject({
      graph: 1,
      discount: 0.9,
    });
    expect(prepareFleet('sw-dlp:nu=0.4', given).params.alpha).toBeCloseTo(0.3, 12);
  });

  test.each([
    ['mctopm:of=ts', 'policy-without-index', "got 'ts', which draws its arms, and has no indices"],
    ['mctopm', 'parameter-missing', 'write mctopm:of=kl-ucb'],
    ['mctopm:of=klucb', 'unknown-policy', "there is no policy 'klucb'"],
    ['mctopm:of=sw-moss;window=500', 'unknown-parameter', 'mctopm:of=sw-klucb|window=500'],
    ['mctopm:of=sw-moss|windo=5', 'unknown-parameter', "sw-moss has no parameter 'windo'"],
    ['coop-ucb:graph=tree', 'parameter-out-of-range', 'one of ring, star, path, complete'],
    ['coop-ucb:of=ucb1', 'unknown-parameter', "coop-ucb has no parameter 'of'"],
    ['sw-dlp:of=ucb1', 'unknown-parameter', "sw-dlp has no parameter 'of'"],
    ['sw-klucb', 'policy-plays-alone', 'write mctopm:of=sw-klucb'],
    ['ts', 'policy-plays-alone', 'over an index policy, such as mctopm:of=kl-ucb'],
    ['mctop:of=ucb1', 'unknown-fleet', "there is no fleet 'mctop'"],
  ])('%s is refused', (spec, code, words) => {
    expect(() => prepareFleet(spec, given)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    );
  });

  test('players are counted', () => {
    for (const players of [0, 1.5, 101, 10]) {
      expect(() => prepareFleet('mctopm:of=ucb1', { ...given, players })).toThrow(/^players must/);
    }
    expect(prepareFleet('coop-ucb', { ...given, players: 12 }).playerCount).toBe(12);
  });

  test('a fleet without players is refused with what to add', () => {
    expect(findFleet('mctopm:of=ts').name).toBe('MCTopM');
    expect(() => refuseFleet('mctopm:of=kl-ucb')).toThrow('add --players, for example --players 6');
    expect(() => refuseFleet('kl-ucb')).not.toThrow();
  });
});

describe('the benchmark', () => {
  test('adds the M largest means of each slot, and repeats the best without collisions', () => {
    const course = MeanTable.fromRows([
      [0.1, 0.5, 0.3],
      [0.4, 0.4, 0.4],
    ]).course();
    expect([...fleetBenchmark(course, 2, 2, true).sums]).toEqual([0.8, 0.8]);
    expect([...fleetBenchmark(course, 2, 2, true).least]).toEqual([0.3, 0.4]);
    expect([...fleetBenchmark(course, 2, 2, false).sums]).toEqual([1, 0.8]);
  });

  test('refuses rested arms', () => {
    const rested = restedCourse(1, new Float64Array(2), new Float64Array(2));
    expect(() => fleetBenchmark(rested, 2, 1, true)).toThrow('got rested arms');
  });

  test('fairness is 1 for equal players and 1/M for a single earner', () => {
    expect(jainIndex([2, 2, 2])).toBe(1);
    expect(jainIndex([0, 5, 0, 0])).toBe(0.25);
    expect(jainIndex([0, 0])).toBe(1);
  });
});
