/** Uniform logs of recorded tables, which hold what every arm would have given: their truth is exact. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FOLDS, type Log, type MeanPath } from '@driftline/advice';
import { randomStream } from '@driftline/core';

/** A table of rewards, slot by slot. */
export interface RecordedTable {
  readonly arms: readonly string[];
  readonly path: MeanPath;
}

/** @param unit - by which cells are divided; a negative one makes rewards of losses */
export function recordedTable(name: string, unit: number): RecordedTable {
  const file = new URL(`../../../experiments/data/${name}.csv`, import.meta.url);
  const [head, ...lines] = readFileSync(fileURLToPath(file), 'utf8').trim().split('\n');
  const means = lines.flatMap((line) => line.split(',').map((cell) => Number(cell) / unit));
  const arms = head.split(',');
  const bounds = Int32Array.from({ length: lines.length + 1 }, (_, slot) => slot);
  return { arms, path: { armCount: arms.length, bounds, means: Float64Array.from(means) } };
}

/** A log whose arms are drawn by lot. */
export function recordedLog({ arms, path }: RecordedTable, seed: number): Log {
  const { armCount, means } = path;
  const random = randomStream(seed, 7, 20);
  const rows = path.bounds.length - 1;
  const arm = Uint16Array.from({ length: rows }, () => random.below(armCount));
  return {
    rows,
    decisionsPerRow: 1,
    arms,
    other: undefined,
    clock: 'rows',
    time: Float64Array.from(arm, (_, row) => row),
    arm,
    rewards: { name: 'reward', isNegated: true, kind: 'real' },
    reward: Float64Array.from(arm, (own, row) => means[row * armCount + own]),
    propensity: undefined,
    arrival: undefined,
    eligible: undefined,
    sets: [],
    fold: Uint8Array.from(arm, () => random.below(FOLDS)),
    end: rows - 1,
  };
}
