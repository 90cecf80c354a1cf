/**
 * A setting as the fragment of a link: `#s=` and JSON with a version, deflated, in base64url. Whatever
 * a link holds is checked before it is used. Tables that come with the page are named, not embedded.
 * `#example=` names a guided example; with `&s=` after it, one that was changed.
 */
import type { BundledTable } from './bundled-tables.ts';
import { LinkError, type LinkedSetting, readLinked, writtenForm } from './link-reading.ts';
import type { ChosenEnvironment, Setting } from './setting.ts';

/** How each table that comes with the page is loaded. */
export type Tables = Readonly<Record<string, () => Promise<BundledTable>>>;

/** The numbers of an environment don't fit into a link. */
export class TooLongForLink extends Error {
  override readonly name = 'TooLongForLink';
}

/** Some programs cut longer addresses, and people can't handle them. */
export const LONGEST_FRAGMENT = 100_000;

/** What a fragment may grow to when it is inflated: a table that fills a link is far smaller. */
const MOST_BYTES = 2 ** 23;

const PREFIX = 's=';
const EXAMPLE_PREFIX = 'example=';

/** What a fragment asks for; each part is undefined where there is none. */
interface LinkParts {
  readonly example: string | undefined;
  /** A setting, deflated. */
  readonly held: string | undefined;
}

function partsOf(fragment: string): LinkParts {
  const parts = fragment.replace(/^#/, '').split('&');
  const after = (prefix: string) =>
    parts.find((part) => part.startsWith(prefix))?.slice(prefix.length);
  return { example: after(EXAMPLE_PREFIX), held: after(PREFIX) };
}

/** The name of the example that a fragment asks for; undefined where it asks for none. */
export function exampleIn(fragment: string): string | undefined {
  return partsOf(fragment).example;
}

/** The fragment of a link to an example, without `#`; with what was made of it, where it was changed. */
export function exampleFragment(id: string, held?: string): string {
  return EXAMPLE_PREFIX + id + (held === undefined ? '' : `&${held}`);
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new LinkError('is larger than a link may be');
    }
  }
  const all = new Uint8Array(length);
  let place = 0;
  for (const piece of pieces) {
    all.set(piece, place);
    place += piece.length;
  }
  return all;
}

/** Bytes at a time that are turned into text; all at once would be too many arguments. */
const PIECE = 8192;

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(from, from + PIECE));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Whether one list of numbers begins the other. */
function begins(part: readonly number[], whole: readonly number[]): boolean {
  return part.length <= whole.length && part.every((value, i) => value === whole[i]);
}

/** The environment as a link holds it: the numbers of a table that comes with the page are left out. */
async function linkedEnvironment(
  environment: ChosenEnvironment,
  tables: Tables,
): Promise<LinkedSetting['environment']> {
  if (environment.kind !== 'rewards') return environment;
  const { values, armCount, name, ...rest } = environment;
  if (!Object.hasOwn(tables, name)) return environment;
  const table = await tables[name]();
  if (armCount !== table.armCount || !begins(values, table.values)) return environment;
  return { ...rest, table: name, slots: values.length / armCount };
}

/** Whether a link to a setting holds the numbers of a table, and not only the name of one. */
export async function holdsTable({ environment }: Setting, tables: Tables): Promise<boolean> {
  return 'values' in (await linkedEnvironment(environment, tables));
}

/**
 * The fragment of a link to a setting, without `#`.
 *
 * @throws TooLongForLink for an environment with too many numbers
 */
export async function fragmentOf(setting: Setting, tables: Tables): Promise<string> {
  const environment = await linkedEnvironment(setting.environment, tables);
  const text = JSON.stringify(writtenForm({ ...setting, environment }));
  const bytes = new TextEncoder().encode(text);
  // Numbers that repeat may deflate to little, but whoever opens the link has to hold them all.
  if (bytes.length > MOST_BYTES) throw new TooLongForLink();
  const deflated = await piped(bytes, new CompressionStream('deflate-raw'));
  const fragment = PREFIX + base64url(deflated);
  if (fragment.length > LONGEST_FRAGMENT) throw new TooLongForLink();
  return fragment;
}

/** Whether a fragment asks for a setting or an example, be it a good one or not. */
export function isLink(fragment: string): boolean {
  const { example, held } = partsOf(fragment);
  return example !== undefined || held !== undefined;
}

/** What was deflated, or that the link is damaged. */
async function inflated(text: string): Promise<unknown> {
  try {
    const bytes = await piped(bytesOf(text), new DecompressionStream('deflate-raw'), MOST_BYTES);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('is damaged or incomplete; copy the whole link or request it again');
  }
}

/**
 * The setting that a fragment holds; undefined where it holds none.
 *
 * @throws LinkError that says what is wrong with it
 */
export async function settingOf(fragment: string, tables: Tables): Promise<Setting | undefined> {
  const { held } = partsOf(fragment);
  if (held === undefined) return undefined;
  const linked = readLinked(await inflated(held), Object.keys(tables));
  if (!('table' in linked.environment)) return { ...linked, environment: linked.environment };
  const { table, slots, ...rest } = linked.environment;
  const { values, armCount } = await tables[table]();
  const played = values.slice(0, slots * armCount);
  return { ...linked, environment: { ...rest, name: table, values: played, armCount } };
}

/**
 * A setting that was kept as it is, with all its numbers: nobody knows by which version of the page.
 *
 * @throws LinkError that says what is wrong with it
 */
export function settingKept(kept: unknown): Setting {
  const { environment, ...rest } = readLinked(kept, []);
  if ('table' in environment) throw new LinkError('can’t be used: it names a table');
  return { ...rest, environment };
}

/** The same, as it is kept. */
export function keptForm(setting: Setting): object {
  return writtenForm(setting);
}

/** Whether two pieces of plain data hold the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other;
  }
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => isSame(value, others.get(key)))
  );
}

/** Whether two settings are the same, whatever way they came. */
export function sameSetting(one: Setting, other: Setting): boolean {
  return isSame(one, other);
}
