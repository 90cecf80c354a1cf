/** The tree against a plain scan of all indices, computed as kernels compute them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { ln } from '../math/log.ts';
import { KineticTournament } from './kinetic-tournament.ts';

const SIZES = [1, 2, 3, 63, 64, 65, 1000];

/** The place of the largest index, the lowest among equals. */
function scan({ means, slopes, size }: KineticTournament, scale: number): number {
  let best = 0;
  for (let place = 1; place < size; place++) {
    if (means[place] + scale * slopes[place] > means[best] + scale * slopes[best]) best = place;
  }
  return best;
}

interface Line {
  readonly mean: number;
  readonly slope: number;
}

/** The next double above a positive one, `steps` times. */
function above(x: number, steps: number): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  bits[0] += BigInt(steps);
  return new Float64Array(bits.buffer)[0];
}

// Lines that tie, touch and cross within a rounding error, beside ordinary ones.
const nearby = fc.record({ ulps: fc.nat(40), of: fc.constantFrom(0.1, 0.5, 1, 3) });
const slope = fc.oneof(
  fc.constantFrom(0, 0.25, 0.5, 1, 2 ** -250, 2 ** 200),
  fc.double({ min: 2 ** -900, max: 2, noNaN: true }),
  nearby.map(({ ulps, of }) => above(of, ulps)),
);
const mean = fc.oneof(
  fc.constantFrom(0, -0, 0.25, 0.5, 1, -1, 2 ** -1074, 2 ** 60, -(2 ** 60)),
  fc.double({ min: -2, max: 2, noNaN: true }),
  fc.double({ min: -1e300, max: 1e300, noNaN: true }),
  nearby.map(({ ulps, of }) => above(of, ulps)),
);
const line: fc.Arbitrary<Line> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ mean, slope }) },
  { weight: 1, arbitrary: fc.constant({ mean: Infinity, slope: 0 }) },
);
const growth = fc.oneof(
  fc.constantFrom(1, 1 + 2 ** -52, 1 + 2 ** -50, 2, 2 ** 30),
  fc.double({ min: 1, max: 1.5, noNaN: true }),
);

interface Change {
  readonly kind: 'set' | 'setWinner' | 'grow' | 'shrink' | 'fill';
  readonly place: number;
  readonly line: Line;
  readonly growth: number;
  /** Whether the winner is asked for afterwards; if not, later changes meet expired duels. */
  readonly look: boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('set' as const) },
    { weight: 3, arbitrary: fc.constant('grow' as const) },
    { weight: 3, arbitrary: fc.constantFrom('setWinner', 'shrink', 'fill') },
  ),
  place: fc.nat(),
  line,
  growth,
  look: fc.boolean(),
});

/** Makes a change; returns the scale after it. */
function apply(tournament: KineticTournament, change: Change, scale: number): number {
  const { means, slopes, size } = tournament;
  const { mean, slope } = change.line;
  switch (change.kind) {
    case 'set':
      tournament.set(change.place % size, mean, slope, scale);
      return scale;
    case 'setWinner':
      tournament.set(tournament.winner(scale), mean, slope, scale);
      return scale;
    case 'grow':
      return scale === 0 ? 2 ** -30 : Math.min(scale * change.growth, 2 ** 250);
    case 'shrink':
      means[change.place % size] = mean;
      for (let place = 0; place < size; place++) slopes[place] *= 2 ** 10;
      slopes[change.place % size] = slope;
      tournament.rebuild(scale * 2 ** -20);
      return scale * 2 ** -20;
    case 'fill':
      tournament.fill(mean, slope);
      return change.growth - 1;
  }
}

