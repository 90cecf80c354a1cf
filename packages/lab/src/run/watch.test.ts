import type { Comparison, WatchedReplication } from '@driftline/engine/play';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeWorker } from '../../test/fake-worker.ts';
import type { WatchNews, WatchOrder } from './protocol.ts';

const comparison: Comparison = {
  name: 'paper-2',
  environment: { kind: 'named', spec: 'paper-2', horizon: 50 },
  policies: ['ucb1'],
  replications: 40,
  seed: 1,
  checkpoints: { count: 2, spacing: 'linear' },
};

class FakeWatcher extends FakeWorker<WatchOrder, WatchNews> {
  static readonly made: FakeWatcher[] = [];

  constructor() {
    super();
    FakeWatcher.made.push(this);
  }

  /** Answers what it got last. */
  answer(news: { watched: object } | { reason: string } = { watched: {} }): void {
    const order = this.orders[this.orders.length - 1];
    this.send({ watch: order.watch, ...news } as WatchNews);
  }
}

vi.stubGlobal('Worker', FakeWatcher);

async function freshPage() {
  vi.resetModules();
  FakeWatcher.made.length = 0;
  return await import('./watch.ts');
}

function watcher(): FakeWatcher {
  return FakeWatcher.made[FakeWatcher.made.length - 1];
}

describe('the page’s side of watching', () => {
  let page: Awaited<ReturnType<typeof freshPage>>;
  beforeEach(async () => {
    page = await freshPage();
  });

  it('has one replication played at a time, and leaves out what is no longer wanted', () => {
    for (const replication of [0, 1, 2, 3]) page.watch(comparison, 0, replication);
    expect(watcher().orders.map(({ replication }) => replication)).toEqual([0]);
    watcher().answer();
    expect(page.watched.value).toBeUndefined();
    expect(watcher().orders.map(({ replication }) => replication)).toEqual([0, 3]);
    const seen = {} as WatchedReplication;
    watcher().answer({ watched: seen });
    expect(page.watched.value).toEqual({ comparison, place: 0, replication: 3, watched: seen });
    page.watch(comparison, 0, 4);
    expect(watcher().orders).toHaveLength(3);
  });

  it('says why a replication could not be watched, until one can', () => {
    page.watch(comparison, 0, 0);
    watcher().answer({ reason: 'no such policy' });
    expect(page.watchTrouble.value).toBe('no such policy');
    page.watch(comparison, 0, 1);
    watcher().answer();
    expect(page.watchTrouble.value).toBe('');
  });

  it('takes another worker after one was lost', () => {
    page.watch(comparison, 0, 0);
    page.watch(comparison, 0, 1);
    const lost = watcher();
    lost.fail('');
    expect(lost.terminated).toBe(true);
    expect(page.watchTrouble.value).toContain('could not load the worker script');
    expect(watcher()).not.toBe(lost);
    expect(watcher().orders.map(({ replication }) => replication)).toEqual([1]);
    watcher().answer();
    expect(page.watched.value?.replication).toBe(1);
  });
});
