/** Random numbers that a test gives, and rewards that change, for traces and naive forms. */
import { Random } from '../src/portable/random/generator.ts';

/** Draws the number that it is given. */
export class GivenNumber extends Random {
  readonly #given: number;

  constructor(given: number) {
    super(0, 0, 0, 0);
    this.#given = given;
  }

  override uniform(): number {
    return this.#given;
  }
}

/** Rewards of every arm in every slot: coins whose means of 0.05 or 0.95 change every `stretch` slots. */
export function changingCoins(random: Random, armCount: number, slots: number, stretch: number) {
  let means: number[] = [];
  return Array.from({ length: slots }, (_, slot) => {
    if (slot % stretch === 0) {
      means = Array.from({ length: armCount }, () => (random.uniform() < 0.5 ? 0.05 : 0.95));
    }
    return means.map((mean) => (random.uniform() < mean ? 1 : 0));
  });
}
