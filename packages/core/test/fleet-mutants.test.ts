/** Fleets compared with their naive forms and with rewards drawn without them, and mutants that these find. */
import { describe, expect, test } from 'vitest';
import { createRewardLaw } from '../src/laws/create.ts';
import type { Coordination } from '../src/portable/fleet/coordination.ts';
import { FleetReplication } from '../src/portable/fleet/fleet-replication.ts';
import type { FleetSeat } from '../src/portable/fleet/fleet-seat.ts';
import { RankDraw } from '../src/portable/fleet/rank-draw.ts';
import { TopDraw } from '../src/portable/fleet/top-draw.ts';
import { NO_ARM } from '../src/portable/kernels/exploration.ts';
import type { RewardSampler } from '../src/portable/laws/sampler.ts';
import { play } from '../src/portable/play/play.ts';
import { ROLE_REWARDS } from '../src/portable/random/streams.ts';
import { randomStream } from '../src/random/source.ts';
import { prepareFleet } from '../src/shell/prepare-fleet.ts';
import { changing, fleetReplication, playFleetAlone } from './fleet-play.ts';
import {
  type NaiveRule,
  naiveArms,
  naiveMcTopM,
  naiveRandTopM,
  naiveRhoRand,
  naiveSelfish,
} from './naive/fleets.ts';

const { sampler } = createRewardLaw('bernoulli');
const [slots, players] = [150, 3];
const course = changing(slots).course();

/** A rule that meets another seat than the player has. */
function changed(rule: Coordination, change: (seat: FleetSeat) => void): Coordination {
  return {
    choose: (seat) => {
      change(seat);
      return rule.choose(seat);
    },
  };
}

describe('naive forms', () => {
  const seed = 11;

  /** The first slot in which a fleet leaves its naive form in one of four replications, or −1. */
  function firstDifference(id: string, rule: NaiveRule, coordination?: Coordination): number {
    const prepared = prepareFleet(`${id}:of=ucb1`, { armCount: 5, horizon: slots, players });
    if (coordination !== undefined) prepared.fleet.coordination = coordination;
    const replication = fleetReplication(prepared, course, sampler, slots);
    for (let number = 0; number < 4; number++) {
      const { arms } = playFleetAlone(prepared, replication, seed, number);
      const { senses } = prepared.definition;
      const naive = naiveArms(rule, senses, { course, sampler, slots, players, seed, number });
      const place = arms.findIndex((arm, i) => arm !== naive[i]);
      if (place >= 0) return Math.floor(place / players);
    }
    return -1;
  }

  const rules: readonly (readonly [string, NaiveRule])[] = [
    ['rhorand', naiveRhoRand],
    ['randtopm', naiveRandTopM],
    ['mctopm', naiveMcTopM],
    ['selfish', naiveSelfish],
  ];
  test.each(rules)('%s plays as its naive form', (id, rule) => {
    expect(firstDifference(id, rule)).toBe(-1);
  });

  const redraws = changed(new RankDraw(), (seat) => {
    seat.rank = 0;
  });
  const ignoresCollisions = changed(new RankDraw(), (seat) => {
    seat.collided = false;
  });
  const ignoresFixed = changed(new TopDraw(true), (seat) => {
    seat.fixed = false;
  });
  const mutants: readonly (readonly [string, string, NaiveRule, Coordination])[] = [
    ['a ρ-rand that draws a rank without a collision', 'rhorand', naiveRhoRand, redraws],
    ['a ρ-rand that ignores collisions', 'rhorand', naiveRhoRand, ignoresCollisions],
    ['an MCTopM that ignores "fixed"', 'mctopm', naiveMcTopM, ignoresFixed],
    ['an MCTopM that is never fixed', 'mctopm', naiveMcTopM, new TopDraw(false)],
    ['a RandTopM that is fixed', 'randtopm', naiveRandTopM, new TopDraw(true)],
  ];
  test.each(mutants)('find %s', (_, id, rule, mutant) => {
    expect(firstDifference(id, rule, mutant)).toBeGreaterThanOrEqual(0);
  });
});

