/** What `driftline serve` is set to: by flags, else by the environment, else by a file. */
import { readFileSync } from 'node:fs';
import type { Limits, LogLevel, ServiceOptions } from '@driftline/service';
import { parse, YAMLError } from 'yaml';
import { numberFlag } from '../../shared/flags.ts';
import { DEFAULT_STORE, postgresSummary, storePlace } from '../../shared/store-place.ts';
import { asUserError, UsageError, UserError } from '../../terminal/errors.ts';

/** A reader of a text; `name` is where it stands, for messages. */
type Reader<Value> = (name: string, text: string) => Value;

interface Setting<Value> {
  /** As flags and files have it. */
  readonly name: string;
  readonly argument?: string;
  readonly summary: string;
  readonly read: Reader<Value>;
}

const text: Reader<string> = (name, given) => {
  if (given.trim() !== '') return given.trim();
  throw new UsageError(`${name} must not be empty`);
};

function integer(least: number, most: number): Reader<number> {
  return (name, given) => numberFlag(name, { kind: 'integer', least, most })(given);
}

/** On or off. Anything else might be meant as either. */
const yesOrNo: Reader<boolean> = (name, given) => {
  if (['true', '1', 'yes', 'on'].includes(given.toLowerCase())) return true;
  if (['false', '0', 'no', 'off', ''].includes(given.toLowerCase())) return false;
  throw new UsageError(`${name} must be true or false; got ${given}`);
};

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const satisfies LogLevel[];

const level: Reader<LogLevel> = (name, given) => {
  const found = LEVELS.find((each) => each === given);
  if (found !== undefined) return found;
  throw new UsageError(`${name} must be one of ${LEVELS.join(', ')}; got ${given}`);
};

const DAY_MILLIS = 86_400_000;
const GIGABYTE = 2 ** 30;

/** Every setting, in the order of the help. */
export const settings = {
  data: setting(
    'data',
    '<FILE>',
    `store everything in this file (default: ${DEFAULT_STORE})`,
    text,
  ),
  postgres: setting('postgres', '<URL>', postgresSummary(), text),
  host: setting('host', '<H>', 'address to listen on (default: 127.0.0.1)', text),
  port: setting(
    'port',
    '<N>',
    'port to listen on, or 0 for any free port (default: 8080)',
    integer(0, 65_535),
  ),
  dev: setting(
    'dev',
    undefined,
    'require no keys, and accept requests from this machine only',
    yesOrNo,
  ),
  tlsCert: setting('tls-cert', '<FILE>', 'serve HTTPS with this certificate chain (PEM)', text),
  tlsKey: setting('tls-key', '<FILE>', 'private key of the TLS certificate (PEM)', text),
  logLevel: setting(
    'log-level',
    '<L>',
    `least severe messages to log: ${LEVELS.join(', ')} (default: info; with --dev: warn)`,
    level,
  ),
  drain: setting(
    'drain',
    '<MS>',
    'after SIGTERM, keep serving this many ms while /readyz returns 503, so that load balancers stop sending requests (default: 0)',
    integer(0, DAY_MILLIS),
  ),
  acceptClock: setting(
    'accept-clock',
    undefined,
    "trust the machine's clock: close overdue decisions one minute after the start, even after a long stop (default: after 10 minutes)",
    yesOrNo,
  ),
  apply: setting(
    'apply',
    undefined,
    'change existing experiments to match the --config file',
    yesOrNo,
  ),
} as const;

/** Limits of the service, each a flag. */
export const limitSettings = {
  rate: limit('rate', '<N>', 'operations per second allowed for each key (default: 2000)', 1e9),
  pending: limit(
    'max-pending',
    '<N>',
    'pending decisions allowed in each experiment (default: 1000000)',
    1e7,
  ),
  experiments: limit(
    'max-experiments',
    '<N>',
    'experiments allowed in the store, including archived ones (default: 10000)',
    1e6,
  ),
  arms: limit(
    'max-arms',
    '<N>',
    'arms allowed in each experiment, including retired ones (default: 1000)',
    1e5,
  ),
  liveArms: limit(
    'max-live-arms',
    '<N>',
    'arms allowed in each experiment, without retired ones (default: 100)',
    1000,
  ),
  batch: limit('max-batch', '<N>', 'operations allowed in a batch (default: 1000)', 10_000),
  bodyBytes: limit(
    'max-body',
    '<BYTES>',
    'size limit of a request body, except imports (default: 65536)',
    GIGABYTE,
  ),
  importBytes: limit(
    'max-import',
    '<BYTES>',
    'size limit of an import (default: 67108864)',
    GIGABYTE,
  ),
  importLines: limit(
    'max-import-lines',
    '<N>',
    'lines allowed in an import (default: 200000)',
    1e7,
  ),
  exports: limit('max-exports', '<N>', 'exports allowed at the same time (default: 32)', 1000),
  exportsPerKey: limit(
    'max-key-exports',
    '<N>',
    'exports allowed at the same time for each key (default: 4)',
    1000,
  ),
  queued: limit(
    'max-queued',
    '<N>',
    'operations that may wait at the same time; more are rejected (default: 10000)',
    1e6,
  ),
  queuedMillis: limit(
    'queue-timeout',
    '<MS>',
    'reject an operation that has waited longer than this many ms (default: 1000)',
    DAY_MILLIS,
  ),
  connections: limit(
    'max-connections',
    '<N>',
    'connections allowed at the same time (default: 4096)',
    1e6,
  ),
  headersMillis: limit(
    'headers-timeout',
    '<MS>',
    'reject a request whose headers take longer than this many ms to arrive (default: 10000)',
    DAY_MILLIS,
  ),
  requestMillis: limit(
    'request-timeout',
    '<MS>',
    'reject a request that takes longer than this many ms to arrive (default: 15000)',
    DAY_MILLIS,
  ),
  keepAliveMillis: limit(
    'keep-alive',
    '<MS>',
    'close a connection that is idle for this many ms (default: 65000)',
    DAY_MILLIS,
  ),
} as const satisfies Partial<Record<keyof Limits, Setting<number>>>;

