/** The web provider without a page: contexts that change, and a service that goes away, is slow, or loses answers. */
import { randomUUID } from 'node:crypto';
import { OpenFeature, ProviderEvents, ProviderStatus } from '@openfeature/web-sdk';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeService, problem } from '../../client/test/fake-service.ts';
import { DriftlineWebProvider, type DriftlineWebProviderOptions } from '../src/web/provider.ts';

let service: FakeService;
let domain: string;
let provider: DriftlineWebProvider;

beforeEach(async () => {
  service = await FakeService.start();
  domain = randomUUID();
});
afterEach(async () => {
  service.release();
  await provider.onClose();
  await service.stop();
});

/** Longer than any test takes. */
const PATIENT = 3_600_000;

function make(options: Partial<DriftlineWebProviderOptions> = {}): DriftlineWebProvider {
  provider = new DriftlineWebProvider({
    url: service.url,
    experiments: ['a', 'b'],
    timeout: PATIENT,
    onProblem: () => {},
    ...options,
  });
  return provider;
}

const client = () => OpenFeature.getClient(domain);
const name = (targetingKey: string, more = {}) =>
  OpenFeature.setContext(domain, { targetingKey, ...more });
const set = () => OpenFeature.setProviderAndWait(domain, provider);
const details = (flag: string) => client().getObjectDetails(flag, { color: 'none' });

/** What became of decisions, by their units. */
function outcomes(): (readonly [string | undefined, number | 'cancel' | undefined])[] {
  return service.decisions.map(({ unit, outcome }) => [unit, outcome]);
}

test('all listed flags are decided in one request, with what is logged of the context', async () => {
  make({ logged: ['plan'] });
  await name('u', { plan: 'free', email: 'u@example.org' });
  await set();
  expect(service.requests).toHaveLength(1);
  const { operations } = JSON.parse(service.requests[0].body);
  const asked = { unit: 'u', context: { plan: 'free' }, idempotencyKey: expect.any(String) };
  expect(operations).toEqual([
    { decide: 'a', ...asked },
    { decide: 'b', ...asked },
  ]);
  expect(details('a')).toMatchObject({
    value: { color: 'red' },
    variant: 'red',
    reason: 'SPLIT',
    flagMetadata: { decisionId: 'd_0', decidedBy: 'policy' },
  });
});

test('a flag that is not listed is not found, and nothing is decided for nobody', async () => {
  make();
  await OpenFeature.setContext(domain, {});
  await set();
  expect(details('a')).toMatchObject({ errorCode: 'TARGETING_KEY_MISSING' });
  expect(details('c')).toMatchObject({ errorCode: 'FLAG_NOT_FOUND', value: { color: 'none' } });
  expect(service.requests).toEqual([]);
  await name('u');
  expect(details('a')).toMatchObject({ reason: 'SPLIT' });
  await OpenFeature.setContext(domain, {});
  expect(details('b')).toMatchObject({ errorCode: 'TARGETING_KEY_MISSING' });
  await expect.poll(outcomes).toEqual([
    ['u', undefined],
    ['u', 'cancel'],
  ]);
});

test('before it is ready a flag is its default', async () => {
  make();
  service.faults.push('hold');
  await name('u');
  const setting = set();
  expect(details('a')).toMatchObject({ errorCode: 'PROVIDER_NOT_READY', value: { color: 'none' } });
  await service.received(1);
  service.release();
  await setting;
  expect(details('a')).toMatchObject({ value: { color: 'red' } });
});

test('a page that comes into sight while it waits for its decisions does not ask for them twice', async () => {
  const page = new EventTarget();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  onTestFinished(() => void vi.unstubAllGlobals());
  make();
  service.faults.push('hold');
  await name('u');
  const setting = set();
  await service.received(1);
  for (let i = 0; i < 3; i++) page.dispatchEvent(new Event('visibilitychange'));
  service.release();
  await setting;
  details('a');
  await provider.onClose();
  const asked = service.requests.filter(({ body }) => body.includes('"decide"'));
  expect(asked).toHaveLength(1);
  expect(outcomes()).toEqual([
    ['u', undefined],
    ['u', 'cancel'],
  ]);
});

