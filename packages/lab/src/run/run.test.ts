import { finalHistograms } from '@driftline/engine/display';
import { type Comparison, InlineExecutor, runComparisons } from '@driftline/engine/play';
import { effect } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeWorker } from '../../test/fake-worker.ts';
import type { RunNews, RunOrder, RunOutcome } from './protocol.ts';

const comparison: Comparison = {
  name: 'paper-2',
  environment: { kind: 'named', spec: 'paper-2', horizon: 50 },
  policies: ['ucb1'],
  replications: 40,
  seed: 1,
  checkpoints: { count: 2, spacing: 'linear' },
};

async function outcomeOf(replications: number): Promise<RunOutcome> {
  const wanted = { ...comparison, replications };
  const [result] = await runComparisons([wanted], { executor: new InlineExecutor() });
  return { result, outlines: finalHistograms(result.policies) };
}

class FakeCoordinator extends FakeWorker<RunOrder, RunNews> {
  static readonly made: FakeCoordinator[] = [];

  constructor() {
    super();
    FakeCoordinator.made.push(this);
  }
}

/** Draws when the test says so. */
class FakePace {
  static draw: () => void = () => {};
  static asked = 0;

  constructor(draw: () => void) {
    FakePace.draw = draw;
  }

  ask(): void {
    FakePace.asked += 1;
  }
}

const paint = () => FakePace.draw();

vi.stubGlobal('Worker', FakeCoordinator);
vi.doMock('./pace.ts', () => ({ Pace: FakePace }));
const run = await import('./run.ts');

/** The number of the run that was started last. */
function latestRun(): number {
  const started = coordinator().orders.findLast(({ order }) => order === 'start');
  return started !== undefined && 'run' in started ? started.run : -1;
}

function coordinator(): FakeCoordinator {
  return FakeCoordinator.made[FakeCoordinator.made.length - 1];
}

function progress(done: number, outcome?: RunOutcome, number = latestRun()): RunNews {
  return { news: 'progress', run: number, done, total: 40, ...(outcome && { outcome }) };
}

beforeEach(() => {
  run.start(comparison, [3]);
});

describe('the page’s side of a run', () => {
  it('keeps the old result until the new run has ten replications', async () => {
    const old = await outcomeOf(40);
    coordinator().send({ ...progress(40, old), news: 'done' } as RunNews);
    const before = run.played.value;
    expect(before?.result).toBe(old.result);
    expect(before?.styles).toEqual([3]);
    const next = { ...comparison, seed: 2 };
    run.start(next, [5]);
    coordinator().send(progress(8, await outcomeOf(8)));
    paint();
    expect(run.played.value).toBe(before);
    expect(run.done.value).toBe(8);
    coordinator().send(progress(10, await outcomeOf(10)));
    paint();
    expect(run.played.value).toMatchObject({ comparison: next, styles: [5] });
  });

  it('shows one moment a frame: the newest, and all of it at once', async () => {
    const outcomes = await Promise.all([12, 16, 20].map(outcomeOf));
    const moments: (readonly number[])[] = [];
    const end = effect(() => {
      moments.push([run.done.value, run.played.value?.result.replications ?? 0]);
    });
    const [before] = moments.splice(0);
    const asked = FakePace.asked;
    for (const outcome of outcomes) {
      coordinator().send(progress(outcome.result.replications, outcome));
    }
    expect([moments, FakePace.asked]).toEqual([[], asked + 3]);
    expect([run.done.value, run.played.value?.result.replications ?? 0]).toEqual(before);
    paint();
    expect(moments).toEqual([[20, 20]]);
    end();
  });

  it('shows an end at once, and nothing older after it', async () => {
    coordinator().send(progress(20, await outcomeOf(20)));
    coordinator().send({ ...progress(40, await outcomeOf(40)), news: 'done' } as RunNews);
    expect(run.done.value).toBe(40);
    paint();
    expect([run.done.value, run.phase.value]).toEqual([40, 'done']);
  });

  it('shows what there is when a run ends before ten', async () => {
    const few = await outcomeOf(4);
    run.stop();
    coordinator().send({ ...progress(4, few), news: 'stopped' } as RunNews);
    expect(run.played.value?.result).toBe(few.result);
    expect(run.phase.value).toBe('stopped');
  });

  it('does not hear of a run that was replaced', async () => {
    const old = latestRun();
    run.start({ ...comparison, seed: 3 }, [0]);
    const before = run.played.value;
    coordinator().send({ ...progress(40, await outcomeOf(40), old), news: 'done' } as RunNews);
    expect(run.phase.value).toBe('starting');
    expect(run.played.value).toBe(before);
    expect(run.done.value).toBe(0);
  });

  it('stays paused when the chunks under way come in', () => {
    run.pause();
    coordinator().send(progress(20));
    paint();
    expect(run.phase.value).toBe('paused');
    expect(run.done.value).toBe(20);
    run.resume();
    expect(coordinator().orders.at(-1)).toEqual({ order: 'resume', run: latestRun() });
    expect(run.phase.value).toBe('running');
  });

  it('is done where the last chunk was under way at a pause', async () => {
    run.pause();
    coordinator().send({ ...progress(40, await outcomeOf(40)), news: 'done' } as RunNews);
    expect(run.phase.value).toBe('done');
    run.resume();
    expect(coordinator().orders.at(-1)).toMatchObject({ order: 'pause' });
  });

  it('goes on after a worker was lost', async () => {
    const kept = await outcomeOf(20);
    coordinator().send({ ...progress(20, kept), news: 'lost', reason: 'memory' } as RunNews);
    expect(run.phase.value).toBe('lost');
    expect(run.trouble.value).toBe('memory');
    expect(run.played.value?.result).toBe(kept.result);
    run.resume();
    expect(coordinator().orders.at(-1)).toEqual({ order: 'resume', run: latestRun() });
  });

  it('can be stopped after a worker was lost, and keeps what was played', async () => {
    const kept = await outcomeOf(20);
    coordinator().send({ ...progress(20, kept), news: 'lost', reason: 'memory' } as RunNews);
    expect(run.endable.value).toBe(true);
    run.stop();
    expect(run.phase.value).toBe('stopped');
    expect(run.trouble.value).toBe('');
    expect(coordinator().orders.at(-1)).toEqual({ order: 'stop', run: latestRun() });
    expect(run.played.value?.result).toBe(kept.result);
    run.resume();
    expect(run.phase.value).toBe('stopped');
  });

  it('makes another coordinator after one failed', () => {
    const failed = coordinator();
    failed.fail('');
    expect(run.phase.value).toBe('failed');
    expect(run.trouble.value).toContain('could not load the worker script');
    expect(failed.terminated).toBe(true);
    run.start(comparison, [0]);
    expect(coordinator()).not.toBe(failed);
    expect(run.phase.value).toBe('starting');
    expect(run.trouble.value).toBe('');
  });
});
