/** What happened to an experiment on its way, for those who look at its history. */
import type { HistoryMark } from '@driftline/client/wire';
import { type Change, changeOf } from '../model/changes.ts';
import type { ChangeRow, DecisionRow } from '../model/rows.ts';

type Named = Pick<HistoryMark, 'kind' | 'text'>;

const CAUSES = {
  policy: 'a new policy or memory',
  retire: 'an arm was retired',
  slots: 'the policy reached its largest slot number',
  numbers: 'a new version computes differently',
  rebuild: 'the state was rebuilt',
} as const;

const CLOCK_WORDS = {
  behind: 'the clock was set back; the log continued from its last time',
  step: 'time advanced by more than the timeout plus one hour; overdue decisions stayed open for a while',
  accepted: 'the clock was accepted; overdue decisions were closed',
  corrected: 'the time of the log was corrected',
} as const;

const ARM_WORDS = { active: 'active', paused: 'paused', retired: 'retired' } as const;

/** The policy as it was before a change, so that the text can say what changed. */
interface Before {
  policy: string;
  explore: number;
}

function textOfConfig(before: Before, policy: string, explore: number): string {
  const parts = [
    ...(policy === before.policy ? [] : [`policy ${policy}`]),
    ...(explore === before.explore ? [] : [`explore ${explore}`]),
  ];
  before.policy = policy;
  before.explore = explore;
  return parts.length === 0 ? 'settings changed' : `changed to ${parts.join(', ')}`;
}

function named(change: Change, before: Before): Named | undefined {
  switch (change.kind) {
    case 'create': {
      const { policy, explore, arms } = change.body.config;
      textOfConfig(before, policy.type, explore);
      return { kind: 'created', text: `created with ${arms.length} arms, policy ${policy.type}` };
    }
    case 'config': {
      const { policy, explore } = change.body;
      return { kind: 'changed', text: textOfConfig(before, policy.type, explore) };
    }
    case 'status':
      return { kind: 'status', text: change.body.status };
    case 'arm': {
      const { key, state } = change.body.arm;
      return { kind: 'arm', text: `arm ${key} is ${ARM_WORDS[state]}` };
    }
    case 'revise': {
      const { from, cause } = change.body;
      return { kind: 'revised', text: `policy rebuilt from decision ${from}: ${CAUSES[cause]}` };
    }
    case 'restart':
      return { kind: 'restart', text: 'the policy detected a change and restarted' };
    case 'clock':
      return { kind: 'clock', text: CLOCK_WORDS[change.body.cause] };
    default:
      return undefined;
  }
}

/** Changes on their way to marks: each stands at the first decision after it. */
export class Marks {
  readonly #rows: readonly ChangeRow[];
  readonly #numbers: number[] = [];

  constructor(rows: readonly ChangeRow[]) {
    this.#rows = rows;
  }

  /** Takes the decisions in order. */
  see({ seq, number }: DecisionRow): void {
    for (;;) {
      const row = this.#rows.at(this.#numbers.length);
      if (row === undefined || row.seq > seq) return;
      this.#numbers.push(number);
    }
  }

  /** @param next - the number of the decision that comes after all that were seen */
  toWire(next: number): HistoryMark[] {
    const before: Before = { policy: '', explore: Number.NaN };
    return this.#rows.flatMap((row, place) => {
      const found = named(changeOf(row), before);
      if (found === undefined) return [];
      const at = new Date(row.at).toISOString();
      return [{ number: this.#numbers[place] ?? next, at, ...found }];
    });
  }
}
