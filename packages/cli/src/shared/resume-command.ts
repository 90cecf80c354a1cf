import { resolve } from 'node:path';
import { resumeCommand as commandOf } from '@driftline/engine/display';

/** The command that goes on with an unfinished run, from wherever it is typed. */
export function resumeCommand(spec: string, out: string, plugins: readonly string[] = []): string {
  return commandOf(
    resolve(spec),
    resolve(out),
    plugins.map((file) => resolve(file)),
  );
}
