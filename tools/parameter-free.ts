/**
 * Prints the tables of docs/studies/parameter-free.md: from which horizon on the tests of META and ArmSwitch can evict
 * an arm, and the regret of META relative to uniform play on two arms that never change.
 *
 *     node tools/parameter-free.ts
 */
import { createPolicy, randomStream } from '@driftline/core';

const GAPS = [0.3, 0.5, 1];

/** True if a gap is expected to evict an arm within n of T rounds of uniform play. */
type Test = (gap: number, arms: number, horizon: number, rounds: number) => boolean;

/** Suk and Kpotufe 2022, inequality (2), with C₀ = 1: gap estimates have mean Δ. */
const meta: Test = (gap, arms, horizon, rounds) =>
  gap * rounds > Math.log(horizon) * Math.sqrt(Math.max(arms * (rounds - 1), arms * arms));

/** The author's code for two arms: gaps without the number of arms as a factor, so their mean is Δ/2. */
const metaCode: Test = (gap, _arms, horizon, rounds) => {
  const bits = 4 * Math.log2(horizon);
  return (gap * rounds) / 2 > (Math.E - 1) * (Math.sqrt(bits * rounds) + bits);
};

/** Abbasi-Yadkori, György and Lazić 2023, inequality (6), with the δ of their Theorem 1. */
const armSwitch: Test = (gap, arms, horizon, rounds) => {
  const delta = 1 / (Math.sqrt(arms) * horizon ** 1.5);
  const square = Math.log((2 * arms * horizon ** 2 * (Math.log(rounds) + 2)) / delta);
  const root = Math.sqrt(square);
  return (gap * rounds) / arms > 12 * root * Math.max(Math.sqrt(rounds / arms), root);
};

/** The horizon, to two digits, from which on the whole horizon as one interval evicts an arm. */
function leastHorizon(test: Test, gap: number, arms: number): string {
  let last = 2;
  for (let horizon = 2; horizon < 1e7; horizon = Math.ceil(horizon * 1.001)) {
    if (!test(gap, arms, horizon, horizon)) last = horizon;
  }
  return Number((last + 1).toPrecision(2)).toLocaleString('en-US');
}

function printHorizons(): void {
  console.log('| Test | K | Δ = 0.3 | Δ = 0.5 | Δ = 1 |\n|---|---|---|---|---|');
  const tests: [string, Test, number[]][] = [
    ['`meta`, C₀ = 1', meta, [2, 10]],
    ['author’s code for two arms', metaCode, [2]],
    ['ArmSwitch as published', armSwitch, [2, 10]],
  ];
  for (const [name, test, counts] of tests) {
    for (const arms of counts) {
      const cells = GAPS.map((gap) => leastHorizon(test, gap, arms));
      console.log(`| ${name} | ${arms} | ${cells.join(' | ')} |`);
    }
  }
}

/** Plays two coins with means 0.5 ± Δ/2 and returns the share of slots with the worse one, times 2. */
function relativeRegret(
  gap: number,
  horizon: number,
  replays: number,
  replication: number,
): number {
  const random = randomStream(27, replication);
  const policy = createPolicy('meta', { armCount: 2, horizon, replays });
  let worse = 0;
  for (let slot = 0; slot < horizon; slot++) {
    const selection = policy.select(random);
    worse += selection.arm;
    const mean = selection.arm === 0 ? 0.5 + gap / 2 : 0.5 - gap / 2;
    policy.update(selection, random.uniform() < mean ? 1 : 0);
  }
  return (2 * worse) / horizon;
}

function printRegret(): void {
  console.log(
    '\n| Replays | Δ | T = 1,000 | T = 10,000 | T = 100,000 | T = 1,000,000 |\n|---|---|---|---|---|---|',
  );
  for (const replays of [1, 0.5, 0]) {
    for (const gap of GAPS) {
      const cells = [1e3, 1e4, 1e5, 1e6].map((horizon) => {
        const runs = Math.max(2, Math.min(40, 4e5 / horizon));
        const shares = Array.from({ length: runs }, (_, run) =>
          relativeRegret(gap, horizon, replays, run),
        );
        const mean = shares.reduce((sum, share) => sum + share, 0) / runs;
        return `${(100 * mean).toFixed(1)}%`;
      });
      console.log(`| ${replays} | ${gap} | ${cells.join(' | ')} |`);
    }
  }
}

printHorizons();
printRegret();
