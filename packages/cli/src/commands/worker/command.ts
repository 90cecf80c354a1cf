/** `driftline worker`: plays what others submit to a queue. */
import { resolve } from 'node:path';
import { defaultWorkers, NodeExecutor } from '@driftline/engine/node';
import { counted } from '@driftline/engine/numbers';
import type { Command } from 'commander';
import { QUEUE_FLAG } from '../../queue/with-queue.ts';
import { PLUGIN_FLAG, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { Interrupted } from '../../terminal/errors.ts';
import { note } from '../../terminal/output.ts';
import { loadWatched, usualPatience } from '../../terminal/patience.ts';

interface WorkerFlags {
  readonly queue: string;
  readonly workers?: number;
  readonly plugin?: readonly string[];
}

/** Each place has a transaction at the end of a job; beside them the worker says what it does. */
const FURTHER_CONNECTIONS = 2;

async function runWorker(flags: WorkerFlags): Promise<void> {
  const pluginFiles = (flags.plugin ?? []).map((file) => resolve(file));
  const plugins = await loadWatched(pluginFiles);
  const places = flags.workers ?? defaultWorkers();
  const { checkUnchanged, ownIdentity } = await import('../../queue/identity.ts');
  const { Queue } = await import('../../queue/queue.ts');
  const { QueueWorker } = await import('../../queue/queue-worker.ts');
  const identity = await ownIdentity(pluginFiles);
  const queue = await Queue.open(flags.queue, places + FURTHER_CONNECTIONS, note);
  const executor = () => {
    checkUnchanged(identity);
    return new NodeExecutor(1, pluginFiles, usualPatience());
  };
  const worker = new QueueWorker(queue, { identity, plugins, executor, places, say: note });
  const onSignal = () => {
    if (worker.stopping.aborted) process.exit(130);
    note('stopping after the present chunk, within 3 seconds; press Ctrl-C again to stop at once');
    worker.stop();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  note(
    `working on ${counted(places, 'thread')} for ${queue.database.shown}: driftline ${identity.revision}`,
  );
  try {
    await worker.serve();
  } catch (error) {
    throw queue.database.failure(error);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await queue.close();
  }
  throw new Interrupted(
    worker.unheard
      ? 'stopped; the database does not answer, so other workers get the unfinished jobs after a delay'
      : 'stopped; unfinished jobs were given back',
  );
}

const help = `
A worker plays experiments that 'run', 'compare', 'worst-case' and 'reproduce'
submit with --queue, until you stop it. Start any number of workers at any time,
on machines that reach the database. If a worker is killed, others repeat its
last seconds of work, and no result is lost. Ctrl-C and SIGTERM let it finish
its chunk or give it back.

A worker plays only for submitters with the same version, commit and plugins,
and prints whom it refuses. Plugins are never sent through the database: pass
them to each worker with --plugin.

Examples:
  driftline worker --queue postgres://me@db.example.org/bandits
  driftline worker --queue "$QUEUE" --workers 4 --plugin my-policy.ts`;

/** The flags of `driftline worker`. */
export function configureWorker(command: Command): void {
  command
    .requiredOption(
      '--queue <URL>',
      'queue to work for: postgres://USER@HOST/DATABASE',
      QUEUE_FLAG[2],
    )
    .option(...WORKERS_FLAG)
    .option(...PLUGIN_FLAG)
    .addHelpText('after', help)
    .action(runWorker);
}
