/** Which arms could have been taken: a column of `a|b|c`, of JSON, or of lists. */
import { LogError } from '../contract/log-error.ts';
import { shownCell } from './cells.ts';
import { type Gathered, MOST_KEYS } from './gathered.ts';

/** Reads a column of sets of arms. */
export class EligibleColumn {
  readonly #name: string;
  readonly #unit: string;
  readonly #gathered: Gathered;
  readonly #known = new Map<string, number>();

  /** @param unit - what rows are called: `line` or `row` */
  constructor(name: string, unit: string, gathered: Gathered) {
    this.#name = name;
    this.#unit = unit;
    this.#gathered = gathered;
  }

  /** The number of the set that a cell holds, among which is the arm that was taken. */
  numberOf(cell: unknown, arm: number, line: number): number {
    const text = typeof cell === 'string' ? cell : JSON.stringify(cell ?? null);
    const known = this.#known.get(text);
    const number = known ?? this.#add(text, line);
    if (!this.#gathered.sets[number].includes(arm)) {
      throw this.#refused(
        `contain the arm that was chosen; got ${shownCell(cell)}; add it, or correct the arm`,
        line,
      );
    }
    return number;
  }

  #add(text: string, line: number): number {
    const keys = text.startsWith('[') ? this.#listed(text, line) : text.split('|');
    const { sets, arms } = this.#gathered;
    const members = keys.map((key) => arms.numberOf(key.trim()));
    if (new Set(members).size < members.length)
      throw this.#refused(
        `name each arm once; got ${shownCell(text)}; remove the repetition`,
        line,
      );
    if (sets.length >= MOST_KEYS)
      throw this.#refused(
        `hold at most ${MOST_KEYS} different sets; got more; remove the column, or read a part of the log with --where COLUMN=VALUE`,
        line,
      );
    sets.push(members);
    // A stretch of a text would keep all of the text in memory.
    this.#known.set([...text].join(''), sets.length - 1);
    return sets.length - 1;
  }

  #listed(text: string, line: number): string[] {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.map(String);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw this.#refused(
      `hold arms as a|b|c or ["a", "b", "c"]; got ${shownCell(text)}; rewrite it`,
      line,
    );
  }

  #refused(must: string, line: number): LogError {
    return new LogError(
      `${this.#unit} ${line}: column '${this.#name}' must ${must}`,
      'log-value-not-accepted',
      { line, column: this.#name },
    );
  }
}
