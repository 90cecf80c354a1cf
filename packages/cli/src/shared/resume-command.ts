import { resolve } from 'node:path';
import { resumeCommand as commandOf, shellWord } from '@driftline/engine/display';
import { shownQueueUrl } from './queue-url.ts';

/**
 * The command that goes on with an unfinished run, from wherever it is typed.
 *
 * @param queue - where it is played; a password in it is left to whoever types
 */
export function resumeCommand(
  spec: string,
  out: string,
  plugins: readonly string[] = [],
  queue?: string,
): string {
  const command = commandOf(
    resolve(spec),
    resolve(out),
    plugins.map((file) => resolve(file)),
  );
  return queue === undefined ? command : `${command} --queue ${shellWord(shownQueueUrl(queue))}`;
}
