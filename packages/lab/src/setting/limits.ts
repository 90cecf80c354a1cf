/** What the page can hold, whichever way it comes: from fields, files or links. */
import { type EnvironmentDefinition, ParameterError } from '@driftline/core';
import type { FieldId } from '@driftline/engine/request';

/** More lines than this cannot be distinguished. */
export const MOST_POLICIES = 16;
/** Arms that a page can show. */
export const MOST_ARMS = 50;
/** Slots that a page plays. */
export const MOST_SLOTS = 1_000_000;
/** Numbers of a table, read or drawn: the page answers slowly with more. */
export const MOST_NUMBERS = 2_000_000;
/** Means that an environment keeps as a table: more take longer to make than a visitor waits. */
const MOST_MEANS = 5_000_000;
/** Of each replication and policy a curve is kept: with ten policies, 800 MB of them. */
const MOST_REPLICATIONS = 100_000;

/** Where the page takes less than the table of fields does. */
export const PAGE_MOST: { readonly [Id in FieldId]?: number } = {
  arms: MOST_ARMS,
  horizon: MOST_SLOTS,
  changes: MOST_SLOTS,
  replications: MOST_REPLICATIONS,
};

/**
 * Refuses an environment whose means would not fit.
 *
 * @throws ParameterError
 */
export function checkSize(definition: EnvironmentDefinition, arms: number, slots: number): void {
  if (definition.computed === true || arms * slots <= MOST_MEANS) return;
  throw new ParameterError(
    `arms times slots must be at most ${MOST_MEANS} on this page; got ${arms} times ${slots}: use fewer slots`,
  );
}
