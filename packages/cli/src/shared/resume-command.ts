import { resolve } from 'node:path';
import { shellWord } from '@driftline/engine/display';

/** The command that goes on with an unfinished run, from wherever it is typed. */
export function resumeCommand(spec: string, out: string, plugins: readonly string[] = []): string {
  const path = (name: string) => shellWord(resolve(name));
  const named = plugins.flatMap((file) => ['--plugin', path(file)]);
  return ['driftline run', path(spec), '--out', path(out), '--resume', ...named].join(' ');
}