function setting<Value>(
  name: string,
  argument: string | undefined,
  summary: string,
  read: Reader<Value>,
): Setting<Value> {
  return { name, summary, read, ...(argument === undefined ? {} : { argument }) };
}

function limit(name: string, argument: string, summary: string, most: number): Setting<number> {
  return setting(name, argument, summary, integer(1, most));
}

/** What commander gives: the texts of flags by their names in camel case. */
export type ServeFlags = Readonly<Record<string, string | true | undefined>>;

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The variable of a setting. */
export function variableOf(name: string): string {
  return `DRIFTLINE_${name.toUpperCase().replaceAll('-', '_')}`;
}

type Places = { readonly flags: ServeFlags; readonly file: Readonly<Record<string, unknown>> };

function lookUp<Value>({ name, read }: Setting<Value>, { flags, file }: Places): Value | undefined {
  const flag = flags[camelCase(name)];
  if (flag !== undefined) return read(`--${name}`, String(flag));
  const variable = process.env[variableOf(name)];
  if (variable !== undefined) return read(variableOf(name), variable);
  const inFile = file[name];
  if (inFile === undefined || inFile === null) return undefined;
  return read(`${name} in the file`, String(inFile));
}

/** Members of a file in addition to the settings. */
const FILE_ONLY = ['experiments'];

function readConfig(path: string): Readonly<Record<string, unknown>> {
  let read: unknown;
  try {
    read = parse(readFileSync(path, 'utf8'), { maxAliasCount: 0 });
  } catch (error) {
    if (!(error instanceof YAMLError || error instanceof ReferenceError))
      throw asUserError(path, error);
    throw new UserError(`cannot read ${path} as YAML: ${error.message}`);
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new UserError(`${path} must be a map of settings, such as  port: 8080`);
  }
  checkMembers(path, Object.entries(read));
  return { ...read };
}

/** Refuses unknown settings, and settings that are not a single value. */
function checkMembers(path: string, members: readonly (readonly [string, unknown])[]): void {
  const single = [...Object.values(settings), ...Object.values(limitSettings)].map(
    ({ name }) => name,
  );
  const known = [...single, ...FILE_ONLY];
  for (const [name, value] of members) {
    if (!known.includes(name)) {
      throw new UserError(
        `${path} has an unknown setting '${name}'; accepted: ${known.join(', ')}`,
      );
    }
    if (single.includes(name) && typeof value === 'object' && value !== null) {
      throw new UserError(`${path}: ${name} must be a single value; got ${JSON.stringify(value)}`);
    }
  }
}

function tlsOf(places: Places): Pick<ServiceOptions, 'tls'> {
  const [cert, key] = [lookUp(settings.tlsCert, places), lookUp(settings.tlsKey, places)];
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) {
    throw new UsageError('--tls-cert and --tls-key must be given together; one of them is missing');
  }
  const read = (path: string) => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw asUserError(path, error);
    }
  };
  return { tls: { cert: read(cert), key: read(key) } };
}

function limitsOf(places: Places): Partial<Limits> {
  const found = Object.entries(limitSettings).flatMap(([name, each]) => {
    const value = lookUp(each, places);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** All settings together; a flag goes before the environment, and that before the file. */
export function serviceOptions(flags: ServeFlags): ServiceOptions & { readonly dev: boolean } {
  const path = flags.config ?? process.env.DRIFTLINE_CONFIG;
  const file = path === undefined ? {} : readConfig(String(path));
  const places = { flags, file };
  const dev = lookUp(settings.dev, places) ?? false;
  return {
    data: storePlace(flags, file),
    host: lookUp(settings.host, places) ?? '127.0.0.1',
    port: lookUp(settings.port, places) ?? 8080,
    dev,
    // With --dev, people read the terminal: they see problems only.
    logLevel: lookUp(settings.logLevel, places) ?? (dev ? 'warn' : 'info'),
    apply: lookUp(settings.apply, places) ?? false,
    drainMillis: lookUp(settings.drain, places) ?? 0,
    acceptClock: lookUp(settings.acceptClock, places) ?? false,
    limits: limitsOf(places),
    ...tlsOf(places),
    ...(file.experiments === undefined ? {} : { experiments: file.experiments }),
  };
}
