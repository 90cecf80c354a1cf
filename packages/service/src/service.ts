/** The decision service as a whole: store, writer, readers and HTTP, started and stopped together. */
import { setTimeout as sleep } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { declareExperiments } from './declared/declare.ts';
import { readDeclared } from './declared/read-declared.ts';
import { type Ask, askingOf } from './http/ask.ts';
import { ExperimentKeys } from './http/experiment-keys.ts';
import { Keyring } from './http/keys/keyring.ts';
import { OpenExports } from './http/open-exports.ts';
import { isLoopback } from './http/origins.ts';
import type { App, HttpParts } from './http/parts.ts';
import { RateLimit } from './http/rates.ts';
import { ReadinessCheck } from './http/readiness.ts';
import { listen } from './http/server/listen.ts';
import { buildServer, type Tls } from './http/server/server.ts';
import { AlarmDesk } from './insight/alarm-desk.ts';
import { InsightThread } from './insight/insight-thread.ts';
import { Metrics } from './metrics/metrics.ts';
import { DecisionIds } from './model/decision-ids.ts';
import { defaultLimits, type Limits } from './model/limits.ts';
import { ServiceRefused } from './model/service-refused.ts';
import { type OpenedWriter, openWriter } from './open-writer.ts';
import { demandDealtWith } from './opening/notices.ts';
import { openReader } from './opening/open-store.ts';
import { consoleFiles, ownVersion } from './package-files.ts';
import type { StoreBroken } from './store/errors.ts';
import { isPostgres, shownLocation } from './store/location.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface ServiceOptions {
  /** The store: a file, which is made where there is none, or the address of a PostgreSQL database. */
  readonly data: string;
  readonly host?: string;
  /** 0 takes any that is free. */
  readonly port?: number;
  /** No key is needed, and only this machine is answered. */
  readonly dev?: boolean;
  readonly tls?: Tls;
  readonly logLevel?: LogLevel;
  readonly limits?: Partial<Limits>;
  /** Experiments by their keys, as `PUT /v1/experiments/{key}` takes them: created where missing. */
  readonly experiments?: unknown;
  /** Whether experiments that differ from these are changed. */
  readonly apply?: boolean;
  /** For so many milliseconds a service that ends is not ready, and answers still: a balancer looks elsewhere. */
  readonly drainMillis?: number;
  /** Whether the clock of the machine is known to be right, however far time moved on: overdue decisions are closed. */
  readonly acceptClock?: boolean;
}

/** A service that listens. */
export interface RunningService {
  readonly address: string;
  /** What became of the experiments that were given. */
  readonly declared: readonly string[];
  /** Resolves when the store can't be written reliably any more: the process has to end, with exit code 74. */
  readonly broken: Promise<StoreBroken>;
  /** Answers what is under way and ends; resolves when everything is on the disk. */
  close(): Promise<void>;
}

const REREAD_KEYS_MILLIS = 5000;
/** How long requests under way may take when the service stops. */
const STOP_MILLIS = 10_000;

function checkOptions({
  dev = false,
  host,
}: {
  readonly dev?: boolean;
  readonly host: string;
}): void {
  if (!dev || isLoopback(host)) return;
  throw new ServiceRefused(
    `--dev needs no key and therefore accepts requests from this machine only; --host must be 127.0.0.1, ::1 or localhost; got ${host}`,
    'parameters-conflict',
  );
}

function checkKeys(keyring: Keyring, { dev = false, data }: ServiceOptions): void {
  if (dev || keyring.size > 0) return;
  // Of a database the address comes from a variable: with a password in it it has no place in a command.
  const place = isPostgres(data) ? '' : ` --data ${data}`;
  throw new ServiceRefused(
    `${shownLocation(data)} has no key, so no program could call the service; add one with  driftline keys add NAME --scopes admin${place}  or try it with --dev`,
    'key-missing',
  );
}

/** Reads keys again and again; those known stay where that fails. */
function keepKeys(keyring: Keyring, log: Logger): NodeJS.Timeout {
  return setInterval(() => {
    keyring.reread().catch((error: unknown) => log.error({ err: error }, 'cannot read keys'));
  }, REREAD_KEYS_MILLIS).unref();
}

