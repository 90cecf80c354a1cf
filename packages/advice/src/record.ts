/** The record of advice, from what each question gave. */
import { ADVICE_FORMAT, ADVICE_VERSION, type Advice, type AdviceLog } from './contract/advice.ts';
import type { Log, Note, Reading } from './contract/log.ts';
import type { Logging } from './contract/logging.ts';
import { armCountOf } from './log/part.ts';
import { armSummaries } from './log/summary.ts';

/** What answers are about. */
interface RecordedLog {
  readonly name: string;
  readonly reading: Reading;
  /** Without its pending end. */
  readonly log: Log;
  readonly pending: number;
  readonly logging: Logging;
}

function logRecord({ name, reading, log, pending, logging }: RecordedLog): AdviceLog {
  const summaries = armSummaries(log);
  const known = summaries.reduce((sum, { rows }) => sum + rows, 0);
  const total = summaries.reduce((sum, { rows, mean }) => sum + (rows > 0 ? rows * mean : 0), 0);
  return {
    name,
    rows: log.rows,
    arms: log.arms.slice(0, armCountOf(log)).map((key, arm) => ({
      key,
      rows: summaries[arm].rows,
      mean: summaries[arm].rows > 0 ? summaries[arm].mean : 0,
      deviation: Math.sqrt(Math.max(0, summaries[arm].variance || 0)),
    })),
    span: [log.rows > 0 ? log.time[0] : 0, log.rows > 0 ? log.time[log.rows - 1] : 0],
    logging,
    format: reading.format,
    columns: reading.columns,
    isNegated: log.rewards.isNegated,
    mean: known > 0 ? total / known : 0,
    dropped: reading.dropped,
    pending,
  };
}

/** Answers, as the record has them. */
type Answers = Pick<Advice, 'delays' | 'drift' | 'advice' | 'values' | 'tails' | 'gain'> &
  Partial<Pick<Advice, 'late' | 'variation'>>;

/** The record: everything that was answered, with its units. */
export function recordOf(
  { software, seed }: Pick<Advice, 'software' | 'seed'>,
  recorded: RecordedLog,
  answers: Answers,
  notes: readonly Note[],
): Advice {
  const all = [...recorded.reading.notes, ...notes];
  const { late, variation, ...rest } = answers;
  return {
    format: ADVICE_FORMAT,
    version: ADVICE_VERSION,
    software,
    seed,
    units: {
      reward: recorded.log.rewards.name,
      time: recorded.log.clock,
      memory: 'decisions',
      score: 'share',
    },
    log: logRecord(recorded),
    ...rest,
    ...(late === undefined ? {} : { late }),
    ...(variation === undefined ? {} : { variation }),
    notes: all,
    warnings: all.filter(({ isWarning }) => isWarning).map(({ text }) => text),
  };
}
