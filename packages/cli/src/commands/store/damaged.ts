import { UserError } from '../../terminal/errors.ts';

/** Refuses to end well if experiments are damaged. */
export function demandWhole(damaged: readonly string[]): void {
  if (damaged.length === 0) return;
  throw new UserError(
    `${damaged.join(', ')}: damaged; restore a backup, or rebuild the state from the log with  driftline store rebuild ${damaged[0]}`,
    'store-damaged',
  );
}