test('another context of the same unit decides nothing', async () => {
  make();
  await name('u', { page: 1 });
  await set();
  await name('u', { page: 2 });
  expect(service.decisions).toHaveLength(2);
});

test('the last context wins, and what was decided for those before is cancelled', async () => {
  make();
  await name('first');
  await set();
  details('a');
  service.faults.push('hold', 'hold');
  const second = name('second');
  await service.received(2);
  const third = name('third');
  await service.received(3);
  // Until the new ones are there, the old ones are shown.
  expect(details('b')).toMatchObject({ flagMetadata: { decisionId: 'd_1' } });
  service.release();
  await Promise.all([second, third]);
  expect(details('a')).toMatchObject({ flagMetadata: { decisionId: 'd_4' } });
  await expect.poll(outcomes).toEqual([
    ['first', undefined],
    ['first', undefined],
    ['second', 'cancel'],
    ['second', 'cancel'],
    ['third', undefined],
    ['third', undefined],
  ]);
});

test('without a service there are defaults; when it is back, so are decisions', async () => {
  make();
  await service.goAway();
  await name('u');
  const statuses: string[] = [];
  for (const event of [ProviderEvents.Error, ProviderEvents.Ready]) {
    client().addHandler(event, () => statuses.push(client().providerStatus));
  }
  await expect(set()).rejects.toThrow('no decision for a');
  expect(client().providerStatus).toBe(ProviderStatus.ERROR);
  expect(details('a')).toMatchObject({ errorCode: 'PROVIDER_NOT_READY', value: { color: 'none' } });
  await service.comeBack();
  await expect.poll(() => client().providerStatus).toBe(ProviderStatus.READY);
  expect(details('a')).toMatchObject({ value: { color: 'red' } });
  expect(statuses).toEqual([ProviderStatus.ERROR, ProviderStatus.READY]);
});

test('decisions that come too late for the start are used when they come', async () => {
  make({ timeout: 20 });
  service.faults.push('hold');
  await name('u');
  await expect(set()).rejects.toThrow('no decisions within 20 ms');
  expect(client().providerStatus).toBe(ProviderStatus.ERROR);
  const changed = new Promise((resolve) =>
    client().addHandler(ProviderEvents.ConfigurationChanged, (event) =>
      resolve(event?.flagsChanged),
    ),
  );
  service.release();
  expect(await changed).toEqual(['a', 'b']);
  expect(client().providerStatus).toBe(ProviderStatus.READY);
});

test('an answer that was lost is asked for again: nothing is decided twice', async () => {
  make();
  service.faults.push('cut after');
  await name('u');
  await expect(set()).rejects.toThrow('no decision for a');
  await expect.poll(() => client().providerStatus).toBe(ProviderStatus.READY);
  expect(service.decisions).toHaveLength(2);
});

test('so it is where the unit has changed since: what was decided for the one before is cancelled', async () => {
  make();
  service.faults.push('cut after');
  await name('u');
  await expect(set()).rejects.toThrow('no decision for a');
  await name('v');
  details('a');
  details('b');
  await provider.onClose();
  expect(outcomes().toSorted()).toEqual([
    ['u', 'cancel'],
    ['u', 'cancel'],
    ['v', undefined],
    ['v', undefined],
  ]);
});

test('an experiment that there is not is not found, whatever becomes of the others', async () => {
  make({ experiments: ['unknown', 'b'] });
  await name('u');
  await set();
  expect(details('unknown')).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' });
  expect(details('b')).toMatchObject({ reason: 'SPLIT' });
});

