/** What is what in a result folder. */
import { basename } from 'node:path';

/** The files of a finished folder, by what they hold. */
export const FILES = {
  result: 'result.json',
  /** The experiment, and a digest of all that the numbers depend on. */
  spec: 'spec.yaml',
  plan: 'plan.sha256',
  curves: 'curves.csv',
  finals: 'finals.csv',
  curvesParquet: 'curves.parquet',
  finalsParquet: 'finals.parquet',
  tuning: 'tuning.json',
  costs: 'costs.json',
  claims: 'claims.json',
  worstCase: 'worst-case.json',
  advice: 'advice.json',
  guide: 'guide.md',
  scores: 'scores.csv',
  report: 'report.html',
} as const;

export const FIGURES = 'figures';
/** A run that is under way, or was stopped: its experiment, its plan, its chunks. */
export const UNFINISHED = 'driftline-unfinished';
export const CHUNKS = 'chunks';

/** A part of a run that is complete before the next one begins; the chunks of each have a folder. */
export type Stage = 'training' | 'playing';

/** The table of an environment that a search has found. */
export function meansFileName(stem: string): string {
  return `means-${stem}.csv`;
}

/** Whether an entry is of a result in a folder of version 0.1, which had no record of its files. */
export function isOfUnrecordedResult(name: string): boolean {
  const known: readonly string[] = [...Object.values(FILES), FIGURES];
  return known.includes(name) || /^means-.+\.csv$/.test(name);
}

/** Whether an entry of a folder is there only while a run is at work, or after it was killed. */
export function isOurs(name: string): boolean {
  return basename(name).startsWith('.driftline-') || name === UNFINISHED;
}
