/** A state without the beginning of its log: what is configured, and a policy that went through what is kept. */
import type { ReviseBody } from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { ChangeRow, ExperimentRow } from '../model/rows.ts';
import { readEvent } from './damage.ts';
import { ExperimentFold } from './experiment-fold.ts';
import { Recent } from './recent.ts';
import type { Replay } from './replay.ts';

/** The state at the end of a log of which decisions were deleted; its next event must be this revision. */
export function assembledFold(row: ExperimentRow, replay: Replay): ExperimentFold {
  const { status, revision, head, next, swept, at } = row;
  const config = JSON.parse(row.config) as ExperimentConfig;
  const idle = { since: at, slots: 0 };
  const known = { config, status, revision, head, next, swept, at, idle, revised: 0 };
  const facts = replay.clock === undefined ? known : { ...known, clock: replay.clock };
  return new ExperimentFold(facts, replay.course, new Recent());
}

/** What a change of kind `revise` asks for; undefined for all others. */
export function revisionAsked({ seq, kind, body }: ChangeRow): ReviseBody | undefined {
  return kind === 'revise' ? readEvent(seq, () => JSON.parse(body)) : undefined;
}
