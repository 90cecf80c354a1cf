/** UCB-Tuned where its variance counts, which takes more slots than other tests play. */
import { expect, test } from 'vitest';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';

interface Tally {
  n: number;
  sum: number;
  squares: number;
}

function indexOf({ n, sum, squares }: Tally, slots: number): number {
  const mean = sum / n;
  const rate = Math.log(slots) / n;
  const variance = squares / n - mean * mean;
  return mean + Math.sqrt(rate * Math.min(0.25, variance + Math.sqrt(2 * rate)));
}

test('2000 slots: the largest index is played, with the variance in it', () => {
  const policy = createPolicy('ucb-tuned', { armCount: 3 });
  const random = randomStream(3);
  const tallies = [0, 1, 2].map((): Tally => ({ n: 0, sum: 0, squares: 0 }));
  let narrow = 0;
  for (let slot = 0; slot < 2000; slot++) {
    const { arm, ...rest } = policy.select(random);
    if (slot >= 3) {
      const indices = tallies.map((tally) => indexOf(tally, slot));
      const views = policy.inspect();
      indices.forEach((index, of) => {
        expect(Math.abs(Number(views[of].index) - index)).toBeLessThan(1e-11);
      });
      expect(indices[arm]).toBeGreaterThan(Math.max(...indices) - 1e-11);
      const widths = tallies.map((tally, of) => indices[of] - tally.sum / tally.n);
      narrow += widths.filter(
        (width, of) => width < 0.999 * Math.sqrt(Math.log(slot) / tallies[of].n / 4),
      ).length;
    }
    // Arms 0 and 1 vary by little about means that are near; arm 2 is 0 or 1.
    const reward = arm === 2 ? random.below(2) : 0.48 + 0.02 * arm + 0.1 * random.uniform();
    policy.update({ arm, ...rest }, reward);
    tallies[arm].n += 1;
    tallies[arm].sum += reward;
    tallies[arm].squares += reward * reward;
  }
  // Or ¼ decides everywhere, and the test says nothing.
  expect(narrow).toBeGreaterThan(1000);
});
