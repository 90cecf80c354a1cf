/** Checks that the experiment which `driftline advise` writes for the decision service is the advice. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Advice,
  type Candidate,
  isRefused,
  SERVICE_POLICIES,
  type ServiceBody,
  serviceExperiment,
} from '@driftline/advice';
import { createPolicyFromSpec, randomStream } from '@driftline/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driftline } from './driftline.ts';
import { type StartedService, startService } from './started-service.ts';

const START = Date.UTC(2025, 0, 1);
const TEN_MINUTES = 600_000;

/** Rows of a log with three arms by lot. */
function logOf(rows: number, reward: (row: number, arm: number, luck: () => number) => string) {
  const random = randomStream(11, 0);
  const luck = () => random.uniform();
  const lines = Array.from({ length: rows }, (_, row) => {
    const arm = Math.floor(3 * luck());
    return `${new Date(START + row * TEN_MINUTES).toISOString()},${'ABC'[arm]},${reward(row, arm, luck)}`;
  });
  return `timestamp,variant,revenue\n${lines.join('\n')}\n`;
}

/** Amounts of money; one arm loses its lead in the middle. */
const JUMPING = logOf(3000, (row, arm, luck) => {
  const mean = arm === 1 && row > 1500 ? 8 : [10, 10.5, 9][arm];
  return (mean + 3.5 * (luck() + luck() + luck() + luck() - 2)).toFixed(2);
});
/** Conversions, of which a decision without one says nothing. */
const SILENT = logOf(900, (_, arm, luck) => (luck() < [0.2, 0.3, 0.5][arm] ? '1' : ''));
/** Amounts with heavy tails. */
const HEAVY = logOf(900, (_, arm, luck) => ((arm + 1) / luck() ** 0.55).toFixed(3));

interface Shown {
  readonly policy: { readonly type: string; readonly params: Readonly<Record<string, number>> };
  readonly memory: { readonly decisions: number } | null;
  readonly reward: Readonly<Record<string, unknown>>;
}

/** An experiment, a decision or a problem. */
interface Answered extends Shown {
  readonly decisionId?: string;
}

const folder = mkdtempSync(join(tmpdir(), 'driftline-advised-'));
let folders = 0;

function newFolder(): string {
  const path = join(folder, String(folders++));
  mkdirSync(path);
  return path;
}

let service: StartedService;

async function send(method: string, path: string, body: unknown) {
  const response = await fetch(`${service.address}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: Answered = JSON.parse(await response.text());
  return { status: response.status, body: answer };
}

let made = 0;

async function created(
  body: ServiceBody,
): Promise<{ readonly key: string; readonly shown: Shown }> {
  const key = `advised-${made++}`;
  const answer = await send('PUT', `/v1/experiments/${key}`, body);
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ key })]);
  return { key, shown: answer.body };
}

/** The parameters of a policy, as the service shows them in three places. */
function paramsOf({ policy, memory, reward }: Shown): Record<string, unknown> {
  const { center, scale } = reward;
  return {
    ...policy.params,
    ...(memory === null ? {} : { window: memory.decisions }),
    ...(center === undefined ? {} : { center, scale }),
  };
}

/** The parameters with the published scale, which need not be written. */
function withScale({ policy, params, spec }: Candidate): Record<string, number> {
  const hasScale = 'scale' in createPolicyFromSpec(spec, { armCount: 2 }).params;
  return hasScale && SERVICE_POLICIES[policy].includes('scale') ? { scale: 1, ...params } : params;
}

beforeAll(async () => {
  service = await startService(newFolder());
});

afterAll(() => {
  service.end();
  rmSync(folder, { recursive: true });
});

describe.each<[string, string, readonly string[], string, number | undefined]>([
  ['amounts with a step', JUMPING, [], '1000', undefined],
  ['conversions with silence as 0', SILENT, ['--missing', 'zero'], '100', 0],
  ['amounts with heavy tails', HEAVY, ['--attribution', '2d'], '100', undefined],
])('service.json of a log of %s', (_, log, flags, horizon, missing) => {
  let advice: Advice;
  let body: ServiceBody;
  let page: string;

  beforeAll(() => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'log.csv'), log);
    const asked = ['--horizon', horizon, '--values', 'none', '--out', 'advice'];
    const outcome = driftline(['advise', 'log.csv', ...flags, ...asked], { cwd });
    expect(outcome.code).toBe(0);
    page = outcome.stdout.replaceAll(/\s+/g, ' ');
    const read = (name: string) => JSON.parse(readFileSync(join(cwd, 'advice', name), 'utf8'));
    [advice, body] = [read('advice.json'), read('service.json')];
  });

  test('runs the policy and the parameters that the page recommends', async () => {
    if (isRefused(advice.advice)) throw new Error('there is advice');
    const { policy } = advice.advice;
    const { shown } = await created(body);
    expect(shown.policy.type).toBe(policy);
    expect(page).toContain(policy);
    const expected = policy in SERVICE_POLICIES ? withScale(advice.advice) : {};
    expect({ scale: 1, ...paramsOf(shown) }).toEqual({ scale: 1, ...expected });
    expect(shown.reward.missing).toBe(missing);
    if (flags.includes('--attribution')) expect(shown.reward.timeout).toBe('2d');
  });

  test('could run each of the candidates, or says why not', async () => {
    if (isRefused(advice.advice)) throw new Error('there is advice');
    const facts = { rewards: [0, 50] as const, isBinary: false };
    for (const candidate of advice.advice.candidates) {
      const asked = { ...advice, advice: { ...advice.advice, ...candidate } };
      const found = serviceExperiment(asked, facts);
      if (found === undefined) throw new Error('there is a body');
      const { shown } = await created(found.body);
      if (candidate.policy in SERVICE_POLICIES) {
        expect([found.instead, shown.policy.type]).toEqual([undefined, candidate.policy]);
        expect(paramsOf(shown)).toEqual(withScale(candidate));
      } else {
        expect(found.instead).toContain(`cannot run ${candidate.spec}`);
        expect(shown.policy.type).toBe('auto');
      }
    }
  });

  test('accepts a reward larger than any of the log', async () => {
    const { key } = await created(body);
    const column = log.trim().split('\n').slice(1);
    const largest = Math.max(...column.map((line) => Number(line.split(',')[2])));
    const decided = await send('POST', `/v1/experiments/${key}/decisions`, { unit: 'u' });
    const value = missing === 0 ? 1 : 1.9 * largest;
    const rewarded = await send('POST', `/v1/decisions/${decided.body.decisionId}/reward`, {
      value,
    });
    expect([rewarded.status, rewarded.body]).toEqual([200, expect.anything()]);
  });
});

test('advice knows the policies of the service and their parameters', async () => {
  for (const [type, params] of Object.entries(SERVICE_POLICIES)) {
    const answer = await send('PUT', '/v1/experiments/none', {
      arms: [{ key: 'a' }],
      policy: { type, params: { unheard: 1 } },
      reward: { min: 0, max: 1, timeout: '1d' },
    });
    expect(answer.status).toBe(400);
    const said = JSON.stringify(answer.body);
    expect(said).toContain(`${type} has no parameter`);
    for (const name of params) expect(said).toContain(name);
  }
  const listed = await fetch(`${service.address}/v1/policies`);
  const { policies }: { readonly policies: readonly { readonly type: string }[] } = JSON.parse(
    await listed.text(),
  );
  expect(policies.map(({ type }) => type)).toEqual(Object.keys(SERVICE_POLICIES));
});
