/** What was learned elsewhere: settled decisions before the first one of the experiment's own. */
import type { ImportAnswer, ImportLine } from '@driftline/client/wire';
import { countsOnArrival, placeOf } from '../model/configuration.ts';
import { invalid, ProblemError } from '../model/problems.ts';
import type { DecisionRow } from '../model/rows.ts';
import type { Session } from './session.ts';
import { checkValue, demandNotArchived } from './settle.ts';

interface ReadLine {
  readonly place: number;
  readonly value: number;
}

function readLine(session: Session, { arm, value }: ImportLine, line: number): ReadLine {
  const { config } = session.fold;
  const place = placeOf(config, arm);
  if (place === undefined || config.arms[place].state === 'retired') {
    invalid(`/${line}/arm`, `the experiment has no arm "${arm}" that is not retired`);
  }
  checkValue(value, config.reward.values, `/${line}/value`);
  return { place, value: value === 0 ? 0 : value };
}

function checkImport({ fold, setting }: Session, count: number): void {
  const { importLines } = setting.limits;
  if (fold.facts.next > 0) {
    throw new ProblemError(
      'conflict',
      `the experiment has made or imported ${fold.facts.next} decisions; import before the first decision`,
    );
  }
  if (count > importLines) {
    throw new ProblemError(
      'too-large',
      `an import can have at most ${importLines} lines; got ${count}; import only the last ones, which count most`,
    );
  }
}

/** All lines or none: each is a decision with its reward, closed at once. */
export function importLines(
  session: Session,
  lines: readonly ImportLine[],
  by: string,
): ImportAnswer {
  demandNotArchived(session);
  checkImport(session, lines.length);
  const read = lines.map((line, i) => readLine(session, line, i));
  const { fold, at } = session;
  for (const { place, value } of read) {
    fold.age(at);
    const { slot } = fold.policy;
    const number = fold.facts.next;
    const row: DecisionRow = {
      number,
      seq: session.seq,
      at,
      deadline: at,
      slot,
      arm: place,
      reason: 'imported',
      propensity: null,
      ticket: 0,
      eligible: null,
      request: null,
      unit: null,
      context: null,
      digest: null,
    };
    session.decide(row);
    session.settle(row, { number, seq: session.seq, at, kind: 'reward', value, by });
  }
  if (read.length > 0 && !countsOnArrival(fold.config)) {
    session.change('sweep', { through: read.length, closed: read.length }, 'service');
  }
  return { imported: read.length };
}
