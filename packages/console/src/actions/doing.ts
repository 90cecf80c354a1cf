/** The action that is about to be taken, and the result of the last one. */
import type { ChangedExperiment } from '@driftline/client/wire';
import { sentenceOf } from '@driftline/page-kit/widgets';
import { signal } from '@preact/signals';
import type { Answer } from '../api/request.ts';
import { experiment, lookAtOne } from '../data/one.ts';
import { route } from '../state/route.ts';
import type { ArmAction } from '../words/consequences.ts';

export type Doing =
  | { readonly what: 'status'; readonly action: 'pause' | 'resume' | 'archive' }
  | { readonly what: 'change' }
  | { readonly what: 'add-arm' }
  | { readonly what: 'arm'; readonly action: ArmAction; readonly arm: string };

/** The dialog that is open. */
export const doing = signal<Doing | undefined>(undefined);

/** What the last change did, in sentences. */
export const done = signal<readonly string[]>([]);

/** An effect as a sentence; one that begins with the key of an arm leaves that as it is. */
function effectSentence(effect: string, { arms }: ChangedExperiment): string {
  const isNamed = arms.some(({ key }) => effect.startsWith(`${key} `));
  return isNamed ? `${effect}.` : sentenceOf(effect);
}

/**
 * Shows at once what a change did.
 *
 * @returns what went wrong; undefined where it was done
 */
export async function carryOut(
  what: string,
  asked: Promise<Answer<ChangedExperiment>>,
): Promise<string | undefined> {
  const answer = await asked;
  if ('trouble' in answer) return answer.trouble.message;
  const { effects, ...changed } = answer.ok;
  experiment.value = changed;
  doing.value = undefined;
  done.value = [what, ...effects.map((effect) => effectSentence(effect, answer.ok))];
  void lookAtOne(changed.key, () => {
    const now = route.peek();
    return now.view === 'experiment' && now.key === changed.key;
  });
  return undefined;
}
