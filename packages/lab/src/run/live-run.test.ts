import {
  type Chunk,
  type ChunkRows,
  type Comparison,
  type ComparisonResult,
  type Executor,
  InlineExecutor,
  runComparisons,
  WorkerLost,
} from '@driftline/engine/play';
import { describe, expect, it } from 'vitest';
import { LiveRun } from './live-run.ts';
import type { RunNews } from './protocol.ts';

/** Seven chunks of 20 replications; the last is shorter. */
const comparison: Comparison = {
  name: 'paper-2',
  environment: { kind: 'named', spec: 'paper-2', horizon: 5000 },
  policies: ['sw-moss', 'ucb1'],
  replications: 130,
  seed: 7,
  checkpoints: { count: 10, spacing: 'linear' },
};

const references = new Map<number, Promise<ComparisonResult[]>>();

/** What the engine makes of the first replications, played by itself. */
async function uninterrupted(replications = comparison.replications): Promise<ComparisonResult> {
  const wanted = { ...comparison, replications };
  const reference =
    references.get(replications) ?? runComparisons([wanted], { executor: new InlineExecutor() });
  references.set(replications, reference);
  return (await reference)[0];
}

const inline = new InlineExecutor();
const rowsOfChunks = new Map<number, Promise<ChunkRows>>();

/** A chunk's rows; each is played once for all tests. */
function rowsOf(chunk: Chunk): Promise<ChunkRows> {
  const rows = rowsOfChunks.get(chunk.from) ?? inline.play(comparison, chunk);
  rowsOfChunks.set(chunk.from, rows);
  return rows;
}

interface Waiting {
  readonly chunk: Chunk;
  readonly resolve: (rows: ChunkRows) => void;
  readonly reject: (error: unknown) => void;
}

/** Plays a chunk when the test says so, in any order. */
class HeldPool implements Executor {
  readonly size: number;
  readonly waiting: Waiting[] = [];
  closed = 0;

  constructor(size: number) {
    this.size = size;
  }

  play(_: Comparison, chunk: Chunk): Promise<ChunkRows> {
    return new Promise((resolve, reject) => this.waiting.push({ chunk, resolve, reject }));
  }

  /** Answers one of the chunks under way, by its place among them. */
  async answer(place = 0): Promise<void> {
    const [{ chunk, resolve }] = this.waiting.splice(place, 1);
    resolve(await rowsOf(chunk));
    await settled();
  }

  async answerAll(): Promise<void> {
    while (this.waiting.length > 0) await this.answer();
  }

  async lose(place = 0): Promise<void> {
    const [{ reject }] = this.waiting.splice(place, 1);
    reject(new WorkerLost('a worker stopped: out of memory'));
    await settled();
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}

/** Lets everything that waits for promises only go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Stage {
  readonly run: LiveRun;
  readonly heard: RunNews[];
  readonly pools: HeldPool[];
  /** The pool in use. */
  pool(): HeldPool;
}

/** A run on pools of two; every chunk is heard, unless a clock says otherwise. */
function stage(now: () => number = racing()): Stage {
  const heard: RunNews[] = [];
  const pools: HeldPool[] = [];
  const makePool = async () => {
    const pool = new HeldPool(2);
    pools.push(pool);
    return pool;
  };
  const run = new LiveRun(3, comparison, makePool, (news) => heard.push(news), now);
  return { run, heard, pools, pool: () => pools[pools.length - 1] };
}

/** A clock on which any pause is over at the next look. */
function racing(): () => number {
  let now = 1;
  return () => {
    now *= 100;
    return now;
  };
}

function newsOf(heard: readonly RunNews[]): string[] {
  return heard.map(({ news }) => news);
}

function resultOf(news: RunNews | undefined) {
  return news !== undefined && 'outcome' in news ? news.outcome?.result : undefined;
}

describe('a run that is left alone', () => {
  it('ends with the numbers of runComparisons, whatever the order of chunks', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    while (pool().waiting.length > 0) await pool().answer(pool().waiting.length - 1);
    expect(heard.at(-1)).toMatchObject({ news: 'done', run: 3, done: 130, total: 130 });
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted());
    expect(newsOf(heard).filter((news) => news === 'done')).toHaveLength(1);
    expect(pool().closed).toBe(1);
  });

  it('reports results over the first replications, none of them missing', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    await pool().answer(1);
    expect(heard.at(-1)).toMatchObject({ news: 'progress', done: 0 });
    expect(resultOf(heard.at(-1))).toBeUndefined();
    await pool().answer(0);
    expect(heard.at(-1)).toMatchObject({ news: 'progress', done: 40 });
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted(40));
  });

  it('has outlines that count every replication once', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    await pool().answerAll();
    const last = heard.at(-1);
    const outlines = (last !== undefined && 'outcome' in last && last.outcome?.outlines) || [];
    const totals = outlines.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
    expect(totals).toEqual([130, 130]);
  });

  it('does not report more often than a screen can show', async () => {
    const { run, heard, pool } = stage(() => 1000);
    run.resume();
    await settled();
    await pool().answerAll();
    expect(newsOf(heard)).toEqual(['progress', 'done']);
  });
});

