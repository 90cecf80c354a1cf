/** Signs beside a store that something happened to it. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isPostgres } from '../store/location.ts';
import { RESCUED } from '../store/sqlite/rescue.ts';

/** Sentences for an operator, to be read before a store is opened, or made because it is not there. */
export function storeNotices(location: string): readonly string[] {
  if (isPostgres(location)) return [];
  const file = resolve(location);
  const copies = rescuedCopies(file);
  return [
    ...(existsSync(file) || !existsSync(`${file}.lock`) ? [] : [goneStore(file)]),
    ...copies.map(
      (copy) =>
        `${copy} holds everything that a service had committed when the files of ${file} were taken from it; ` +
        'put it in the place of the store or move it away',
    ),
  ];
}

function goneStore(file: string): string {
  return (
    `${file} is not there, and ${file}.lock shows that there was a store: an empty one is made; ` +
    'if the store was moved or removed by mistake, stop the service and put it back'
  );
}

/** Ends of names of files beside a copy: it is not whole yet, or it was opened as a store, as `store check` does. */
const BESIDE = ['.partial', '.lock', '-wal', '-shm'];

/** Copies that were made when the files of a store were taken away. */
function rescuedCopies(file: string): string[] {
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  const isCopy = (name: string) =>
    name.startsWith(`${basename(file)}${RESCUED}`) && !BESIDE.some((end) => name.endsWith(end));
  return readdirSync(folder)
    .filter(isCopy)
    .map((name) => join(folder, name));
}
