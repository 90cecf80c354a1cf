import { join } from 'node:path';

/** Beside a date and a number, so that file systems take it, those that encrypt names too. */
const MOST_BYTES = 110;

/** As much of a name as there is room for. */
function cut(name: string): string {
  const letters = [...name];
  while (Buffer.byteLength(letters.join('')) > MOST_BYTES) letters.pop();
  return letters.join('');
}

/**
 * `results/NAME-20260131-140509`, in local time: sorts by time, and works on every file system. A
 * number follows where that is taken.
 */
export function datedFolder(name: string, now: Date, taken: (path: string) => boolean): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  const base = join('results', `${cut(name)}-${day}-${time}`);
  let folder = base;
  for (let number = 2; taken(folder); number++) folder = `${base}-${number}`;
  return folder;
}