describe('the same place as a scan of all indices', () => {
  test('for any lines and any growing scale', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(line, { minLength: 1, maxLength: 40, size: 'max' }),
        fc.constantFrom(0, 2 ** -20, 0.5, 1, 2 ** 240),
        fc.array(change, { maxLength: 60, size: 'max' }),
        (size, lines, first, changes) => {
          const tournament = new KineticTournament(size);
          expect(tournament.winner(0)).toBe(0);
          for (let place = 0; place < size; place++) {
            const { mean, slope } = lines[place % lines.length];
            tournament.set(place, mean, slope, first);
          }
          let scale = first;
          expect(tournament.winner(scale)).toBe(scan(tournament, scale));
          for (const change of changes) {
            scale = apply(tournament, change, scale);
            if (change.look) expect(tournament.winner(scale)).toBe(scan(tournament, scale));
          }
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
  });

  test('while two lines cross within rounding, scale by scale', () => {
    // Indices that differ by a unit or two in the last place change their order back and forth as
    // the scale passes through neighbouring doubles. In [1/4, 1/2) a unit is 2^-54, in [1/2, 1) it is
    // 2^-53, so that these two lines meet near the first scale.
    let changes = 0;
    const crossing = fc.record({
      scale: fc.double({ min: 0.25, max: 8, noNaN: true }),
      steeperBy: fc.nat(12),
      off: fc.nat(4),
      steeper: fc.nat(1),
      step: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(crossing, ({ scale: first, steeperBy, off, steeper, step }) => {
        const tournament = new KineticTournament(2);
        const higherBy = Math.max(0, Math.round(2 * first * steeperBy) + off - 2);
        tournament.set(steeper, 0.3, above(0.7, steeperBy), first);
        tournament.set(1 - steeper, above(0.3, higherBy), 0.7, first);
        let last = tournament.winner(first);
        for (let i = 0, scale = first; i < 60; i++, scale = above(scale, step)) {
          const winner = tournament.winner(scale);
          expect(winner).toBe(scan(tournament, scale));
          if (winner !== last) changes++;
          last = winner;
        }
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(changes).toBeGreaterThan(1000);
  });

  test('long after the means are lost beside the widths', () => {
    const tournament = new KineticTournament(3);
    tournament.set(0, 0.25, 1, 1);
    tournament.set(1, 0.5, 1, 1);
    tournament.set(2, 0.75, 1, 1);
    expect(tournament.winner(1)).toBe(2);
    // 0.25, 0.5 and 0.75 beside 2^k: all three are distinguished up to 2^50, none from 2^54 on.
    for (let k = 0; k <= 250; k++) {
      const scale = 2 ** k;
      expect(tournament.winner(scale)).toBe(scan(tournament, scale));
    }
    expect(tournament.winner(2 ** 250)).toBe(0);
    // Then nothing is left that could change, and no duel is held again.
    expect(tournament.earliest[1]).toBe(Infinity);
  });

  test('while a mean is half a unit in the last place of the width', () => {
    // From 2^53 on doubles are 2 apart, and adding 1 goes to the even neighbour: down and up in turn.
    const tournament = new KineticTournament(2);
    tournament.set(0, 0, 1, 2 ** 53);
    tournament.set(1, 1, 1, 2 ** 53);
    for (let i = 0; i < 8; i++) expect(tournament.winner(above(2 ** 53, i))).toBe(i % 2);
  });
});

describe('duels are held only when they may turn out differently', () => {
  test('equal lines never are', () => {
    for (const mean of [0.5, Infinity]) {
      const tournament = new KineticTournament(65);
      tournament.fill(mean, mean === Infinity ? 0 : 1);
      expect(tournament.earliest[1]).toBe(Infinity);
    }
  });

  test('two lines are just before they meet, and never after', () => {
    const tournament = new KineticTournament(2);
    tournament.set(0, 1, 0.25, 0.5);
    tournament.set(1, 0.5, 0.5, 0.5);
    // They meet at scale 2. The hair is 2^-48 of all terms together, 3 at that scale, over the
    // difference of slopes, 1/4: less than 2^-44.
    expect(tournament.winner(0.5)).toBe(0);
    expect(tournament.earliest[1]).toBeLessThanOrEqual(2);
    expect(tournament.earliest[1]).toBeGreaterThan(2 - 2 ** -44);
    expect(tournament.winner(2)).toBe(0);
    expect(tournament.winner(2 + 2 ** -40)).toBe(1);
    expect(tournament.earliest[1]).toBeGreaterThan(2 ** 300);
  });
});

interface Setting {
  readonly size: number;
  readonly law: (uniform: number, other: number) => number;
}

const LAWS: readonly Setting['law'][] = [
  (uniform) => (uniform < 0.5 ? 1 : 0),
  (uniform, other) => uniform + other - 1,
];
const settings: Setting[] = SIZES.flatMap((size) => LAWS.map((law) => ({ size, law })));

/** Comparing every slot of 50 000 with a scan of 1000 places would take most of the suite's time. */
function stride(size: number): number {
  return size < 100 ? 1 : 11;
}

describe('50 000 slots', () => {
  test.each([
    [1 - 1 / 203, SIZES],
    [1 - 1 / 5000, SIZES],
    // The unit passes 2^500 every 2500 slots, and counts come down to their least.
    [1 - 1 / 8, [3, 65]],
  ])('of D-UCB, discount %f', (discount, sizes) => {
    for (const { size, law } of settings.filter(({ size }) => sizes.includes(size))) {
      const random = randomStream(size);
      const tournament = new KineticTournament(size);
      const masses = new Float64Array(size);
      tournament.fill(Infinity, 0);
      let unit = 1;
      for (let slot = 0; slot < 50_000; slot++) {
        unit /= discount;
        if (unit > 2 ** 500) {
          unit *= 2 ** -500;
          for (let place = 0; place < size; place++) {
            if (masses[place] === 0) continue;
            masses[place] = Math.max(masses[place] * 2 ** -500, 2 ** -400);
            tournament.slopes[place] = Math.sqrt(8 / masses[place]);
          }
          tournament.rebuild(Math.sqrt(unit));
        }
        const scale = Math.sqrt(unit);
        const place = tournament.winner(scale);
        if (slot % stride(size) === 0 && place !== scan(tournament, scale)) {
          expect.fail(`${place} wins among ${size} in slot ${slot}`);
        }
        const reward = law(random.uniform(), random.uniform());
        masses[place] += unit;
        const mean = tournament.means[place] === Infinity ? 0 : tournament.means[place];
        const next = mean + ((reward - mean) * unit) / masses[place];
        tournament.set(place, next, Math.sqrt(8 / masses[place]), scale);
      }
    }
  });

  test('of UCB1', () => {
    for (const { size, law } of settings) {
      const random = randomStream(size);
      const tournament = new KineticTournament(size);
      const counts = new Float64Array(size);
      const sums = new Float64Array(size);
      tournament.fill(Infinity, 0);
      for (let slot = 0; slot < 50_000; slot++) {
        const scale = Math.sqrt(2 * ln(slot + 1));
        const place = tournament.winner(scale);
        if (slot % stride(size) === 0 && place !== scan(tournament, scale)) {
          expect.fail(`${place} wins among ${size} in slot ${slot}`);
        }
        counts[place] += 1;
        sums[place] += law(random.uniform(), random.uniform());
        tournament.set(place, sums[place] / counts[place], 1 / Math.sqrt(counts[place]), scale);
      }
    }
  });
});
