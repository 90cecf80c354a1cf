/** What a strict compiler has to understand of the package, with a page's types. */
import {
  type Choice,
  ClientError,
  type ClientProblem,
  Driftline,
  type Outcome,
  type RewardStorage,
  type Undelivered,
} from '@driftline/client';
import type { Decision, NewExperiment } from '@driftline/client/wire';

const storage: RewardStorage = localStorage;
const driftline = new Driftline({
  url: 'https://decide.example',
  key: 'dl_key',
  maxWaiting: 100,
  storage,
  fetch,
  onProblem: (problem: ClientProblem) => console.warn(problem.code, problem.problem?.status),
});

export async function use(): Promise<[Choice, Outcome, number]> {
  const choice = await driftline.decide('checkout', {
    fallback: 'blue',
    context: { page: [1, null] },
  });
  if (choice.reason === 'fallback') throw new ClientError('none', 'parameter-out-of-range');
  return [choice, await choice.reward(1), driftline.pending];
}

interface Button {
  readonly color: string;
  readonly sizes?: readonly number[];
}

export async function colorOf(): Promise<string> {
  const { payload, reason } = await driftline.decide<Button>('checkout', { fallback: 'blue' });
  // @ts-expect-error: a fallback has no payload, and an arm may have none
  void payload.color;
  // @ts-expect-error: a button has no weight
  void payload?.weight;
  return reason === 'fallback' ? 'gray' : (payload?.color ?? 'gray');
}

export async function lost(): Promise<readonly string[]> {
  const left: readonly Undelivered[] = await driftline.flush();
  // @ts-expect-error: what is left is a list, not its length
  if (left > 0) return [];
  return left.map((each) => {
    if (each.kind === 'unreadable') return each.kind;
    return each.kind === 'unit-reward' ? `${each.experiment} ${each.unit}` : each.decisionId;
  });
}

export const experiment: NewExperiment = {
  arms: [{ key: 'red', payload: { color: '#f00' } }, { key: 'blue' }],
  reward: { min: 0, max: 1, timeout: '30m' },
};

// @ts-expect-error: a fallback is needed
void driftline.decide('checkout', { unit: 'u' });

export function armOf({ arm }: Decision): string {
  return arm;
}