describe('players of MCTopM whose policy explores', () => {
  /** True if two fixed players ever choose the same arm. */
  function shareAnArm(coordination?: Coordination): boolean {
    const given = { armCount: 5, horizon: slots, changes: 2, players };
    const prepared = prepareFleet('mctopm:of=cusum-ucb', given);
    const { fleet } = prepared;
    if (coordination !== undefined) fleet.coordination = coordination;
    const replication = fleetReplication(prepared, course, sampler, slots);
    fleet.begin(3, 0);
    replication.begin(3, 0);
    for (let slot = 1; slot <= slots; slot++) {
      play(fleet, replication, fleet, replication, false, slot);
      const seats = fleet.players.items.map(({ seat }) => seat);
      const settled = seats.filter(({ explored, fixed }) => explored === NO_ARM && fixed);
      if (new Set(settled.map(({ chair }) => chair)).size < settled.length) return true;
    }
    return false;
  }

  test('are not fixed when they return, so two fixed players never share an arm', () => {
    expect(shareAnArm()).toBe(false);
  });

  test('would share one with a rule that ignores their absence', () => {
    const ignoresAbsence = changed(new TopDraw(true), (seat) => {
      seat.returns = false;
    });
    expect(shareAnArm(ignoresAbsence)).toBe(true);
  });
});

describe('the rewards of a slot', () => {
  const seed = 4;

  /** True if players earned the rewards of a table that was drawn without them. */
  function meetsTheTable(spec: string, Payer?: typeof FleetReplication<RewardSampler>): boolean {
    const prepared = prepareFleet(spec, { armCount: 5, horizon: slots, variation: 2, players });
    const replication = fleetReplication(prepared, course, sampler, slots, Payer);
    const trail = playFleetAlone(prepared, replication, seed, 0);
    const random = randomStream(seed, 0, ROLE_REWARDS);
    const earned = new Array<number>(players).fill(0);
    for (let slot = 0; slot < slots; slot++) {
      const arms = trail.arms.slice(slot * players, (slot + 1) * players);
      for (let arm = 0; arm < 5; arm++) {
        const luck = sampler.draw(course.means[slot * 5 + arm], random);
        const here = arms.flatMap((each, j) => (each === arm ? [j] : []));
        if (here.length === 1) earned[here[0]] += luck;
      }
    }
    return earned.every((sum, j) => sum === trail.earned[j]);
  }

  test.each(['mctopm:of=kl-ucb', 'rhorand:of=sw-klucb', 'selfish:of=ucb1', 'sw-dlp'])(
    'are the same for any arms that %s plays',
    (spec) => {
      expect(meetsTheTable(spec)).toBe(true);
    },
  );

  /** A payer that draws the rewards of some arms only, which the number of their players decides. */
  function drawing(isDrawn: (visitors: number) => boolean): typeof FleetReplication<RewardSampler> {
    return class extends FleetReplication<RewardSampler> {
      override drawRewards(): void {
        const { table, means, rewards, rewardRandom } = this;
        for (let arm = 0; arm < table.armCount; arm++) {
          const draws = isDrawn(table.visitors[arm]);
          rewards[arm] = draws ? this.sampler.draw(means[arm], rewardRandom) : 0;
        }
      }
    };
  }

  /** Draws once more for each player that shares its arm. */
  class DrawsPerPlayer extends FleetReplication<RewardSampler> {
    override drawRewards(): void {
      const { table, means, rewards, rewardRandom } = this;
      for (let arm = 0; arm < table.armCount; arm++) {
        for (let draw = Math.max(1, table.visitors[arm]); draw > 0; draw--) {
          rewards[arm] = this.sampler.draw(means[arm], rewardRandom);
        }
      }
    }
  }

  const mutants: readonly (readonly [string, typeof FleetReplication<RewardSampler>])[] = [
    ['only the arms that are played', drawing((visitors) => visitors > 0)],
    ['only the arms without a collision', drawing((visitors) => visitors < 2)],
    ['an arm for each of its players', DrawsPerPlayer],
  ];
  test.each(mutants)('would differ with a payer that draws %s', (_, Payer) => {
    expect(meetsTheTable('mctopm:of=kl-ucb', Payer)).toBe(false);
  });

  test('are those of a payer that draws every arm', () => {
    expect(
      meetsTheTable(
        'mctopm:of=kl-ucb',
        drawing(() => true),
      ),
    ).toBe(true);
  });
});
