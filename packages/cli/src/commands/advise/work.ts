/** Advice on threads, with progress, until it is there or stopped with Ctrl-C. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { AdviceRequest, Advised, Step, StepProgress as Told } from '@driftline/advice';
import { Interrupted, stoppedForNothing } from '../../terminal/errors.ts';
import { StepProgress } from '../../terminal/step-progress.ts';

const STEP_WORDS: Readonly<Record<Step, string>> = {
  read: 'reading the log',
  delays: 'estimating delays',
  logging: 'testing how arms were assigned',
  drift: 'testing for drift',
  gain: 'estimating the gain of adapting',
  worlds: 'fitting simulations',
  choice: 'simulating candidates',
  values: 'estimating earnings',
  tails: 'estimating tails',
};

/** Notes Ctrl-C, which ends the work; a second one ends the program at once. */
export class AdviceWatch {
  readonly #progress = new StepProgress();
  #isStopped = false;
  #close: () => Promise<void> = async () => {};
  readonly #onSignal = () => {
    if (this.#isStopped) process.exit(130);
    this.#isStopped = true;
    // A pipe that nobody writes to would keep the program waiting.
    process.stdin.destroy();
    void this.#close();
  };

  constructor() {
    // Reading makes many short-lived texts, for which room would grow to 150 MB that nothing else can have.
    setFlagsFromString('--semi-space-growth-factor=1');
    process.on('SIGINT', this.#onSignal);
  }

  /** @throws Interrupted where it was stopped meanwhile */
  readonly onStep = ({ step, done, of }: Told): void => {
    if (this.#isStopped) throw this.stopped();
    this.#progress.update({ step: STEP_WORDS[step], done, of });
  };

  /** Lets signals come in between two pieces of work. */
  readonly pause = async (): Promise<void> => {
    await setImmediate();
    if (this.#isStopped) throw this.stopped();
  };

  get isStopped(): boolean {
    return this.#isStopped;
  }

  stopped(): Interrupted {
    return stoppedForNothing('stopped before the advice was complete');
  }

  end(): void {
    this.#progress.clear();
    process.off('SIGINT', this.#onSignal);
  }

  /** Asks for advice, on as many threads as are given. */
  async advise(request: AdviceRequest, workerCount: number): Promise<Advised> {
    const { advise } = await import('@driftline/advice');
    const { NodeWorkers } = await import('@driftline/advice/node');
    const { loadKernels } = await import('@driftline/engine/node');
    const workers = new NodeWorkers(workerCount);
    this.#close = () => workers.close();
    try {
      const { onStep, pause } = this;
      return await advise(request, { workers, kernels: loadKernels(), onStep, pause });
    } finally {
      await workers.close();
    }
  }
}
