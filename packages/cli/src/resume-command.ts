/** A word as a shell takes it: quoted where it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

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
