import type { Task, Workers } from '../contract/work.ts';

/** Does all work in this thread, one task after another. */
export class InlineWorkers implements Workers {
  readonly size = 1;

  async run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    onUnits: (units: number) => void = () => {},
  ): Promise<Output> {
    return task.run(input, onUnits);
  }

  async close(): Promise<void> {}
}
