/** What is what in a result folder. */
import { basename } from 'node:path';

export const RESULT = 'result.json';
export const SPEC = 'spec.yaml';
export const PLAN = 'plan.sha256';
export const REPORT = 'report.html';
export const FIGURES = 'figures';
export const WORST_CASE = 'worst-case.json';
/** A run that is under way, or was stopped: its experiment, its plan, its chunks. */
export const UNFINISHED = 'driftline-unfinished';
export const CHUNKS = 'chunks';

/** What version 0.1 wrote before folders had a record of their files. */
const UNRECORDED = [
  RESULT,
  SPEC,
  PLAN,
  REPORT,
  FIGURES,
  WORST_CASE,
  'curves.csv',
  'finals.csv',
  'curves.parquet',
  'finals.parquet',
  'claims.json',
  'tuning.json',
  'costs.json',
  'guide.md',
  'scores.csv',
];

/** Whether an entry of a folder without a record is of its result. */
export function isOfUnrecordedResult(name: string): boolean {
  return UNRECORDED.includes(name) || /^means-.+\.csv$/.test(name);
}

/** Whether an entry of a folder is there only while a run is at work, or after it was killed. */
export function isOurs(name: string): boolean {
  return basename(name).startsWith('.driftline-') || name === UNFINISHED;
}
