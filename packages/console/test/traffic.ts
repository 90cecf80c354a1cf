/** An application: asks for decisions, and rewards them by means that it knows and the service does not. */
import type { BatchAnswer, BatchOperation, Decision } from '@driftline/client/wire';

/** Numbers from 0 to 1 that look random (Park and Miller). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The mean of an arm at a time from 0 to 1. */
export type Means = (arm: string, time: number) => number;

async function send(address: string, operations: readonly BatchOperation[]): Promise<BatchAnswer> {
  const response = await fetch(new URL('v1/batch', address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ operations }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as BatchAnswer;
}

function isDecision(answer: BatchAnswer['results'][number]): answer is { ok: Decision } {
  return 'ok' in answer && 'propensity' in answer.ok;
}

/** @param size - how many decisions are asked for before the first of them is rewarded */
export async function play(
  address: string,
  key: string,
  decisions: number,
  means: Means,
  size = 50,
): Promise<void> {
  const random = noise(11);
  for (let done = 0; done < decisions; done += size) {
    const asked = Array.from({ length: Math.min(size, decisions - done) }, () => ({ decide: key }));
    const { results } = await send(address, asked);
    const rewards = results
      .filter(isDecision)
      .flatMap(({ ok: { decisionId, arm } }) =>
        decisionId === null
          ? []
          : [{ reward: decisionId, value: random() < means(arm, done / decisions) ? 1 : 0 }],
      );
    if (rewards.length > 0) await send(address, rewards);
  }
}
