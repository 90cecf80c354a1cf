/** Commands as a shell takes them. */

/** A word as a shell takes it: quoted where it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command of ours with its words, ready to be typed. */
export function commandLine(words: readonly (string | number)[]): string {
  return ['driftline', ...words].map((word) => shellWord(String(word))).join(' ');
}

/**
 * The command that goes on with an unfinished run.
 *
 * @param spec - whole paths, this and the others: so it can be typed anywhere
 */
export function resumeCommand(spec: string, out: string, plugins: readonly string[] = []): string {
  const named = plugins.flatMap((file) => ['--plugin', file]);
  return commandLine(['run', spec, '--out', out, '--resume', ...named]);
}
