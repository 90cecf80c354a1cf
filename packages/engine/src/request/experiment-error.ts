import { CodedError } from '@driftline/core';

/** An experiment file that can't be used; the message has a line for each mistake. */
export class ExperimentError extends CodedError {
  override readonly name = 'ExperimentError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'), 'experiment-not-accepted');
    this.lines = lines;
  }
}
