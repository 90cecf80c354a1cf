/** Reads the golden tables of this directory into typed records; see the README beside it. */
import { readFileSync } from 'node:fs';

/** The golden tables: their file names without the ending. */
export const goldenNames = ['g02_bern_K2_T1000', 'g11_strict_heavy_K3_T1500'] as const;

/** One reward table with the arms that the deterministic policies play on it. */
export interface GoldenCase {
  readonly name: string;
  readonly K: number;
  readonly T: number;
  readonly V: number;
  readonly tau: number;
  readonly gamma: number;
  readonly params: {
    readonly eta: number;
    readonly xi_ducb: number;
    readonly xi_swucb: number;
    readonly B_swucb: number;
    readonly a: number;
    readonly zeta: number;
  };
  readonly min_gap: Readonly<Record<string, number>>;
  readonly exact_ties: Readonly<Record<string, number>>;
  /** Per policy, the zero-based arm of every slot. */
  readonly arms: Readonly<Record<string, readonly number[]>>;
  /** `rewards[slot][arm]`. */
  readonly rewards: number[][];
}

/** One row of `derived.json`: what (K, T, V) determine. */
export interface GoldenTuning {
  readonly K: number;
  readonly T: number;
  readonly V: number;
  readonly tau: number;
  readonly tau_raw: number;
  readonly fragile: boolean;
  readonly gamma: number;
  readonly rexp3_Delta: number;
  readonly rexp3_gamma: number;
  readonly exp3s_gamma: number;
  readonly exp3s_alpha: number;
}

/** One block of `satlimits.json`: Robust MOSS's numbers for one a, length H and arm count K. */
export interface GoldenSaturation {
  readonly a: number;
  readonly H: number;
  readonly K: number;
  readonly table: readonly {
    readonly n: number;
    readonly level: number;
    readonly h: number;
    readonly B: number;
    readonly c: number;
  }[];
}

function readText(fileName: string): string {
  return readFileSync(new URL(fileName, import.meta.url), 'utf8');
}

/** Reads one golden table and its arms. */
export function readGoldenCase(name: (typeof goldenNames)[number]): GoldenCase {
  const rewards = readText(`${name}.csv`)
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  const record = JSON.parse(readText(`${name}.json`)) as Omit<GoldenCase, 'rewards'>;
  return { ...record, rewards };
}

/** Reads `derived.json`. */
export function readGoldenTunings(): GoldenTuning[] {
  return JSON.parse(readText('derived.json')) as GoldenTuning[];
}

/** Reads `satlimits.json`. */
export function readGoldenSaturations(): GoldenSaturation[] {
  return JSON.parse(readText('satlimits.json')) as GoldenSaturation[];
}
