/** Where the store of a command is: a file, or a PostgreSQL database. Flags go before variables, these before a file. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { asUserError, UsageError } from '../terminal/errors.ts';

/** Default place of the store. */
export const DEFAULT_STORE = './driftline.db';

/** What stands for the address in the variables, so that it need not stand in a command. */
export const POSTGRES_WORD = 'postgres';

const ADDRESS = /^postgres(ql)?:\/\//i;
const ACCEPTED = 'postgres://USER:PASSWORD@HOST:PORT/DATABASE';

/** The flags, or the members of a file. */
interface Names {
  readonly data?: unknown;
  readonly postgres?: unknown;
}

/** A place as the user gave it; `name` is its flag, variable or file member. */
interface Given {
  readonly name: string;
  readonly read: () => string;
}

/** An address. Errors do not show the value, because it may contain a password. */
function readAddress(name: string, text: string): string {
  const trimmed = text.trim();
  if (ADDRESS.test(trimmed) && URL.canParse(trimmed)) return trimmed;
  const hint = ADDRESS.test(trimmed)
    ? 'the value cannot be read as an address; write characters such as # / ? @ : % in a password as %23 and so on'
    : 'the value does not begin with postgres://';
  throw new UsageError(
    `${name} must be the address of a PostgreSQL database, ${ACCEPTED}; ${hint}`,
  );
}

function readPath(name: string, text: string): string {
  const path = text.trim();
  if (path === '') throw new UsageError(`${name} must not be empty`);
  if (!ADDRESS.test(path)) return path;
  throw new UsageError(`${name} must be a file; give a database address with --postgres`);
}

function readAddressFile(name: string, file: string): string {
  try {
    return readAddress(`the file of ${name}`, readFileSync(file, 'utf8'));
  } catch (error) {
    throw asUserError(`${name}=${file}`, error);
  }
}

function given(
  name: string,
  value: unknown,
  read: (name: string, text: string) => string,
): Given[] {
  if (value === undefined || value === null) return [];
  return [{ name, read: () => read(name, String(value)) }];
}

/** The only one of these; undefined where there is none. */
function onlyOf(all: readonly Given[]): string | undefined {
  if (all.length > 1) {
    const names = all.map(({ name }) => name).join(' and ');
    throw new UsageError(
      `${names} name two stores, but only one can be used; leave one of them out`,
    );
  }
  return all[0]?.read();
}

function inVariables(): Given[] {
  const { DRIFTLINE_DATA, DRIFTLINE_POSTGRES, DRIFTLINE_POSTGRES_FILE } = process.env;
  return [
    ...given('DRIFTLINE_DATA', DRIFTLINE_DATA, readPath),
    ...given('DRIFTLINE_POSTGRES', DRIFTLINE_POSTGRES, readAddress),
    ...given('DRIFTLINE_POSTGRES_FILE', DRIFTLINE_POSTGRES_FILE, readAddressFile),
  ];
}

function inNames(names: Names, shown: (name: string) => string): Given[] {
  return [
    ...given(shown('data'), names.data, readPath),
    ...given(shown('postgres'), names.postgres, readAddress),
  ];
}

/** The store of a command. */
export function storePlace(flags: Names, file: Names = {}): string {
  return (
    onlyOf(inNames(flags, (name) => `--${name}`)) ??
    onlyOf(inVariables()) ??
    onlyOf(inNames(file, (name) => `${name} in the file`)) ??
    DEFAULT_STORE
  );
}

/** The address of a database that is to be there. */
export function postgresPlace(flags: Names, what: string): string {
  const place = storePlace(flags);
  if (ADDRESS.test(place)) return place;
  throw new UsageError(
    `${what} needs a PostgreSQL database; give its address with DRIFTLINE_POSTGRES or --postgres`,
  );
}

/** A store that a command names as an argument: a file, an address, or the word for the variables. */
export function namedPlace(name: string, text: string): string {
  if (text === POSTGRES_WORD) {
    const place = onlyOf(inVariables().filter((each) => each.name !== 'DRIFTLINE_DATA'));
    if (place !== undefined) return place;
    throw new UsageError(
      `${name} is '${POSTGRES_WORD}', but neither DRIFTLINE_POSTGRES nor DRIFTLINE_POSTGRES_FILE is set; for a file of that name, write ./${POSTGRES_WORD}`,
    );
  }
  return ADDRESS.test(text.trim()) ? readAddress(name, text) : readPath(name, text);
}

/** Explains `--postgres`. */
export function postgresSummary(): string {
  return `use the store in this PostgreSQL database (${ACCEPTED}). Other users of the machine can see arguments, so prefer the variable DRIFTLINE_POSTGRES, or DRIFTLINE_POSTGRES_FILE with the path of a file that holds the URL`;
}

/** The flags that name a store. */
export function addStoreFlags(command: Command): Command {
  return command
    .option(
      '--data <FILE>',
      `use the store in this file (default: ${DEFAULT_STORE}; env: DRIFTLINE_DATA)`,
    )
    .option('--postgres <URL>', postgresSummary());
}
