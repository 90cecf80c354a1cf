/** The thread in which a plugin is loaded and checked: whatever it does, the command goes on. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadPlugin, originOf } from '@driftline/engine/node';
import { type SentError, sentError } from '@driftline/engine/play';
import { type CheckOutcome, outcomeOf, plannedChecks } from './plan.ts';

/** What the thread reports: that it started, what it will check, how each check ended, or why it cannot check. */
export type CheckMessage =
  | 'started'
  | { readonly planned: readonly Pick<CheckOutcome, 'kind' | 'id' | 'check'>[] }
  | { readonly outcome: CheckOutcome }
  | { readonly error: SentError };

/** Sends at once: an endless loop later does not hold back what was reported before it. */
function report(message: CheckMessage): void {
  parentPort?.postMessage(message);
}

async function check(file: string): Promise<void> {
  const checks = plannedChecks(await loadPlugin(file));
  const origin = originOf(file);
  report({ planned: checks.map(({ kind, id, check }) => ({ kind, id, check })) });
  let baseless = '';
  for (const planned of checks) {
    const { kind, id, check, contract } = planned;
    const whose = `${kind} ${id}`;
    if (whose === baseless) {
      report({ outcome: { kind, id, check, ok: null, message: null } });
      continue;
    }
    const outcome = outcomeOf(planned, origin);
    if (contract.first === true && outcome.ok === false) baseless = whose;
    report({ outcome });
  }
}

report('started');
try {
  await check(workerData);
} catch (error) {
  report({ error: sentError(error) });
}