describe('pausing', () => {
  it('plays no more until it is resumed, and ends with the same bits', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    await pool().answer();
    run.pause();
    await pool().answerAll();
    expect(heard.at(-1)).toMatchObject({ news: 'progress', done: 80 });
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted(80));
    expect(pool().waiting).toHaveLength(0);
    run.resume();
    await settled();
    await pool().answerAll();
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted());
  });

  it('uses every player again when it is resumed while chunks are under way', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    const atFirst = pool().waiting.length;
    run.pause();
    await pool().answer();
    run.resume();
    await settled();
    while (pool().waiting.length > 0 && pool().waiting[0].chunk.from < 60) await pool().answer();
    expect(pool().waiting).toHaveLength(atFirst);
    await pool().answerAll();
    expect(newsOf(heard).filter((news) => news === 'done')).toHaveLength(1);
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted());
  });

  it('plays each chunk once, however often it is paused', async () => {
    const { run, heard, pool } = stage();
    const played: number[] = [];
    run.resume();
    await settled();
    while (pool().waiting.length > 0) {
      played.push(pool().waiting[0].chunk.from);
      run.pause();
      run.resume();
      run.pause();
      await pool().answer();
      run.resume();
      await settled();
    }
    expect(played).toEqual([0, 20, 40, 60, 80, 100, 120]);
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted());
  });

  it('before the players are there, it holds them back', async () => {
    const { run, heard, pools } = stage();
    run.resume();
    run.pause();
    await settled();
    expect(pools.flatMap(({ waiting }) => waiting)).toEqual([]);
    run.resume();
    await settled();
    await pools[0].answerAll();
    expect(heard.at(-1)).toMatchObject({ news: 'done', done: 130 });
  });

  it('while the last chunks are under way, it is done all the same', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    while (pool().waiting.length > 1 || pool().waiting[0].chunk.from < 120) await pool().answer();
    run.pause();
    await pool().answer();
    expect(heard.at(-1)).toMatchObject({ news: 'done', done: 130 });
  });
});

describe('ending', () => {
  it('by stopping reports what there is, then nothing', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    await pool().answer();
    run.stop();
    expect(heard.at(-1)).toMatchObject({ news: 'stopped', done: 20 });
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted(20));
    const count = heard.length;
    await pool().answerAll();
    run.resume();
    run.stop();
    await settled();
    expect(heard).toHaveLength(count);
    expect(pool().closed).toBe(1);
  });

  it('by abandoning reports nothing, whatever comes later', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    run.abandon();
    await pool().lose();
    await pool().answerAll();
    run.resume();
    run.stop();
    await settled();
    expect(heard).toEqual([]);
    expect(pool().closed).toBe(1);
  });

  it('before the players are there closes them as they come', async () => {
    const { run, heard, pools } = stage();
    run.resume();
    await Promise.resolve();
    run.abandon();
    await settled();
    expect(pools.map(({ closed, waiting }) => [closed, waiting.length])).toEqual(
      pools.map(() => [1, 0]),
    );
    expect(heard).toEqual([]);
  });

  it('after it is done, stopping says nothing', async () => {
    const { run, heard, pool } = stage();
    run.resume();
    await settled();
    await pool().answerAll();
    run.stop();
    expect(newsOf(heard).at(-1)).toBe('done');
  });
});

describe('a lost worker', () => {
  it('is reported with what is kept, and resuming plays only the rest, on new players', async () => {
    const { run, heard, pools, pool } = stage();
    run.resume();
    await settled();
    await pool().answer(0);
    await pool().answer(1);
    await pool().lose(0);
    expect(heard.at(-1)).toMatchObject({ news: 'lost', done: 20, total: 130 });
    expect(heard.at(-1)).toHaveProperty('reason', 'a worker stopped: out of memory');
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted(20));
    expect(pools[0].closed).toBe(1);
    run.resume();
    await settled();
    expect(pools).toHaveLength(2);
    const played: number[] = [];
    while (pool().waiting.length > 0) {
      played.push(pool().waiting[0].chunk.from);
      await pool().answer();
    }
    // The chunk of replications 40 to 59 had come before the loss.
    expect(played).toEqual([20, 60, 80, 100, 120]);
    expect(resultOf(heard.at(-1))).toEqual(await uninterrupted());
  });

  it('is reported once, and late answers of the others say nothing', async () => {
    const { run, heard, pools } = stage();
    run.resume();
    await settled();
    await pools[0].lose();
    const count = heard.length;
    await pools[0].lose();
    await pools[0].answerAll();
    expect(newsOf(heard)).toEqual(['lost']);
    expect(heard).toHaveLength(count);
  });
});

describe('what can’t be played', () => {
  it('is reported in the words of the library', async () => {
    const heard: RunNews[] = [];
    const broken = {
      ...comparison,
      environment: { kind: 'named', spec: 'no-such-environment' },
    } as const;
    const makePool = async () => new HeldPool(1);
    const run = new LiveRun(4, broken, makePool, (news) => heard.push(news));
    run.resume();
    await settled();
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ news: 'failed', run: 4 });
    expect(heard[0]).toHaveProperty('reason', expect.stringContaining('no-such-environment'));
  });
});
