/** `driftline serve`: the decision service. */
import type { RunningService } from '@driftline/service';
import type { Command } from 'commander';
import { withService } from '../../shared/load-service.ts';
import { postgresHelp } from '../../shared/store-place.ts';
import { STORE_LOST_EXIT, StoreLost, UserError } from '../../terminal/errors.ts';
import { note, printLines, warn } from '../../terminal/output.ts';
import {
  limitSettings,
  type ServeFlags,
  serviceOptions,
  settings,
  variableOf,
} from './settings.ts';

/** How long a service may take to end after its store failed. */
const ABANDON_MILLIS = 2000;

/** What to try first, as lines that can be copied. */
function firstCalls(address: string): string[] {
  const json = "-H 'content-type: application/json'";
  const experiment = `${address}v1/experiments/demo`;
  const config =
    '{"arms":[{"key":"blue"},{"key":"green"}],"reward":{"min":0,"max":1,"timeout":"10m"}}';
  return [
    'Create an experiment, decide, and report what came of it:',
    `  curl -X PUT ${experiment} ${json} -d '${config}'`,
    `  curl -X POST ${experiment}/decisions ${json} -d '{}'`,
    `  curl -X POST ${address}v1/decisions/DECISION_ID/reward ${json} -d '{"value":1}'`,
    `  curl ${experiment}/state`,
  ];
}

/** Resolves when the service is asked to end; rejects where its store broke. */
function ending({ broken }: RunningService): Promise<void> {
  return new Promise((resolve, reject) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    broken.then((lost) => reject(new StoreLost(lost)), reject);
  });
}

/** Ends a service; throws if its store broke on the way. */
async function close(service: RunningService): Promise<void> {
  await service.close();
  const lost = await Promise.race([service.broken, undefined]);
  if (lost !== undefined) throw new StoreLost(lost);
}

/** Ends a service that can store nothing more: whoever waits is told so, and what hangs is left behind. */
function abandon(service: RunningService, error: unknown): never {
  setTimeout(() => process.exit(STORE_LOST_EXIT), ABANDON_MILLIS).unref();
  service.close().catch((reason: unknown) => note(`while it ended: ${String(reason)}`));
  throw error;
}

async function runServe(flags: ServeFlags): Promise<void> {
  const options = serviceOptions(flags);
  await withService(async ({ startService, ProblemError, shownLocation, storeNotices }) => {
    warn(storeNotices(options.data));
    const service = await startService(options).catch((error: unknown) => {
      throw error instanceof ProblemError ? new UserError(error.message) : error;
    });
    for (const line of service.declared) note(line);
    // Asked to end as soon as its address is read, it ends as it should.
    const ended = ending(service).catch((error: unknown) => abandon(service, error));
    const address = [
      `Driftline is at ${service.address} (Ctrl-C ends it); its store is ${shownLocation(options.data)}`,
      ...(options.dev ? ['', ...firstCalls(service.address)] : []),
    ];
    await Promise.all([printLines(address), ended]);
    await close(service);
  });
}

const help = `
Every flag has a variable: --max-pending is ${variableOf('max-pending')}. A flag
goes before its variable, and that before the file of --config, in which
settings have the names of the flags. The file may declare experiments:

  port: 8080
  experiments:
    checkout:
      arms: [{key: blue}, {key: green}]
      reward: {min: 0, max: 1, timeout: 1h}

They are created where they are missing. Where one differs it stays as it is,
and the difference is told; --apply changes it.
${postgresHelp}
Its owner makes it ready first: driftline store migrate --help

SIGTERM answers what is under way, saves everything and ends with 0. With
--drain 5000 it first goes on for 5 s and says at /readyz that it is not ready,
so that a balancer sends nothing more. It ends
with 74 if the disk fails: start it again then, nothing acknowledged is lost.
It also ends with 74 if the files of the store are moved, replaced, removed or
cut while it runs. Then it copies everything that was committed to a new file
next to the store, prints its name, and does not start until you move that file.

Examples:
  driftline serve --dev
  driftline keys add ops --scopes admin && driftline serve
  driftline serve --config driftline.yaml --apply
  DRIFTLINE_POSTGRES_FILE=/run/secrets/postgres driftline serve
  driftline serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem`;

/** The flags of `driftline serve`. */
export function configureServe(command: Command): void {
  command.option('--config <FILE>', 'YAML file with settings and experiments');
  for (const { name, argument, summary } of [
    ...Object.values(settings),
    ...Object.values(limitSettings),
  ]) {
    command.option(argument === undefined ? `--${name}` : `--${name} ${argument}`, summary);
  }
  command.addHelpText('after', help).action(runServe);
}
