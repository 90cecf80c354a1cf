/** What a definition may not depend on: the clock, luck from elsewhere, and whatever else was made meanwhile. */

import { Catalogue } from '../definitions/catalogue.ts';
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import type { RewardLawDefinition } from '../definitions/law.ts';
import { lawCatalogue } from '../laws/catalogue.ts';
import { createRewardLaw } from '../laws/create.ts';
import { randomStream } from '../random/source.ts';
import { createEnvironment } from '../shell/environment.ts';

/** What else a plugin brings: a policy could learn of means from it. */
export interface Surroundings {
  readonly environments: readonly EnvironmentDefinition[];
  readonly rewardLaws: readonly RewardLawDefinition[];
}

export const NO_SURROUNDINGS: Surroundings = { environments: [], rewardLaws: [] };

/** In milliseconds: at such steps any hour, day and month comes by. */
const HALF_A_DAY = 43_200_000;

/** The clock of a runtime, which not all have. */
function clockOf(scope: object): { now(): number } | undefined {
  const clock: unknown = Reflect.get(scope, 'performance');
  const has = typeof clock === 'object' && clock !== null && 'now' in clock;
  return has ? (clock as { now(): number }) : undefined;
}

/** Puts a function in the place of another, and returns what puts things back as they were. */
function replaced(owner: object, name: string, value: () => number): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  };
}

/**
 * Acts under another clock and with other luck from `Math.random`, different for each number:
 * what depends on them comes out otherwise.
 */
export function elsewhere<T>(place: number, act: () => T): T {
  const RealDate = Date;
  const clock = clockOf(globalThis);
  const luck = randomStream(place);
  let now = RealDate.UTC(2000 + 7 * place, place, 3, 5, 7, 11);
  const tick = () => {
    now += 1 + luck.below(HALF_A_DAY);
    return now;
  };
  const putBack = [replaced(Math, 'random', () => luck.uniform())];
  if (clock !== undefined) putBack.push(replaced(clock, 'now', tick));
  globalThis.Date = class extends RealDate {
    constructor(...given: ConstructorParameters<typeof Date> | []) {
      if (given.length === 0) super(tick());
      else super(...given);
    }

    static override now(): number {
      return tick();
    }
  } as DateConstructor;
  try {
    return act();
  } finally {
    globalThis.Date = RealDate;
    for (const back of putBack) back();
  }
}

/** What fails in an environment or a law is reported by its own checks. */
function attempt(act: () => unknown): void {
  try {
    act();
  } catch {}
}

/** Makes every environment and draws from every law, with means that differ from turn to turn. */
export function makeOthers({ environments, rewardLaws }: Surroundings, turn: number): void {
  for (const { id, law } of environments) {
    attempt(() => {
      const rewards = createRewardLaw(law, lawCatalogue.with(rewardLaws));
      const definitions = new Catalogue('environment', environments);
      createEnvironment({ id }, { definitions, seed: turn, rewards });
    });
  }
  const random = randomStream(turn);
  for (const { id, meanRange: [low, high] = [0, 1] } of rewardLaws) {
    attempt(() => {
      const law = createRewardLaw(id, new Catalogue('reward law', rewardLaws));
      law.draw(low + (high - low) * random.uniform(), random);
    });
  }
}
