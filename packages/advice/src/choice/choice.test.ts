import { loadKernels } from '@driftline/engine/node';
import { describe, expect, it } from 'vitest';
import { jumps, madeLog, stationary } from '../../test/synthetic.ts';
import type { Drift } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import { isRefused } from '../contract/refusal.ts';
import type { Task, Workers } from '../contract/work.ts';
import { InlineWorkers } from '../work/inline-workers.ts';
import { adviseChoice, chooseOnce } from './choice.ts';
import type { ChoiceRequest } from './request.ts';

const kernels = loadKernels();
const drift: Drift = { verdict: 'none-detected', sharing: 'unknown', arms: [] };
const seen = { L: 1000, value: 0.1, low: 0.05, high: 0.2, detectable: 0.02 };
const logging: Logging = {
  kind: 'uniform',
  isGiven: false,
  shares: [],
  usesContext: false,
};

function asked(log: Log, more: Partial<ChoiceRequest> = {}): ChoiceRequest {
  return { log, logging, drift, horizon: 100, worlds: 3, seed: 1, kernels, ...more };
}

function made(rows: number, seed = 1): Log {
  return madeLog({ rows, armCount: 3, means: jumps(500, 3, rows, seed), seed });
}

/** Gathers work, and then does what was asked for last first, on copies as they would be sent. */
class OtherWorkers implements Workers {
  readonly size = 4;
  #waiting: (() => void)[] = [];

  run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> {
    if (this.#waiting.length === 0) setTimeout(() => this.#work());
    return new Promise((answer) => {
      this.#waiting.push(() => answer(task.run(this.#sent(input), () => {})));
    });
  }

  #work(): void {
    const waiting = this.#waiting.reverse();
    this.#waiting = [];
    for (const each of waiting) each();
  }

  #sent<Input>(input: Input): Input {
    const { kernels: module, ...rest } = input as { kernels?: object };
    return { ...structuredClone(rest), kernels: module } as Input;
  }

  async close(): Promise<void> {}
}

