/** A service whose clock is ahead at one start and right at the next, killed in between: what becomes of decisions. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceWarning } from '@driftline/client/wire';
import { exported, send, stateOf } from './client.ts';
import { ServiceProcess } from './service-process.ts';

/** Decisions of `quick` are overdue within the trial, those of `slow` are not. */
const TIMEOUTS = { quick: '2s', slow: '1h' } as const;
type Key = keyof typeof TIMEOUTS;

export interface ClockTrialOptions {
  readonly data: string;
  /** The command's file; the workspace's own unless given. */
  readonly program?: string;
  /** The environment of a service whose clock is ahead, and of one whose clock is right. */
  readonly env: { readonly ahead: Record<string, string>; readonly right: Record<string, string> };
  /** Decisions of each experiment while the clock is ahead; half of them get a reward at once. */
  readonly decisions: number;
  /** Seconds for decisions to be closed. */
  readonly patience: number;
  /** Seconds before the rewards of `slow` come: after a minute, overdue decisions would be closed. */
  readonly rest?: number;
}

export interface ClockFindings {
  /** How many requests were refused after the clock was right again. */
  readonly refused: number;
  /** Decisions of `quick` that still wait, and its rewards that the policy counted. */
  readonly waiting: number;
  readonly counted: number;
  /** What became of the rewards of `slow`: of decisions from before the clock was ahead, and from then. */
  readonly slow: readonly string[];
  readonly codes: readonly string[];
  readonly note: string | undefined;
  /** Whether times of decisions never go back. */
  readonly inOrder: boolean;
}

async function create(address: string, key: Key): Promise<void> {
  await send(address, 'PUT', `v1/experiments/${key}`, {
    arms: [{ key: 'blue' }, { key: 'green' }],
    policy: { type: 'ucb1' },
    reward: { min: 0, max: 1, timeout: TIMEOUTS[key], ...(key === 'quick' ? { missing: 0 } : {}) },
  });
}

async function decide(address: string, key: Key): Promise<string> {
  const answered = await send(address, 'POST', `v1/experiments/${key}/decisions`, {});
  const body = answered?.body as { decisionId?: string } | undefined;
  return body?.decisionId ?? '';
}

async function reward(address: string, id: string): Promise<string> {
  const answered = await send(address, 'POST', `v1/decisions/${id}/reward`, { value: 1 });
  const body = answered?.body as { status?: string | number } | undefined;
  return String(body?.status);
}

/** Waits until nothing waits for its timeout, but not for ever; returns how many still do. */
async function settled(address: string, key: Key, seconds: number): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { pending } = await stateOf(address, key);
    if (pending === 0 || tries >= 4 * seconds) return pending;
    await sleep(250);
  }
}

async function inOrder(address: string, key: Key): Promise<boolean> {
  let last = '';
  for await (const { time } of exported(address, key)) {
    if (time < last) return false;
    last = time;
  }
  return true;
}

/** Plays while the clock is ahead; returns the ids of decisions of `slow` that have no reward. */
async function playAhead(address: string, decisions: number): Promise<string[]> {
  await create(address, 'quick');
  const open: string[] = [];
  for (let i = 0; i < decisions; i++) {
    const quick = await decide(address, 'quick');
    if (i % 2 === 0) await reward(address, quick);
    const slow = await decide(address, 'slow');
    if (i % 2 === 0) await reward(address, slow);
    else open.push(slow);
  }
  return open;
}

async function findings(
  address: string,
  ids: readonly string[],
  { patience, rest = 0 }: ClockTrialOptions,
): Promise<ClockFindings> {
  const answers = [await decide(address, 'quick'), await decide(address, 'slow')];
  const waiting = await settled(address, 'quick', patience);
  const { arms, warnings } = await stateOf(address, 'quick');
  await sleep(1000 * rest);
  const slow: string[] = [];
  for (const id of ids) slow.push(await reward(address, id));
  const ready = (await send(address, 'GET', 'readyz'))?.body as { note?: string } | undefined;
  return {
    refused: answers.filter((id) => id === '').length,
    waiting,
    counted: arms.reduce((sum, { observed }) => sum + observed, 0),
    slow: [...new Set(slow)],
    codes: (warnings as readonly ServiceWarning[]).map(({ code }) => code),
    note: ready?.note,
    inOrder: (await inOrder(address, 'quick')) && (await inOrder(address, 'slow')),
  };
}

/** Plays the trial. */
export async function clockTrial(options: ClockTrialOptions): Promise<ClockFindings> {
  const { data, program, env, decisions } = options;
  const start = (env: Record<string, string>) =>
    ServiceProcess.listening({ data, env, ...(program === undefined ? {} : { program }) });
  const first = await start(env.right);
  await create(first.address, 'slow');
  const before = await decide(first.address, 'slow');
  await first.kill();
  const ahead = await start(env.ahead);
  const open = await playAhead(ahead.address, decisions);
  await ahead.kill();
  const right = await start(env.right);
  try {
    return await findings(right.address, [before, ...open], options);
  } finally {
    await right.kill();
  }
}