test('a key that is not taken is fatal', async () => {
  make();
  service.faults.push(problem(401, 'unauthorized'));
  await name('u');
  await expect(set()).rejects.toMatchObject({ code: 'PROVIDER_FATAL' });
  expect(client().providerStatus).toBe(ProviderStatus.FATAL);
});

test('a reward is of what the page shows; of the unit where it lists nothing of the name', async () => {
  const refused: string[] = [];
  make({ onProblem: ({ message }) => refused.push(message) });
  await name('u');
  await set();
  details('a');
  // Another page of the same visitor: by the unit, the reward would go there.
  service.decide('u');
  client().track('a', { value: 0.5 });
  client().track('b', { value: 0.5 });
  client().track('elsewhere');
  await expect.poll(() => outcomes().map(([, outcome]) => outcome)).toEqual([0.5, undefined, 1]);
  expect(refused).toEqual(["track('b') sends no reward: the decision was not shown on this page"]);
});

test('what closes while decisions are under way cancels them', async () => {
  make();
  service.faults.push('hold');
  await name('u');
  const setting = set();
  await service.received(1);
  const closed = provider.onClose();
  service.release();
  await Promise.all([setting, closed]);
  expect(outcomes().map(([, outcome]) => outcome)).toEqual(['cancel', 'cancel']);
});

test('what is held for long without being shown is given back before it expires, and decided anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    // Ten minutes before the decisions of this service expire.
    vi.setSystemTime('2027-01-19T23:50:00.000Z');
    make();
    await name('u');
    await set();
    details('a');
    const changed = new Promise((resolve) =>
      client().addHandler(ProviderEvents.ConfigurationChanged, (event) =>
        resolve(event?.flagsChanged),
      ),
    );
    vi.advanceTimersByTime(479_000);
    expect(client().providerStatus).toBe(ProviderStatus.READY);
    vi.advanceTimersByTime(2000);
    expect(client().providerStatus).toBe(ProviderStatus.STALE);
    expect(await changed).toEqual(['b']);
    expect(client().providerStatus).toBe(ProviderStatus.READY);
    await expect.poll(outcomes).toEqual([
      ['u', undefined],
      ['u', 'cancel'],
      ['u', undefined],
    ]);
    expect(details('a').flagMetadata.decisionId).toBe('d_0');
    expect(details('b').flagMetadata.decisionId).toBe('d_2');
  } finally {
    vi.useRealTimers();
  }
});

/** Numbers from 0 up to, not including, 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
  'of whatever order of units, answers and evaluations, what was shown waits and the rest is cancelled (%i)',
  async (seed) => {
    const random = numbers(seed);
    make();
    await name('u0');
    await set();
    const shown = new Set<string>();
    const changes: Promise<void>[] = [];
    for (let step = 1; step <= 30; step++) {
      const dice = random();
      if (dice < 0.3) {
        if (random() < 0.5) service.faults.push('hold');
        changes.push(name(`u${Math.floor(random() * 3)}`));
      } else if (dice < 0.5) service.release();
      else if (dice < 0.7) await new Promise((resolve) => setImmediate(resolve));
      else {
        const flag = random() < 0.5 ? 'a' : 'b';
        const isAsText = random() < 0.3;
        const { flagMetadata, errorCode } = isAsText
          ? client().getStringDetails(flag, '')
          : details(flag);
        if (errorCode === undefined) shown.add(String(flagMetadata.decisionId));
      }
    }
    service.faults.length = 0;
    const closed = provider.onClose();
    // An answer may be held that is asked for only now.
    const releasing = setInterval(() => service.release(), 1);
    await Promise.all([closed, ...changes]);
    clearInterval(releasing);
    const waiting = service.decisions.filter(({ outcome }) => outcome === undefined);
    expect(waiting.map(({ number }) => `d_${number}`).sort()).toEqual([...shown].sort());
    expect(service.decisions.length).toBeGreaterThan(shown.size);
  },
);