/** Everything that has to be ended again, the last first; one that fails keeps no other from it. */
class Endings {
  readonly #all: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#all.unshift(end);
  }

  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const end of this.#all.splice(0)) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Says that it is about to end, and goes on answering until those who look have seen it. */
async function drained(readiness: ReadinessCheck, millis: number): Promise<void> {
  readiness.stop();
  if (millis > 0) await sleep(millis);
}

/** Lets requests under way end, but not for ever. */
async function closeServer(app: App): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), STOP_MILLIS);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

/** What every step of a start knows. */
interface Start {
  readonly options: ServiceOptions;
  readonly limits: Limits;
  readonly log: Logger;
  readonly ends: Endings;
}

/** The keys of the store, read again and again, and which experiments there are. */
async function openKeyring({ options, log, ends }: Start) {
  const reader = await openReader(options.data);
  ends.add(() => reader.close());
  const keyring = await Keyring.open(() => reader.keys());
  checkKeys(keyring, options);
  const timer = keepKeys(keyring, log);
  ends.add(() => clearInterval(timer));
  return { keyring, experiments: new ExperimentKeys(reader) };
}

/** What looks at the writer and its log from outside. */
function openInsight({ options, log, ends }: Start, opened: OpenedWriter, ask: Ask) {
  const insight = new InsightThread({ location: options.data, idKeys: opened.idKeys });
  ends.add(() => insight.close());
  const alarms = new AlarmDesk(insight);
  alarms.start((error) => log.error({ err: error }, 'cannot read the log for warnings'));
  ends.add(() => alarms.stop());
  const readiness = new ReadinessCheck(opened.writer);
  const metrics = new Metrics({
    ready: async () => (await readiness.state()).ready,
    warnings: async () => alarms.ofAll(await ask('service', 'list', {})),
  });
  ends.add(() => metrics.close());
  opened.onMeasures((measures) => {
    metrics.take(measures);
    alarms.take(measures);
  });
  return { insight, alarms, metrics, readiness };
}

async function openParts(start: Start) {
  const { options, limits, log, ends } = start;
  const opened = await openWriter({
    location: options.data,
    limits,
    acceptsClock: options.acceptClock ?? false,
    log,
  });
  ends.add(() => opened.writer.close());
  const ask = askingOf(opened.writer);
  const read = await openKeyring(start);
  const { readiness, ...seen } = openInsight(start, opened, ask);
  const { metrics } = seen;
  const parts: HttpParts = {
    ...read,
    ...seen,
    writer: opened.writer,
    ask,
    ids: new DecisionIds(opened.idKeys),
    rates: new RateLimit(limits.rate, (operations) => metrics.shed('rate-limited', operations)),
    exports: new OpenExports(limits, () => metrics.shed('too-many-exports')),
    page: consoleFiles(),
    limits,
    dev: options.dev ?? false,
    version: ownVersion(),
    readiness: () => readiness.state(),
  };
  return { parts, readiness, broken: opened.broken };
}

async function start(options: ServiceOptions, ends: Endings): Promise<RunningService> {
  const { data, host = '127.0.0.1', port = 8080, dev = false, tls, logLevel = 'info' } = options;
  checkOptions({ dev, host });
  demandDealtWith(data);
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const log = pino({ level: logLevel, base: {} }, pino.destination(2));
  const { parts, readiness, broken } = await openParts({ options, limits, log, ends });
  const app = await buildServer(parts, log, tls);
  ends.add(() => closeServer(app));
  ends.add(() => drained(readiness, options.drainMillis ?? 0));
  const asked =
    options.experiments === undefined ? new Map() : readDeclared(app, options.experiments);
  const declared = await declareExperiments(asked, parts.ask, options.apply ?? false);
  const address = await listen(app, { host, port, tls: tls !== undefined });
  log.info({ address, data: shownLocation(data), dev }, 'the service is listening');
  return { address, declared, broken, close: () => ends.run() };
}

/** Starts the service; resolves when it listens. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const ends = new Endings();
  try {
    return await start(options, ends);
  } catch (error) {
    // Why it could not start is what counts, not what then failed to end.
    await Promise.allSettled([ends.run()]);
    throw error;
  }
}
