import { LogError } from '../contract/log-error.ts';

/** What is the matter with a column, and what is accepted there. */
interface Rule {
  readonly column: string;
  /** What goes on from "must": `be a number`. */
  readonly must: string;
  /** What to do about it. */
  readonly remedy: string;
}

interface Mistake {
  readonly line: number;
  readonly got: string;
}

/** How many mistakes are shown: enough to see what they have in common. */
const SHOWN = 3;

/** Cells that their column can't hold: the first ones are shown together. */
export class Mistakes {
  readonly #rule: Rule;
  readonly #unit: string;
  readonly #found: Mistake[] = [];

  /** @param unit - what rows are called: `line` or `row` */
  constructor(rule: Rule, unit: string) {
    this.#rule = rule;
    this.#unit = unit;
  }

  /** Takes note of one; throws where enough are known. */
  add(line: number, got: string): void {
    this.#found.push({ line, got });
    if (this.#found.length >= SHOWN) this.settle();
  }

  /** Throws where there are any. */
  settle(): void {
    const [first, ...others] = this.#found;
    if (first === undefined) return;
    const { column, must, remedy } = this.#rule;
    const also = others.map(({ line, got }) => `${got} in ${this.#unit} ${line}`);
    throw new LogError(
      `${this.#unit} ${first.line}: column '${column}' must ${must}; got ${[first.got, ...also].join(', ')}; ${remedy}`,
      'log-value-not-accepted',
      { line: first.line, column },
    );
  }
}