describe('what to use', () => {
  it('is the same for any workers, and with or without compiled kernels', async () => {
    const log = made(2500);
    const answer = await adviseChoice(asked(log), new InlineWorkers());
    expect(await adviseChoice(asked(log), new OtherWorkers())).toEqual(answer);
    const quick = asked(log, { isQuick: true });
    const slow = asked(log, { isQuick: true, kernels: undefined });
    const quickAnswer = await adviseChoice(quick, new InlineWorkers());
    expect(await adviseChoice(slow, new InlineWorkers())).toEqual(quickAnswer);
    // Another seed is another answer.
    const other = await adviseChoice({ ...quick, seed: 2 }, new InlineWorkers());
    expect(other.choice).not.toEqual(quickAnswer.choice);
  });

  it('has everything that is said of it', async () => {
    const log = madeLog({
      rows: 2500,
      armCount: 3,
      means: jumps(500, 3, 2500, 1),
      seed: 1,
      spacing: 60_000,
    });
    const steps: number[] = [];
    const request = asked(log, { for: ['d-ucb', 'sw-ucb'], policies: ['ucb-tuned'] });
    const { choice, byFold } = await adviseChoice(request, new InlineWorkers(), ({ done, of }) => {
      steps.push(done / of);
    });
    if (isRefused(choice)) throw new Error('it was refused');
    expect(byFold).toHaveLength(5);
    expect(choice.simulations).toBe(3);
    expect(choice.horizon).toBe(100);
    expect(choice.candidates.map(({ policy }) => policy)).toContain('ucb-tuned');
    const scores = choice.candidates.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(choice.for.map((each) => !isRefused(each) && each.policy)).toEqual(['d-ucb', 'sw-ucb']);
    for (const each of choice.for) {
      if (isRefused(each)) throw new Error('it was refused');
      expect(each.range.least).toBeLessThanOrEqual(each.window);
      expect(each.range.most).toBeGreaterThanOrEqual(each.window);
      expect(each.range.leastTime).toBeCloseTo(60_000 * each.range.least, 6);
      expect(each.params.window).toBe(each.window);
      expect(each.discount).toBe(each.policy === 'd-ucb' ? 1 - 1 / each.window : undefined);
    }
    expect(choice.quick?.window).toBeLessThanOrEqual(400);
    expect(steps[steps.length - 1]).toBe(1);
  });

  it('is what needs nothing, and no window, where a short log shows no movement', async () => {
    const log = madeLog({ rows: 600, armCount: 3, means: stationary(0.5, 0.4, 0.35), seed: 1 });
    const { choice, byFold } = await adviseChoice(asked(log), new InlineWorkers());
    expect(choice).toMatchObject({
      policy: 'auto',
      because: 'unknown',
      for: [{ refused: 'memory-length-unknown', need: { rows: 2000 } }],
    });
    expect('quick' in choice).toBe(false);
    expect(byFold.map(({ spec }) => spec)).toEqual(new Array(5).fill('auto'));
    // Where it moves, a window is told.
    const moving = asked(made(600), { drift: { ...drift, rate: seen } });
    const told = await adviseChoice(moving, new InlineWorkers());
    expect(told.choice).toMatchObject({ for: [{ policy: 'sw-ucb' }] });
  });

  it('is refused where nothing is known', async () => {
    const refusal = async (request: ChoiceRequest) => {
      const { choice, byFold } = await adviseChoice(request, new InlineWorkers());
      expect(byFold).toEqual([]);
      return isRefused(choice) ? choice.refused : choice.policy;
    };
    expect(await refusal(asked(made(150)))).toBe('too-short');
    const fixed = asked(made(2500), { logging: { ...logging, kind: 'fixed' } });
    expect(await refusal(fixed)).toBe('logging-fixed');
    const rare = madeLog({ rows: 3000, armCount: 34, means: () => 0.0046, seed: 1 });
    expect(await refusal(asked(rare))).toBe('too-few-rewards');
    const tails = {
      verdict: 'no-mean',
      tails: [],
      isPower: true,
      largestSquare: 1,
      topTen: 1,
    } as const;
    expect(await refusal(asked(made(2500), { tails }))).toBe('mean-undefined');
  });

  it('is tried with the delays, batches and eligible arms of the log', async () => {
    const log = made(2500);
    const delays = { curve: [{ delay: 30, share: 1 }] };
    const more = { drift: { ...drift, rate: seen }, policies: ['uniform'] };
    const sets = [Uint16Array.from([0, 1, 2]), Uint16Array.from([0, 1])];
    const eligible = Uint16Array.from({ length: 2500 }, (_, row) => row % 2);
    const scores: number[] = [];
    for (const each of [
      asked(log, more),
      asked(log, { ...more, delays }),
      asked(log, { ...more, batch: 100 }),
      asked({ ...log, eligible, sets }, more),
    ]) {
      const choice = await chooseOnce({ ...each, horizon: 400 }, new InlineWorkers());
      if (isRefused(choice)) throw new Error('it was refused');
      scores.push(choice.candidates.find(({ policy }) => policy === 'auto')?.score ?? 1);
      expect(choice.candidates.find(({ policy }) => policy === 'uniform')?.score).toBeCloseTo(1, 0);
    }
    const [inTime, late, batched] = scores;
    expect(late).toBeGreaterThan(inTime);
    expect(batched).toBeGreaterThan(late);
    expect(new Set(scores).size).toBe(4);
  });

  it('is quick where that is asked for', async () => {
    const request = asked(made(2500), { isQuick: true });
    const { choice } = await adviseChoice(request, new InlineWorkers());
    if (isRefused(choice)) throw new Error('it was refused');
    expect(choice.candidates).toHaveLength(2);
    expect(choice.quick).toBeDefined();
  });

  it('lets robust forms take part where tails are heavy, in the unit of rewards', async () => {
    const log = madeLog({
      rows: 2500,
      armCount: 2,
      means: (_, arm) => 100 + 20 * arm,
      deviation: 30,
      seed: 1,
    });
    const tails = {
      verdict: 'heavy',
      tails: [{ side: 'upper', index: 2.5, low: 2, high: 3, count: 50 }],
      isPower: true,
      largestSquare: 1,
      topTen: 1,
    } as const;
    const request = asked(log, { tails });
    const { choice } = await adviseChoice(request, new InlineWorkers());
    if (isRefused(choice)) throw new Error('it was refused');
    const robust = choice.candidates.filter(({ policy }) => policy.includes('rmoss'));
    expect(new Set(robust.map(({ policy }) => policy))).toEqual(
      new Set(['rmoss', 'sw-rmoss', 'd-rmoss']),
    );
    for (const { params } of robust) expect(params.center).toBeCloseTo(110, -1);
    expect(choice.score).toBeLessThan(0.5);
  });
});
