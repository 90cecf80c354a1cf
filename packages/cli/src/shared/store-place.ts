/** Where the store of a command is: a file, or a PostgreSQL database. Flags go before variables, these before a file. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { asUserError, UsageError } from '../terminal/errors.ts';

/** Where the store is unless somebody says otherwise. */
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

/** A place as somebody gave it; `name` is where it stands. */
interface Given {
  readonly name: string;
  readonly read: () => string;
}

/** An address. What is none is not shown: a password may be in it. */
function readAddress(name: string, text: string): string {
  const trimmed = text.trim();
  if (ADDRESS.test(trimmed) && URL.canParse(trimmed)) return trimmed;
  const hint = ADDRESS.test(trimmed)
    ? 'what is there can not be read as one: characters such as # / ? @ : % in a password are written as %23 and so on'
    : 'what is there begins otherwise';
  throw new UsageError(
    `${name} must be the address of a PostgreSQL database, ${ACCEPTED}; ${hint}`,
  );
}

function readPath(name: string, text: string): string {
  const path = text.trim();
  if (path === '') throw new UsageError(`${name} must not be empty`);
  if (!ADDRESS.test(path)) return path;
  throw new UsageError(`${name} must be a file; give the address of a database as --postgres`);
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
    throw new UsageError(`${names} name two stores, and there is one; leave one of them out`);
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
    `${what} is for PostgreSQL: give its address by DRIFTLINE_POSTGRES, or --postgres`,
  );
}

/** A store that a command names as an argument: a file, an address, or the word for the variables. */
export function namedPlace(name: string, text: string): string {
  if (text === POSTGRES_WORD) {
    const place = onlyOf(inVariables().filter((each) => each.name !== 'DRIFTLINE_DATA'));
    if (place !== undefined) return place;
    throw new UsageError(
      `${name} is the database of DRIFTLINE_POSTGRES or DRIFTLINE_POSTGRES_FILE, and neither is set; a file of that name is ./${POSTGRES_WORD}`,
    );
  }
  return ADDRESS.test(text.trim()) ? readAddress(name, text) : readPath(name, text);
}

/** The flags that name a store. */
export function addStoreFlags(command: Command): Command {
  return command
    .option('--data <FILE>', `the store (default: ${DEFAULT_STORE}; env: DRIFTLINE_DATA)`)
    .option('--postgres <URL>', 'the store in PostgreSQL (env: DRIFTLINE_POSTGRES)');
}

/** What to know about addresses, for the help of each command that takes one. */
export const postgresHelp = `
A store in PostgreSQL has an address,
${ACCEPTED}. Give it as
DRIFTLINE_POSTGRES, or in the file that DRIFTLINE_POSTGRES_FILE names.
--postgres takes it, too, but everyone on the machine can see the arguments
of a command (ps), a password among them.`;
