import { CodedError } from '@driftline/core';

/** Workers were closed before they were done. */
export class WorkersStopped extends CodedError {
  override readonly name = 'WorkersStopped';

  constructor() {
    super('the workers were closed before they were done', 'run-stopped');
  }
}
