/** `driftline jobs`: what a queue holds, who works there, and what is to end. */
import type { Command } from 'commander';
import type { Queue } from '../../queue/queue.ts';
import { QUEUE_FLAG } from '../../queue/with-queue.ts';
import { UsageError } from '../../terminal/errors.ts';
import { note, printJson, printLines } from '../../terminal/output.ts';

interface JobsFlags {
  readonly queue: string;
  readonly json?: true;
}

const CONNECTIONS = 2;

async function initialiseQueue({ queue: url, json }: JobsFlags): Promise<void> {
  const { Database } = await import('../../queue/database.ts');
  const { initialise, ROLE } = await import('../../queue/schema.ts');
  const database = new Database(url, CONNECTIONS, note);
  try {
    await initialise(database);
  } finally {
    await database.close();
  }
  if (json) return printJson({ ready: true, role: ROLE });
  await printLines([
    `${database.shown}: the queue is ready.`,
    `Submitters and workers need a role: GRANT ${ROLE} TO …`,
  ]);
}

async function listAll(queue: Queue, json: boolean): Promise<void> {
  const { experimentsIn, listLines } = await import('../../queue/experiments.ts');
  const records = await experimentsIn(queue);
  await (json ? printJson({ experiments: records }) : printLines(listLines(records)));
}

async function showOne(queue: Queue, json: boolean, asked: string): Promise<void> {
  const { experimentIn, experimentLines } = await import('../../queue/experiments.ts');
  const record = await experimentIn(queue, asked);
  await (json ? printJson(record) : printLines(experimentLines(record)));
}

/** Takes an experiment away with all that is on its way; a submitter that waits for it ends. */
async function removeOne(queue: Queue, json: boolean, asked: string, only?: 'left'): Promise<void> {
  const { batchesOf, experimentIn } = await import('../../queue/experiments.ts');
  const { id, name, state, submitter } = await experimentIn(queue, asked);
  if (only === 'left' && state === 'played') {
    throw new UsageError(
      `${name} (${id}) is being played for ${submitter}; use 'cancel' to end it; 'remove' is only for abandoned experiments`,
    );
  }
  for (const { digest } of await batchesOf(queue, id)) await queue.remove(digest, 'any');
  if (json) return printJson({ id, name, removed: true });
  const ended = state === 'played' ? ` ${submitter} will end.` : '';
  await printLines([`${name} (${id}) was removed from the queue.${ended}`]);
}

/** What may be done with one experiment. */
const ACTIONS: Readonly<
  Record<string, (queue: Queue, json: boolean, asked: string) => Promise<void>>
> = {
  show: showOne,
  cancel: (queue, json, asked) => removeOne(queue, json, asked),
  remove: (queue, json, asked) => removeOne(queue, json, asked, 'left'),
};

function checkAction(action: string, asked: string | undefined): void {
  const takesNone = action === 'init' || action === 'list';
  if (!takesNone && !Object.hasOwn(ACTIONS, action)) {
    throw new UsageError(
      `the action of jobs must be init, list, show, cancel or remove; got ${action}`,
    );
  }
  if (takesNone && asked !== undefined) {
    throw new UsageError(`jobs ${action} takes no experiment; got ${asked}`);
  }
  if (!takesNone && (asked ?? '') === '') {
    throw new UsageError(`jobs ${action} needs an experiment: an id as 'jobs list' shows it`);
  }
}

async function runJobs(action: string, asked: string | undefined, flags: JobsFlags): Promise<void> {
  checkAction(action, asked);
  if (action === 'init') return initialiseQueue(flags);
  const { Queue } = await import('../../queue/queue.ts');
  const queue = await Queue.open(flags.queue, CONNECTIONS, note);
  try {
    const json = flags.json === true;
    if (asked === undefined) await listAll(queue, json);
    else await ACTIONS[action](queue, json, asked);
  } catch (error) {
    throw queue.database.failure(error);
  } finally {
    await queue.close();
  }
}

const help = `
Actions:
  init      create or upgrade the queue's tables. Run it once, as the owner of
            the database. It also creates the role driftline_worker, which lets
            submitters and workers read and write rows but not change tables
  list      list all experiments (default)
  show      show the progress and the workers of one experiment, and the workers
            that cannot play it, with the reason
  cancel    cancel an experiment; its submitter stops and can resume it later
  remove    remove an experiment that its submitter has abandoned

An experiment that its submitter has not asked about for a week is removed with
the next submission.

Examples:
  driftline jobs --queue postgres://owner@db.example.org/bandits init
  driftline jobs --queue "$QUEUE"
  driftline jobs --queue "$QUEUE" show 3f2a
  driftline jobs --queue "$QUEUE" cancel 3f2a`;

/** The flags of `driftline jobs`. */
export function configureJobs(command: Command): void {
  command
    .argument('[ACTION]', 'what to do: init, list, show, cancel or remove', 'list')
    .argument('[EXPERIMENT]', "the experiment's id, the first characters of it, or its name")
    .requiredOption(
      '--queue <URL>',
      'queue to look at: postgres://USER@HOST/DATABASE',
      QUEUE_FLAG[2],
    )
    .option('--json', 'print the answer as one JSON document')
    .addHelpText('after', help)
    .action(runJobs);
}
