/** What is sent of an evaluation context: who decides, and what is logged of them. */
import type { Json } from '@driftline/client';

/** More than this the service does not log. */
const MOST_BYTES = 2048;

/** A context of either SDK. */
type Context = Readonly<Record<string, unknown>>;

/** Who decides; undefined where nobody is named. */
export function unitOf({ targetingKey }: Context): string | undefined {
  return typeof targetingKey === 'string' && targetingKey !== '' ? targetingKey : undefined;
}

/**
 * What is known of the unit, as it is logged; nothing where it is too large or can't be written as JSON: it has no
 * part in the choice, which must not fail for it.
 *
 * @param names - which members are logged; all unless given
 */
export function loggedOf(
  context: Context,
  names: readonly string[] | undefined,
): { readonly context?: Json } {
  const entries = Object.entries(context).filter(
    ([name]) => name !== 'targetingKey' && (names === undefined || names.includes(name)),
  );
  if (entries.length === 0) return {};
  try {
    const text = JSON.stringify(Object.fromEntries(entries));
    const isShort = new TextEncoder().encode(text).length <= MOST_BYTES;
    return isShort && text !== '{}' ? { context: JSON.parse(text) } : {};
  } catch {
    return {};
  }
}
