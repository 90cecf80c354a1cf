/** What became of the last look at the service. */
import { type Signal, signal } from '@preact/signals';
import type { Answer } from '../api/request.ts';
import type { Trouble } from '../api/trouble.ts';

/** Why what is shown may be old; undefined where it is fresh. */
export const trouble = signal<Trouble | undefined>(undefined);

/** When the service answered last; undefined before it ever did. */
export const lastAnswer = signal<Date | undefined>(undefined);

/** The answer itself, or undefined and its trouble noted. */
export function take<T>(answer: Answer<T>): T | undefined {
  if ('trouble' in answer) {
    trouble.value = answer.trouble;
    return undefined;
  }
  trouble.value = undefined;
  lastAnswer.value = new Date();
  return answer.ok;
}

/** Leaves a value alone that is the same as before: nothing is drawn anew for it. */
export function settle<T>(place: Signal<T>, value: T): void {
  if (JSON.stringify(place.peek()) !== JSON.stringify(value)) place.value = value;
}
