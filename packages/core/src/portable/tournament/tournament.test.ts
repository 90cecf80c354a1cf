/** The tree against a plain scan of its keys. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { Tournament } from './tournament.ts';

const SIZES = [1, 2, 3, 7, 8, 9, 63, 64, 65, 513, 1000];

/** The place of the largest of the first `size` keys, the lowest among equals. */
function scan(tournament: Tournament): number {
  let best = 0;
  for (let place = 1; place < tournament.size; place++) {
    if (tournament.keys[place] > tournament.keys[best]) best = place;
  }
  return best;
}

// Few values, so that most places are tied with another.
const tied = fc.constantFrom(-Infinity, -1.5, -0, 0, 0.25, Number.MIN_VALUE, 1e300, Infinity);
const key = fc.oneof(tied, fc.double({ noNaN: true }));

test('the winner is the lowest place of the largest key, after any changes', () => {
  const kind = fc.constantFrom('set', 'set', 'set', 'set', 'winner', 'winner', 'write', 'fill');
  const change = fc.record({ kind, place: fc.nat(), key });
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constantFrom(...SIZES)),
      fc.array(change, { maxLength: 60, size: 'max' }),
      (size, changes) => {
        const tournament = new Tournament(size);
        expect(tournament.winner()).toBe(0);
        for (const { kind, place, key } of changes) {
          if (kind === 'fill') tournament.fill(key);
          else if (kind === 'set') tournament.set(place % size, key);
          else if (kind === 'winner') tournament.set(tournament.winner(), key);
          else {
            tournament.keys[place % size] = key;
            tournament.keys[(place + 1) % size] = key;
            tournament.rebuild();
          }
          expect(tournament.winner()).toBe(scan(tournament));
          expect(tournament.keys[place % size]).not.toBeNaN();
        }
      },
    ),
    { seed: 1, numRuns: 400 },
  );
});

test.each(SIZES)('50 000 slots as a kernel has them, %i places', (size) => {
  const random = randomStream(size);
  const tournament = new Tournament(size);
  tournament.fill(Infinity);
  // A scan of 1000 places in each of 50 000 slots takes most of the time: look at every seventh,
  // which shares no factor with a power of two.
  for (let slot = 0; slot < 50_000; slot++) {
    tournament.set(tournament.winner(), random.uniform());
    const other = Math.floor(size * random.uniform());
    const unseen = random.uniform() < 0.1;
    tournament.set(other, unseen ? Infinity : Math.round(64 * random.uniform()) / 64);
    if (slot % 7 === 0) expect(tournament.winner()).toBe(scan(tournament));
  }
});

test('places before all others win among equals wherever the changes came', () => {
  const tournament = new Tournament(65);
  tournament.fill(-Infinity);
  expect(tournament.winner()).toBe(0);
  for (let place = 64; place >= 0; place--) {
    tournament.set(place, Infinity);
    expect(tournament.winner()).toBe(place);
  }
  for (let place = 0; place < 64; place++) {
    tournament.set(place, -Infinity);
    expect(tournament.winner()).toBe(place + 1);
  }
});
