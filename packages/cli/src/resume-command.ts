import { shellWord } from '@driftline/engine/display';

/** The command that goes on with an unfinished run. */
export function resumeCommand(spec: string, out: string, plugins: readonly string[]): string {
  return [
    'driftline run',
    shellWord(spec),
    '--out',
    shellWord(out),
    '--resume',
    ...plugins.flatMap((file) => ['--plugin', shellWord(file)]),
  ].join(' ');
}
