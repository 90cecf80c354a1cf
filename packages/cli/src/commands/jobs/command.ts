/** `driftline jobs`: what a queue holds, and who works there. */
import type { Command } from 'commander';
import { QUEUE_FLAG } from '../../queue/with-queue.ts';
import { note, printLines } from '../../terminal/output.ts';

interface JobsFlags {
  readonly queue: string;
  readonly json?: true;
}

async function initialiseQueue(url: string): Promise<void> {
  const { Database } = await import('../../queue/database.ts');
  const { initialise, ROLE } = await import('../../queue/schema.ts');
  const database = new Database(url, 2, note);
  try {
    await initialise(database);
  } finally {
    await database.close();
  }
  await printLines([
    `${database.shown}: the queue is ready.`,
    `Who submits or works needs the role: GRANT ${ROLE} TO …`,
  ]);
}

async function runJobs(
  action: string,
  experiment: string | undefined,
  flags: JobsFlags,
): Promise<void> {
  if (action === 'init') return initialiseQueue(flags.queue);
  throw new Error(`${action} ${experiment}`);
}

/** The flags of `driftline jobs`. */
export function configureJobs(command: Command): void {
  command
    .argument('[ACTION]', 'init, list, show, cancel or remove', 'list')
    .argument('[EXPERIMENT]', 'its id, or the beginning of it')
    .requiredOption('--queue <URL>', 'the queue: postgres://USER@HOST/DATABASE', QUEUE_FLAG[2])
    .option('--json', 'print one JSON document')
    .action(runJobs);
}
