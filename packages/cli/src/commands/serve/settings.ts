/** What `driftline serve` is set to: by flags, else by the environment, else by a file. */
import { readFileSync } from 'node:fs';
import type { Limits, LogLevel, ServiceOptions } from '@driftline/service';
import { parse, YAMLError } from 'yaml';
import { numberFlag } from '../../shared/flags.ts';
import { DEFAULT_STORE, storePlace } from '../../shared/store-place.ts';
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
  data: setting('data', '<FILE>', `the store (default: ${DEFAULT_STORE})`, text),
  postgres: setting('postgres', '<URL>', 'the store in PostgreSQL instead; see below', text),
  host: setting('host', '<H>', 'address to listen on (default: 127.0.0.1)', text),
  port: setting(
    'port',
    '<N>',
    'port to listen on; 0 takes any (default: 8080)',
    integer(0, 65_535),
  ),
  dev: setting('dev', undefined, 'to try it: no key needed, this machine only', yesOrNo),
  tlsCert: setting('tls-cert', '<FILE>', 'certificate chain (PEM)', text),
  tlsKey: setting('tls-key', '<FILE>', 'key of the certificate (PEM)', text),
  logLevel: setting('log-level', '<L>', `${LEVELS.join(', ')} (default: info)`, level),
  drain: setting(
    'drain',
    '<MS>',
    'ms to answer, not ready, before it ends (default: 0)',
    integer(0, DAY_MILLIS),
  ),
  acceptClock: setting(
    'accept-clock',
    undefined,
    'the clock is right: close overdue decisions also after a long stop',
    yesOrNo,
  ),
  apply: setting('apply', undefined, 'change experiments to what --config says', yesOrNo),
} as const;

/** Limits of the service, each a flag. */
export const limitSettings = {
  rate: limit('rate', 'operations per second and key (default: 2000)', 1e9),
  pending: limit('max-pending', 'pending decisions per experiment (default: 1000000)', 1e7),
  experiments: limit('max-experiments', 'experiments (default: 10000)', 1e6),
  arms: limit('max-arms', 'arms that an experiment ever had (default: 1000)', 1e5),
  liveArms: limit('max-live-arms', 'arms of an experiment (default: 100)', 1000),
  batch: limit('max-batch', 'operations of a batch (default: 1000)', 10_000),
  bodyBytes: limit('max-body', 'bytes of a request (default: 65536)', GIGABYTE),
  importBytes: limit('max-import', 'bytes of an import (default: 67108864)', GIGABYTE),
  importLines: limit('max-import-lines', 'lines of an import (default: 200000)', 1e7),
  exports: limit('max-exports', 'exports under way (default: 32)', 1000),
  exportsPerKey: limit('max-key-exports', 'exports under way per key (default: 4)', 1000),
  queued: limit('max-queued', 'operations that wait (default: 10000)', 1e6),
  queuedMillis: limit('queue-timeout', 'ms that one waits (default: 1000)', DAY_MILLIS),
  connections: limit('max-connections', 'connections (default: 4096)', 1e6),
  headersMillis: limit('headers-timeout', 'ms for headers (default: 10000)', DAY_MILLIS),
  requestMillis: limit('request-timeout', 'ms for a request (default: 15000)', DAY_MILLIS),
  keepAliveMillis: limit('keep-alive', 'ms between requests (default: 65000)', DAY_MILLIS),
} as const satisfies Partial<Record<keyof Limits, Setting<number>>>;

function setting<Value>(
  name: string,
  argument: string | undefined,
  summary: string,
  read: Reader<Value>,
): Setting<Value> {
  return { name, summary, read, ...(argument === undefined ? {} : { argument }) };
}

function limit(name: string, summary: string, most: number): Setting<number> {
  return setting(name, '<N>', summary, integer(1, most));
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

/** Members of a file beside the settings. */
const FILE_ONLY = ['experiments'];

function readConfig(path: string): Readonly<Record<string, unknown>> {
  let read: unknown;
  try {
    read = parse(readFileSync(path, 'utf8'), { maxAliasCount: 0 });
  } catch (error) {
    if (!(error instanceof YAMLError || error instanceof ReferenceError))
      throw asUserError(path, error);
    throw new UserError(`${path} can not be read as YAML: ${error.message}`);
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new UserError(`${path} must hold settings by name, such as  port: 8080`);
  }
  checkMembers(path, Object.entries(read));
  return { ...read };
}

/** Refuses members that are no settings, and settings that are more than one value. */
function checkMembers(path: string, members: readonly (readonly [string, unknown])[]): void {
  const single = [...Object.values(settings), ...Object.values(limitSettings)].map(
    ({ name }) => name,
  );
  const known = [...single, ...FILE_ONLY];
  for (const [name, value] of members) {
    if (!known.includes(name)) {
      throw new UserError(
        `${path} has '${name}', which is no setting; there are ${known.join(', ')}`,
      );
    }
    if (single.includes(name) && typeof value === 'object' && value !== null) {
      throw new UserError(`${path}: ${name} must be one value; got ${JSON.stringify(value)}`);
    }
  }
}

function tlsOf(places: Places): Pick<ServiceOptions, 'tls'> {
  const [cert, key] = [lookUp(settings.tlsCert, places), lookUp(settings.tlsKey, places)];
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) {
    throw new UsageError('--tls-cert and --tls-key go together; one of them is missing');
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
    // Whoever tries it reads lines for people; what goes wrong is among them.
    logLevel: lookUp(settings.logLevel, places) ?? (dev ? 'warn' : 'info'),
    apply: lookUp(settings.apply, places) ?? false,
    drainMillis: lookUp(settings.drain, places) ?? 0,
    acceptClock: lookUp(settings.acceptClock, places) ?? false,
    limits: limitsOf(places),
    ...tlsOf(places),
    ...(file.experiments === undefined ? {} : { experiments: file.experiments }),
  };
}
