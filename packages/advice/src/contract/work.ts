/** How work is done: tasks that can run anywhere, and how far it has come. */

/**
 * Work that depends on its input alone. Input and output are plain data and typed arrays, so that they may travel to
 * a worker; columns in shared memory travel without a copy. A worker finds the task by its name.
 */
export interface Task<Input, Output> {
  readonly name: string;
  /** @param onUnits - called now and then with the units of work just done */
  run(input: Input, onUnits: (units: number) => void): Output;
}

/**
 * Where tasks run. Callers start them in any number and put answers together in the order in which they asked:
 * so the result is the same, bit for bit, whatever runs them.
 */
export interface Workers {
  /** How many tasks can run at a time. */
  readonly size: number;
  run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    onUnits?: (units: number) => void,
  ): Promise<Output>;
  close(): Promise<void>;
}

/** The steps of the work, in order. */
export const STEPS = [
  'read',
  'delays',
  'logging',
  'drift',
  'gain',
  'worlds',
  'choice',
  'values',
  'tails',
] as const;

/** A step of the work. */
export type Step = (typeof STEPS)[number];

/** How far a step has come; `of` is 0 where that is not known. */
export interface StepProgress {
  readonly step: Step;
  readonly done: number;
  readonly of: number;
}

/** Told how far a step has come. */
export type OnStep = (progress: StepProgress) => void;
