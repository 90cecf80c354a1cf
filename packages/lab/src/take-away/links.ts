/** Links to a setting: made, copied, and followed. */
import { signal } from '@preact/signals';
import { bundledTables } from '../setting/bundled-tables.ts';
import { type Example, examples } from '../setting/examples.ts';
import {
  fragmentOf,
  holdsTable,
  isLink,
  LinkError,
  sameSetting,
  settingOf,
  TooLongForLink,
} from '../setting/link.ts';
import type { Setting } from '../setting/setting.ts';
import { newestChoice, setting, showExample, takeSetting } from '../store.ts';
import { beginPlaces, goToPlace } from './places.ts';

/** A table that goes with a link. */
export interface LinkedTable {
  readonly rows: number;
  /** The length of the whole link. */
  readonly bytes: number;
}

/** What there is to say about links. */
export type LinkNews =
  | { readonly news: 'copied'; readonly table?: LinkedTable }
  /** The clipboard was refused: the link is shown to be copied by hand. */
  | { readonly news: 'by hand'; readonly link: string }
  | { readonly news: 'too long' }
  | { readonly news: 'trouble'; readonly text: string };

/** The latest of it; undefined once it was read. */
export const linkNews = signal<LinkNews | undefined>(undefined);

/** Milliseconds that a confirmation stays. */
const STAYS = 4000;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Puts text on the clipboard; false where the browser refuses. */
export async function copied(text: string): Promise<boolean> {
  try {
    // Pages that did not come by a secure way have no clipboard.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

async function newsOfCopying(): Promise<LinkNews> {
  const linked = setting.peek();
  const fragment = await fragmentOf(linked, bundledTables);
  const link = `${location.href.replace(/#.*$/, '')}#${fragment}`;
  if (!(await copied(link))) return { news: 'by hand', link };
  const { world } = linked;
  const isTable = world.kind === 'means' || world.kind === 'rewards';
  if (!isTable || !(await holdsTable(linked, bundledTables))) return { news: 'copied' };
  const rows = world.values.length / world.armCount;
  return { news: 'copied', table: { rows, bytes: link.length } };
}

/** Copies a link to the setting. */
export async function copyLink(): Promise<void> {
  try {
    const news = await newsOfCopying();
    linkNews.value = news;
    if (news.news !== 'copied') return;
    setTimeout(() => {
      if (linkNews.peek() === news) linkNews.value = undefined;
    }, STAYS);
  } catch (error) {
    linkNews.value =
      error instanceof TooLongForLink
        ? { news: 'too long' }
        : { news: 'trouble', text: `A link could not be made: ${messageOf(error)}.` };
  }
}

/** The example that a setting is, if it is one: it comes with its question. */
async function exampleOf(taken: Setting): Promise<Example | undefined> {
  for (const example of examples) {
    const { setting: own } = example;
    // Tables are loaded for those settings alone that can have them.
    if (typeof own === 'function' && taken.world.kind !== 'rewards') continue;
    if (sameSetting(taken, typeof own === 'function' ? await own() : own)) return example;
  }
  return undefined;
}

/** Takes the setting that the address holds, if it holds one. */
async function follow(otherwise: string): Promise<void> {
  if (!isLink(location.hash)) return;
  const isWanted = newestChoice();
  linkNews.value = undefined;
  try {
    const taken = await settingOf(location.hash, bundledTables);
    if (taken === undefined) return;
    const example = await exampleOf(taken);
    if (!isWanted()) return;
    if (example === undefined) takeSetting(taken);
    else await showExample(example);
  } catch (error) {
    if (!isWanted()) return;
    const text =
      error instanceof LinkError
        ? `This link ${error.message}.`
        : `This link could not be opened: ${messageOf(error)}.`;
    linkNews.value = { news: 'trouble', text: `${text} ${otherwise}` };
  }
}

/** Follows the link that the page was opened with, and those that come later. */
export async function followLinks(): Promise<void> {
  beginPlaces();
  window.addEventListener('hashchange', () => {
    if (goToPlace() === 'known') linkNews.value = undefined;
    else follow('The page stays as it was.').catch(console.error);
  });
  await follow('The first example is shown instead.');
}
