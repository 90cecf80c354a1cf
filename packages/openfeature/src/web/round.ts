/** The decisions for one unit: made in advance, shown or not, and given back where they were not. */
import type { Choice, Json } from '@driftline/client';
import { systemSurroundings, type Wish } from '@driftline/client/providers';

/** A decision that this page holds. */
interface Held {
  readonly choice: Choice;
  isShown: boolean;
  /** Whether it was made for this page, and no other page was given it, too: then it may be cancelled. */
  isOurs: boolean;
}

/** A service that can't be asked may be there later; one that refuses says the same again. */
function isMissing({ problem }: Choice): boolean {
  return problem !== null && problem.problem === undefined;
}

export class Round {
  readonly unit: string;
  readonly #context: { readonly context?: Json };
  readonly #held = new Map<string, Held>();
  /** What each experiment is asked with: asked again, it is the same decision. */
  readonly #keys = new Map<string, string>();

  constructor(unit: string, context: { readonly context?: Json }) {
    this.unit = unit;
    this.#context = context;
  }

  held(experiment: string): Held | undefined {
    return this.#held.get(experiment);
  }

  /** What is to be asked for: the experiments of which there is nothing yet. */
  wishes(experiments: readonly string[]): readonly Wish[] {
    return experiments
      .filter((experiment) => !this.#held.has(experiment))
      .map((experiment) => ({
        experiment,
        idempotencyKey: this.#keyOf(experiment),
        unit: this.unit,
        fallback: '',
        ...this.#context,
      }));
  }

  /** What was asked for, and may have been decided without an answer. */
  unanswered(): readonly Wish[] {
    return this.wishes([...this.#keys.keys()]);
  }

  #keyOf(experiment: string): string {
    const key = this.#keys.get(experiment) ?? systemSurroundings.randomName(32);
    this.#keys.set(experiment, key);
    return key;
  }

  /** Keeps what was answered. @returns the first problem that may pass, if there is one */
  adopt(choices: readonly Choice[]): Choice['problem'] {
    let missing: Choice['problem'] = null;
    for (const choice of choices) {
      const { experiment, decisionId, reason } = choice;
      if (isMissing(choice)) missing ??= choice.problem;
      else {
        const isOurs = decisionId !== null && reason !== 'sticky';
        this.#held.set(experiment, { choice, isShown: false, isOurs });
      }
    }
    return missing;
  }

  /** Ids of decisions that some other page may hold, too. */
  givenAgain(): string[] {
    return [...this.#held.values()].flatMap(({ choice }) =>
      choice.reason === 'sticky' && choice.decisionId !== null ? [choice.decisionId] : [],
    );
  }

  /** Another page was given this decision, and may show it. */
  share(decisionId: string): void {
    for (const held of this.#held.values()) {
      if (held.choice.decisionId === decisionId) held.isOurs = false;
    }
  }

  /** Takes out what was not shown and may be cancelled; asked for again, it is decided anew. */
  takeUnshown(): Choice[] {
    const taken = [...this.#held.values()].filter(({ isShown, isOurs }) => isOurs && !isShown);
    for (const { choice } of taken) {
      this.#held.delete(choice.experiment);
      this.#keys.delete(choice.experiment);
    }
    return taken.map(({ choice }) => choice);
  }

  /** When the first decision that was not shown expires, in milliseconds since 1970; undefined where none does. */
  firstExpiry(): number | undefined {
    const expiries = [...this.#held.values()].flatMap(({ choice, isShown, isOurs }) =>
      isOurs && !isShown && choice.expiresAt !== null ? [Date.parse(choice.expiresAt)] : [],
    );
    return expiries.length === 0 ? undefined : Math.min(...expiries);
  }
}
