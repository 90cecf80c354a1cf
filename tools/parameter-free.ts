/**
 * Prints the tables of docs/studies/parameter-free.md: from which horizon on the tests of META and ArmSwitch can evict
 * an arm, and their regret relative to uniform play on two arms that never change.
 *
 *     node tools/parameter-free.ts
 */
import { createPolicy, randomStream } from '@driftline/core';
import { evictionHorizon } from '@driftline/core/theory';

const GAPS = [0.3, 0.5, 1];

/** The author's code for two arms: gaps without the number of arms as a factor, so their mean is Δ/2. */
function metaCodeHorizon(gap: number): number {
  const isMet = (horizon: number) => {
    const bits = 4 * Math.log2(horizon);
    return (gap * horizon) / 2 > (Math.E - 1) * (Math.sqrt(bits * horizon) + bits);
  };
  let horizon = 2;
  while (!isMet(horizon)) horizon += 1;
  return horizon;
}

function printHorizons(): void {
  console.log('| Test | K | Δ = 0.3 | Δ = 0.5 | Δ = 1 |\n|---|---|---|---|---|');
  const rows: [string, number, (gap: number) => number][] = [
    ['`meta`, C₀ = 1', 2, (gap) => evictionHorizon('meta', 2, gap)],
    ['`meta`, C₀ = 1', 10, (gap) => evictionHorizon('meta', 10, gap)],
    ['author’s code for two arms', 2, metaCodeHorizon],
    ['`arm-switch`', 2, (gap) => evictionHorizon('arm-switch', 2, gap)],
    ['`arm-switch`', 10, (gap) => evictionHorizon('arm-switch', 10, gap)],
  ];
  for (const [name, arms, horizonOf] of rows) {
    const cells = GAPS.map((gap) => Number(horizonOf(gap).toPrecision(2)).toLocaleString('en-US'));
    console.log(`| ${name} | ${arms} | ${cells.join(' | ')} |`);
  }
}

type Varied = 'meta' | 'arm-switch';

/** A policy for two arms, with the probabilities of replays or exploration multiplied by `share`. */
function policyOf(id: Varied, horizon: number, share: number) {
  return id === 'meta'
    ? createPolicy('meta', { armCount: 2, horizon, replays: share })
    : createPolicy('arm-switch', { armCount: 2, horizon, exploration: share });
}

/** Plays two coins with means 0.5 ± Δ/2 and returns the share of slots with the worse one, times 2. */
function relativeRegret(
  policy: ReturnType<typeof policyOf>,
  gap: number,
  horizon: number,
  replication: number,
): number {
  const random = randomStream(27, replication);
  let worse = 0;
  for (let slot = 0; slot < horizon; slot++) {
    const selection = policy.select(random);
    worse += selection.arm;
    const mean = selection.arm === 0 ? 0.5 + gap / 2 : 0.5 - gap / 2;
    policy.update(selection, random.uniform() < mean ? 1 : 0);
  }
  return (2 * worse) / horizon;
}

function printRegret(id: Varied, shares: readonly number[], horizons: readonly number[]): void {
  const head = horizons.map((horizon) => `T = ${horizon.toLocaleString('en-US')}`);
  console.log(`\n| ${id} | Δ | ${head.join(' | ')} |\n|---|---|${'---|'.repeat(head.length)}`);
  for (const share of shares) {
    for (const gap of GAPS) {
      const cells = horizons.map((horizon) => {
        const runs = Math.max(2, Math.min(40, 4e5 / horizon));
        const parts = Array.from({ length: runs }, (_, run) =>
          relativeRegret(policyOf(id, horizon, share), gap, horizon, run),
        );
        const mean = parts.reduce((sum, part) => sum + part, 0) / runs;
        return `${(100 * mean).toFixed(1)}%`;
      });
      console.log(`| ${share} | ${gap} | ${cells.join(' | ')} |`);
    }
  }
}

printHorizons();
printRegret('meta', [1, 0.5, 0], [1e3, 1e4, 1e5, 1e6]);
printRegret('arm-switch', [1, 0], [1e4, 1e5, 1e6]);
