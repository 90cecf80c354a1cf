/** What an experiment gained, from the explored slice: a uniform sample whatever the policy is. */
import type { Report } from '@driftline/client/wire';
import type { StoreReader } from '../store/store.ts';
import type { Ends } from './intervals.ts';
import { type AskedRange, decisionPages, keptRange, type Subject, subjectOf } from './pages.ts';
import { scoreOf } from './score.ts';
import { type SliceEstimates, Slices } from './slices.ts';

const METHODS = {
  wilson:
    "95% confidence intervals: Wilson's method for rewards with two values, over parts of the range, so that drift does not widen them.",
  student:
    "95% confidence intervals: Student's method, over parts of the range, so that drift does not widen them.",
} as const;

function endsOf({ config }: Subject): Ends | undefined {
  const { values } = config.reward;
  return 'min' in values ? { min: values.min, max: values.max } : undefined;
}

/** What a reader of the report has to know beside its numbers. */
interface Counts {
  explored: number;
  restricted: number;
  waiting: number;
}

function notesOf(estimates: SliceEstimates, counts: Counts, { config }: Subject): string[] {
  const notes: string[] = [METHODS[estimates.method]];
  const few = config.arms.filter((_, arm) => estimates.arms[arm] === null).map(({ key }) => key);
  if (estimates.uniform === null)
    notes.push(
      `Too few explored decisions to estimate the gain: ${counts.explored} rewards of explored decisions, but ${estimates.fewest} are needed${config.explore === 0 ? '; explore is 0, so there will never be more' : ''}.`,
    );
  else if (few.length > 0)
    notes.push(
      `Too few explored rewards (fewer than ${estimates.fewest}) for these arms: ${few.join(', ')}.`,
    );
  if (estimates.policy === null)
    notes.push(
      `The policy has fewer than ${estimates.fewest} rewards for the decisions that it made itself.`,
    );
  if (config.reward.missing === null)
    notes.push(
      'Decisions without a reward are left out. If a missing reward carries information, such as no click, set reward.missing.',
    );
  if (counts.waiting > 0) notes.push(`${counts.waiting} decisions of the range are pending.`);
  if (counts.restricted > 0)
    notes.push(
      `${counts.restricted} explored decisions were limited to some arms (only, exclude). The baseline is limited to the same arms.`,
    );
  return notes;
}

/** @param asked - numbers of decisions; all that is kept unless given, at most the last million */
export async function report(
  reader: StoreReader,
  key: string,
  asked: AskedRange = {},
): Promise<Report> {
  const subject = await subjectOf(reader, key);
  const range = await keptRange(reader, subject, asked);
  const slices = new Slices(range, subject.config.arms.length, endsOf(subject));
  const counts: Counts = { explored: 0, restricted: 0, waiting: 0 };
  for await (const page of decisionPages(reader, subject.row.id, range)) {
    for (const both of page) {
      const { decision, outcome } = both;
      if (decision.reason === 'imported') continue;
      const score = scoreOf(both, subject);
      if (score === undefined) {
        if (outcome === undefined && decision.number >= subject.row.swept) counts.waiting += 1;
        continue;
      }
      const explored = decision.reason === 'explored';
      slices.add(decision.number, decision.arm, explored, score);
      if (!explored) continue;
      counts.explored += 1;
      if (decision.eligible !== null) counts.restricted += 1;
    }
  }
  const estimates = slices.estimates();
  return {
    key,
    ...range,
    silence: subject.config.reward.missing === null ? 'left out' : 'missing',
    arms: subject.config.arms.map((arm, i) => ({ key: arm.key, explored: estimates.arms[i] })),
    uniform: estimates.uniform,
    policy: estimates.policy,
    gain: estimates.gain,
    notes: notesOf(estimates, counts, subject),
  };
}
