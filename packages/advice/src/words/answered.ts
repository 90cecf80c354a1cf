/** The parts of a page that questions fill. */

/** Lines of a small table: a name, its number, and a remark or nothing. */
export interface AnswerTable {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, number: string, remark: string])[];
}

/** An answer first, then its evidence. */
export interface Answered {
  /** One or a few sentences that can stand alone, with every caveat that changes them. */
  readonly answer: string;
  readonly table?: AnswerTable;
  /** Evidence and details, a few sentences each. */
  readonly points: readonly string[];
}
