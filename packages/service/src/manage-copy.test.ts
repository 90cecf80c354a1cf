/** A copy is the same store: every row of every table, the states, and what was given out. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Filled, fillStore } from '../test/copying.ts';
import { Folder, startWriter } from '../test/writer/bench.ts';
import { copyInto, copyStore } from './manage-copy.ts';
import { openStore } from './opening/open-store.ts';
import { openFilling, openMoment } from './opening/open-whole.ts';
import type { StoreFilling } from './store/store.ts';

let folder: Folder;
let file: string;
let to: string;
let filled: Filled;

beforeAll(async () => {
  folder = new Folder();
  file = folder.file;
  filled = await fillStore(() => openStore(file), file);
});
afterAll(() => folder.remove());

beforeEach(({ task }) => {
  to = `${file}.${task.id}`;
});

const KEYS = ['first', 'held', 'idle'];

async function hashesIn(location: string): Promise<string[]> {
  const asked = await startWriter(await openStore(location));
  const hashes: string[] = [];
  for (const key of KEYS) hashes.push(await asked.hash(key));
  await asked.writer.close();
  return hashes;
}

describe('from a file to a file', () => {
  it('takes all of it, and old decisions are rewarded in the copy', async () => {
    const { waiting, clock } = filled;
    const seen: string[] = [];
    const copied = await copyStore({
      from: file,
      to,
      onProgress: ({ phase, done, total }) => {
        if (done === total) seen.push(phase);
      },
    });
    expect(copied.keys).toBe(2);
    expect(copied.experiments.map(({ key }) => key)).toEqual(KEYS);
    const [first, held] = copied.experiments;
    expect(first.decisions).toBe(30);
    expect(held.decisions).toBe(60);
    const source = await openMoment(file);
    const [kept] = await source.moment.decisions(2, { from: 0, limit: 1 });
    // Retention has deleted some.
    expect(kept.decision.number).toBeGreaterThan(0);
    await source.close();
    expect(new Set(seen)).toEqual(new Set(['read', 'copy', 'compare']));
    const hashes = await hashesIn(to);
    expect(copied.experiments.map(({ hash }) => hash)).toEqual(hashes);
    expect(await hashesIn(file)).toEqual(hashes);
    const asked = await startWriter(await openStore(to), { clock });
    expect(await asked.reward(waiting[0], 1)).toBe('counted');
    expect(await asked.reward(0, 0.1)).toBe('duplicate');
    const retry = { key: 'first', request: { unit: 'visitor 4' }, idempotencyKey: 'first-1-4' };
    expect(await asked.ok('decide', retry)).toMatchObject({ number: 4 });
    expect(await asked.problem('decide', { ...retry, request: {} })).toBe('idempotency-key-reused');
    await asked.writer.close();
  });

  it('is refused where something is already, where nothing is, and onto itself', async () => {
    await copyStore({ from: file, to });
    await expect(copyStore({ from: file, to })).rejects.toMatchObject({
      code: 'file-exists',
    });
    await expect(copyStore({ from: file, to: file })).rejects.toThrow('to itself');
    await expect(copyStore({ from: `${file}.none`, to: `${file}.new` })).rejects.toMatchObject({
      code: 'file-not-found',
    });
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  it('a source in use is refused', async () => {
    const store = await openStore(file);
    await expect(copyStore({ from: file, to })).rejects.toMatchObject({
      code: 'store-in-use',
    });
    await store.close();
  });

  it('what was interrupted is no store, and a second copy says what to do', async () => {
    const stop = new AbortController();
    const copying = copyStore({
      from: file,
      to,
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'compare') stop.abort();
      },
    });
    await expect(copying).rejects.toThrow('aborted');
    await expect(openStore(to)).rejects.toMatchObject({ code: 'store-not-ready' });
    await expect(openStore(to)).rejects.toThrow('incomplete copy');
    await expect(copyStore({ from: file, to })).rejects.toThrow('interrupted copy');
  });
});

/** What a filling could forget or spoil, by the name of its part. */
const MUTANTS: Readonly<Record<string, Partial<StoreFilling>>> = {
  'the keys that sign ids': { putIdKeys: async () => {} },
  'its keys': { putKeys: async () => {} },
  'the snapshots': { putSnapshot: async () => {} },
  'its experiments': { putExperiment: async () => {} },
  events: { putEvents: async () => {} },
};

describe('a copy that forgets is found', () => {
  async function copiedBy(mutate: (to: StoreFilling) => Partial<StoreFilling>) {
    const source = await openMoment(file);
    const filling = await openFilling(to);
    // A filling has private parts: what is not replaced is bound to it.
    const mutant = new Proxy(filling, {
      get: (target, name: keyof StoreFilling) => mutate(target)[name] ?? target[name].bind(target),
    });
    try {
      await copyInto(source.moment, mutant, { from: file, to });
    } finally {
      await filling.close();
      await source.close();
    }
  }

  it.each(Object.keys(MUTANTS))('%s', async (part) => {
    await expect(copiedBy(() => MUTANTS[part])).rejects.toThrow(`differs from its source in`);
    await expect(openStore(to)).rejects.toThrow('incomplete copy');
  });

  it.each(['decision', 'outcome', 'change'] as const)('each %s', async (type) => {
    const copying = copiedBy((target) => ({
      putEvents: (id, events) =>
        target.putEvents(
          id,
          events.filter((event) => event.type !== type),
        ),
    }));
    await expect(copying).rejects.toThrow('differs from its source in the events 1 to');
  });

  it('an event too many at the end', async () => {
    const copying = copiedBy((target) => ({
      putEvents: async (id, events) => {
        await target.putEvents(id, events);
        const { seq, at } = events[events.length - 1].row;
        const row = { seq: seq + 1, at, kind: 'status', body: '{}', by: 'x' } as const;
        await target.putEvents(id, [{ type: 'change', row }]);
      },
    }));
    await expect(copying).rejects.toThrow("differs from its source in the end of 'first'");
  });

  it('nothing, where nothing is forgotten', async () => {
    await copiedBy(() => ({}));
    await (await openStore(to)).close();
  });
});
