/** What a guide asks of an experiment: blind choice, and those whom it names. */
import { suggestion } from '@driftline/core/spec';
import { UNIFORM } from '../../play/contestants.ts';
import type { GuideFocus } from '../landscape/guide/focus.ts';
import type { Issue } from './issues.ts';
import type { PlannedEnvironment } from './plan-environments.ts';
import type { PlannedPolicy } from './plan-policies.ts';
import type { Experiment } from './schema.ts';

const PLACE = ['outputs', 'guide'] as const;

/** A list of names, each of which must be one of some. */
function checkNames(
  key: keyof GuideFocus,
  names: readonly string[],
  known: readonly string[],
  what: string,
  refuse: (issue: Issue) => void,
): void {
  names.forEach((name, i) => {
    if (known.includes(name)) return;
    const path = [...PLACE, key, ...(key === 'subject' ? [] : [i])];
    refuse({ path, text: `must be one of the ${what}; got '${name}'; ${suggestion(name, known)}` });
  });
}

/** Scores are shares of what blind choice loses, so it has to play too; and who is named has to play. */
export function checkGuide(
  { outputs: { guide }, tuning }: Experiment,
  policies: readonly PlannedPolicy[],
  environments: readonly PlannedEnvironment[],
  refuse: (issue: Issue) => void,
): void {
  if (!guide) return;
  const specs = policies.map(({ spec }) => spec);
  if (!specs.includes(UNIFORM)) {
    const text = `must be false unless ${UNIFORM} is among the policies, because scores are relative to its regret`;
    refuse({ path: [...PLACE], text });
  }
  if (guide === true) return;
  const { subject, rivals = [], tunedRivals = [], core = [] } = guide;
  checkNames('subject', subject === undefined ? [] : [subject], specs, 'policies', refuse);
  checkNames('rivals', rivals, specs, 'policies', refuse);
  checkNames('tunedRivals', tunedRivals, specs, 'policies', refuse);
  const situations = environments.map(({ request, name }) => request.situation ?? name);
  checkNames('core', core, [...new Set(situations)], 'situations', refuse);
  if (tunedRivals.length > 0 && tuning === undefined) {
    const text = 'must be left out if nothing is tuned; add tuning: equal-effort to use it';
    refuse({ path: [...PLACE, 'tunedRivals'], text, atKey: true });
  }
}
