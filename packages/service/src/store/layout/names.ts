/** The numbers that stand for names in the file. They stay for good; a new name takes a new number. */
import type { ChangeKind, DecisionReasonName, OutcomeKind, StatusName } from '../../model/rows.ts';

class Names<Name extends string> {
  readonly #codes: Readonly<Record<Name, number>>;
  readonly #names: readonly (Name | undefined)[];

  constructor(codes: Readonly<Record<Name, number>>) {
    this.#codes = codes;
    const names: Name[] = [];
    for (const name in codes) names[codes[name]] = name;
    this.#names = names;
  }

  code(name: Name): number {
    return this.#codes[name];
  }

  name(code: number): Name {
    const name = this.#names[code];
    if (name === undefined) throw new RangeError(`no name has the number ${code}`);
    return name;
  }
}

export const statuses = new Names<StatusName>({ running: 1, paused: 2, archived: 3 });

/** An index of `schema.ts` knows the number of `sweep`. */
export const changeKinds = new Names<ChangeKind>({
  create: 1,
  config: 2,
  revise: 3,
  arm: 4,
  sweep: 5,
  status: 6,
  erase: 7,
  restart: 8,
  clock: 9,
});

export const decisionReasons = new Names<DecisionReasonName>({
  policy: 1,
  explored: 2,
  imported: 3,
});

export const outcomeKinds = new Names<OutcomeKind>({ reward: 1, cancel: 2, late: 3 });
