/** What goes to stdout and stderr. Results go to stdout; warnings and errors to stderr. */
import { once } from 'node:events';
import { asUserError, UserError } from './errors.ts';
import { CLEAR_BELOW } from './terminal.ts';
import { WIDTH, wrap } from './text.ts';
import { visibleText } from './visible-text.ts';

/**
 * Lets a reader such as `head` close the pipe early: the command ends, and nothing is said. Where
 * output fails for another reason, such as a full disk, the command fails.
 */
export function endWhenOutputEnds(): void {
  process.stderr.on('error', () => process.exit(1));
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    const shown = asUserError('standard output', error);
    const code = shown instanceof UserError ? shown.code : 'internal-error';
    process.stderr.write(visibleText(`error: ${shown.message} [${code}]\n`));
    process.exit(1);
  });
}

/** Writes pieces to stdout, no faster than its reader takes them. */
export async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

/** Writes lines to stdout. */
export function printLines(lines: readonly string[]): Promise<void> {
  return print([visibleText(`${lines.join('\n')}\n`)]);
}

/** Writes one JSON document to stdout. */
export function printJson(document: unknown): Promise<void> {
  return print([`${JSON.stringify(document, null, 2)}\n`]);
}

/**
 * Writes a line to stderr; on a terminal, as many lines of 80 columns as it takes, in place of a progress bar,
 * which is drawn again below.
 */
export function note(message: string): void {
  const shown = visibleText(message);
  const text = process.stderr.isTTY ? CLEAR_BELOW + wrap(shown, WIDTH).join('\n') : shown;
  process.stderr.write(`${text}\n`);
}

/** Writes warnings to stderr, each once. */
export function warn(messages: Iterable<string>): void {
  for (const message of new Set(messages)) note(`warning: ${message}`);
}
