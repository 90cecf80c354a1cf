/** Flags that several commands about experiments share. */
import { UsageError } from '../terminal/errors.ts';
import { numberFlag } from './flags.ts';

/** Reads the number of threads. */
const readWorkers = numberFlag('--workers', { kind: 'integer', least: 1, most: 1024 });

/** Puts one more plugin to those given before. */
function collectPlugins(file: string, before: readonly string[] = []): readonly string[] {
  return [...before, file];
}

/** Reads a path to write to; an empty one comes of a variable that is not set. */
export function readOut(path: string): string {
  if (path !== '') return path;
  throw new UsageError('--out must be a path; got an empty text');
}

/** The flag that names plugins, the same in every command. */
export const PLUGIN_FLAG = [
  '--plugin <FILE...>',
  'modules with policies, environments or laws to add',
  collectPlugins,
] as const;

/** The same in a command that takes an ID: one file per flag, so that the word after it is the ID. */
export const PLUGIN_BEFORE_ID_FLAG = [
  '--plugin <FILE>',
  'module with policies, environments or laws to add; repeat the flag for more',
  collectPlugins,
] as const;

/** The flag that sets the number of threads, the same in every command. */
export const WORKERS_FLAG = [
  '--workers <W>',
  'number of threads (default: one per core)',
  readWorkers,
] as const;
