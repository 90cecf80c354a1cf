/** `driftline serve`: the decision service. */
import type { RunningService } from '@driftline/service';
import type { Command } from 'commander';
import { withService } from '../../shared/load-service.ts';
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
    'Create an experiment, ask for a decision, send its reward, and show the state:',
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

/** Ends a service that can store nothing more: it answers waiting requests, and does not wait for hanging ones. */
function abandon(service: RunningService, error: unknown): never {
  setTimeout(() => process.exit(STORE_LOST_EXIT), ABANDON_MILLIS).unref();
  service.close().catch((reason: unknown) => note(`while stopping: ${String(reason)}`));
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
      `Driftline is running at ${service.address} (press Ctrl-C to stop). Store: ${shownLocation(options.data)}`,
      ...(options.dev ? ['', ...firstCalls(service.address)] : []),
    ];
    await Promise.all([printLines(address), ended]);
    await close(service);
  });
}

const help = `
Each flag can also be an environment variable (--max-pending is
${variableOf('max-pending')}) or a line of the --config file (max-pending: 1000).
A flag overrides its variable, and a variable overrides the file. The file can
declare experiments. The service creates missing ones, and changes existing
ones only with --apply. Example of a file:
  port: 8080
  experiments:
    checkout:
      arms: [{key: blue}, {key: green}]
      reward: {min: 0, max: 1, timeout: 1h}
Exit code 74: the disk failed, or the store was moved; see docs/operating.md.

Examples:
  driftline serve --dev
  driftline keys add ops --scopes admin && driftline serve
  driftline serve --config driftline.yaml --apply
  DRIFTLINE_POSTGRES_FILE=/run/secrets/postgres driftline serve
  driftline serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem`;

/** The flags of `driftline serve`. */
export function configureServe(command: Command): void {
  command.option('--config <FILE>', 'read settings and experiments from a YAML file');
  for (const { name, argument, summary } of [
    ...Object.values(settings),
    ...Object.values(limitSettings),
  ]) {
    command.option(argument === undefined ? `--${name}` : `--${name} ${argument}`, summary);
  }
  command.addHelpText('after', help).action(runServe);
}
