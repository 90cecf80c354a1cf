/** Whatever goes wrong and however often the program starts again: every reward counts once, and none is lost. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeService, type Fault, problem } from '../test/fake-service.ts';
import { FakeSurroundings } from '../test/fake-surroundings.ts';
import type { ClientProblem } from './client-problem.ts';
import { Driftline } from './driftline.ts';
import { MemoryStorage } from './storage.ts';

const FAULTS: readonly Fault[] = [
  'none',
  'cut before',
  'cut after',
  'overloaded',
  'page of a proxy',
  'half an answer',
  problem(429, 'rate-limited'),
];

const UNITS = ['u', 'v', 'w'];

type Step =
  | { readonly do: 'reward'; readonly faults: readonly number[] }
  | {
      readonly do: 'decide for' | 'reward unit';
      readonly unit: number;
      readonly faults: readonly number[];
    }
  | { readonly do: 'restart' | 'wait' | 'flush'; readonly faults: readonly number[] };

const faults = fc.array(fc.nat(FAULTS.length - 1), { maxLength: 3 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('reward' as const), faults }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('decide for' as const, 'reward unit' as const),
        unit: fc.nat(UNITS.length - 1),
        faults,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('restart' as const, 'wait' as const, 'flush' as const),
        faults,
      }),
    },
  ),
  { maxLength: 40 },
);

/** Plays the steps, lets the service get well, and counts. */
class Scene {
  readonly #service: FakeService;
  readonly #clock = new FakeSurroundings();
  readonly #storage = new MemoryStorage();
  readonly #problems: ClientProblem[] = [];
  /** Numbers of decisions that were rewarded by id. */
  readonly #rewarded: number[] = [];
  /** How often each unit was rewarded while it had a decision. */
  readonly #unitRewards = new Map<string, number>();
  #client: Driftline;

  constructor(service: FakeService) {
    this.#service = service;
    this.#client = this.#connect();
  }

  #connect(): Driftline {
    return new Driftline({
      url: this.#service.url,
      storage: this.#storage,
      surroundings: this.#clock,
      onProblem: (met) => this.#problems.push(met),
    });
  }

  async play(step: Step): Promise<void> {
    this.#service.faults.push(...step.faults.map((place) => FAULTS[place]));
    if (step.do === 'reward') {
      const { number } = this.#service.decide();
      this.#rewarded.push(number);
      await this.#client.reward(`d_${number}`, 1);
    } else if (step.do === 'decide for') this.#service.decide(UNITS[step.unit]);
    else if (step.do === 'reward unit') await this.#rewardUnit(UNITS[step.unit]);
    else if (step.do === 'flush') await this.#client.flush();
    else if (step.do === 'wait') this.#clock.passToNext();
    else {
      await this.#client.close();
      this.#client = this.#connect();
    }
  }

  async #rewardUnit(unit: string): Promise<void> {
    if (!this.#service.decisions.some((decision) => decision.unit === unit)) return;
    this.#unitRewards.set(unit, (this.#unitRewards.get(unit) ?? 0) + 1);
    await this.#client.rewardUnit('checkout', unit, 1);
  }

  async end(): Promise<void> {
    this.#service.faults.length = 0;
    // One that is under way may still have met a fault.
    while ((await this.#client.flush()).length > 0);
    await this.#client.close();
    const { decisions } = this.#service;
    expect(this.#problems).toEqual([]);
    for (const number of this.#rewarded) expect(decisions[number].counted).toBe(1);
    for (const unit of UNITS) {
      const counted = decisions.filter(
        (decision) => decision.unit === unit && decision.counted > 0,
      );
      const rewarded = this.#unitRewards.get(unit) ?? 0;
      // Rewards of one decision count once, so there may be fewer than were reported, and never more.
      expect(counted.length).toBeLessThanOrEqual(rewarded);
      expect(counted.length > 0).toBe(rewarded > 0);
    }
    const all = decisions.filter(({ counted }) => counted > 0);
    expect(all.every(({ counted }) => counted === 1)).toBe(true);
  }
}

test('over random faults, restarts and new decisions of the same units', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const service = await FakeService.start();
      try {
        const scene = new Scene(service);
        for (const step of played) await scene.play(step);
        await scene.end();
      } finally {
        await service.stop();
      }
    }),
    { numRuns: 150, seed: 15 },
  );
});
