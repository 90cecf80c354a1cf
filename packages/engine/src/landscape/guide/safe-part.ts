/** The part on one policy for everything: the least worst case, and the least mean rank. */
import { counted, formatFixed } from '../../figures/numbers.ts';
import { equalsOf, type SuiteSummary, summariesOf, worstValues } from '../analysis.ts';
import type { Landscape, Suite } from '../suite.ts';
import {
  type GuidePart,
  least,
  membersOf,
  nameOf,
  namesOf,
  type PolicyClass,
  shareText,
  shareWithInterval,
  TOLD,
  UNTOLD,
} from './words.ts';

/** Who is safest among policies of a class, and who can't be told from that one. */
export interface SafeChoice {
  readonly summary: SuiteSummary;
  /** Rows whose worst case can't be told from it. */
  readonly equals: readonly number[];
}

/** Who has the least worst case of some rows. */
export function safest(suite: Suite, rows: readonly number[]): SafeChoice | undefined {
  const summaries = summariesOf(suite).filter(({ row }) => rows.includes(row));
  const summary = least(summaries, ({ worst }) => worst.score.mean);
  if (summary === undefined) return undefined;
  const values = summaries.map((each) => worstValues(suite, each));
  const equals = equalsOf(values, summaries.indexOf(summary)).map((i) => summaries[i].row);
  return { summary, equals };
}

function apartFrom(suite: Suite, equals: readonly number[]): string {
  return equals.length === 0
    ? ''
    : ` It can’t be told apart from that of ${namesOf(suite, equals)}.`;
}

/** A policy whose rule is in doubt is never recommended, yet named where it would lead. */
function markedLeader(suite: Suite, group: PolicyClass, safe: SafeChoice): string {
  const leader = safest(suite, membersOf(suite, group, true));
  if (leader === undefined || leader.summary.row === safe.summary.row) return '';
  const { row, worst } = leader.summary;
  return ` ${nameOf(suite.rows[row])} has ${shareText(worst.score.mean)}, but a policy with such a mark is not recommended.`;
}

function worstSentence(suite: Suite, group: PolicyClass, safe: SafeChoice): string {
  const { row, worst } = safe.summary;
  const count = membersOf(suite, group, true).length;
  const where = suite.columns[worst.column].name;
  return `${group.words} (${counted(count, 'policy', 'policies')}), ${nameOf(suite.rows[row])} has the least worst case: ${shareWithInterval(worst.score)} of what blind choice loses, in “${where}”.${apartFrom(suite, safe.equals)}${markedLeader(suite, group, safe)}`;
}

function rankSentence(suite: Suite, group: PolicyClass, safe: SafeChoice): string {
  const members = membersOf(suite, group, false);
  const rank = (row: number) => suite.ranking.policies[row].meanRank;
  const leader = least(members, rank);
  const { overall } = suite.ranking;
  if (leader === undefined) return '';
  const who = leader === safe.summary.row ? 'It also has' : `${nameOf(suite.rows[leader])} has`;
  const total = suite.ranking.policies.length;
  const near =
    overall === undefined
      ? []
      : members.filter(
          (row) => row !== leader && rank(row) - rank(leader) <= overall.criticalDifference,
        );
  const doubt =
    near.length === 0
      ? ''
      : `; over worlds like these it can’t be told apart from ${namesOf(suite, near)} (Nemenyi)`;
  return `${who} the least mean rank among them, ${formatFixed(rank(leader), 1)} of ${total}${doubt}.`;
}

function safeSentences(suite: Suite): string[] {
  return [UNTOLD, TOLD].flatMap((group) => {
    const safe = safest(suite, membersOf(suite, group, false));
    if (safe === undefined) return [];
    return [`${worstSentence(suite, group, safe)} ${rankSentence(suite, group, safe)}`];
  });
}

/** Over everything, as written and tuned. */
export function safePart({ written, tuned }: Landscape): GuidePart {
  const after = tuned === undefined ? [] : safeSentences(tuned);
  return {
    heading: 'If one policy has to do for everything',
    sentences: [
      ...safeSentences(written),
      ...after.map(
        (sentence) =>
          `After equal-effort tuning: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,
      ),
    ],
  };
}
