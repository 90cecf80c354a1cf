/** Links to a setting: made, copied, and followed. */
import { nearest } from '@driftline/core/spec';
import { listed } from '@driftline/engine/display';
import { bundledTables } from '../setting/bundled-tables.ts';
import { type Example, examples } from '../setting/examples.ts';
import {
  exampleIn,
  fragmentOf,
  holdsTable,
  isLink,
  sameSetting,
  settingKept,
  settingOf,
  TooLongForLink,
} from '../setting/link.ts';
import { LinkError } from '../setting/link-reading.ts';
import type { Setting } from '../setting/setting.ts';
import { newestChoice, setting, showExample, takeChosen, tryEnvironment } from '../state/store.ts';
import { writeAddress } from './address.ts';
import { type LinkNews, linkNews } from './link-news.ts';
import { beginPlaces, goToPlace, keptSetting } from './places.ts';

/** Milliseconds that a confirmation stays. */
const STAYS = 4000;
/** As much of an example's name as a message shows. */
const LONGEST_NAME = 60;

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
  const { environment } = linked;
  const isTable = environment.kind === 'means' || environment.kind === 'rewards';
  if (!isTable || !(await holdsTable(linked, bundledTables))) return { news: 'copied' };
  const rows = environment.values.length / environment.armCount;
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
        : { news: 'trouble', text: `The link could not be created: ${messageOf(error)}.` };
  }
}

/** The setting of an example, loaded where that is needed. */
async function settingOfExample({ setting: own }: Example): Promise<Setting> {
  return typeof own === 'function' ? await own() : own;
}

/** The example that a setting is, if it is one: it comes with its question. */
async function exampleOf(taken: Setting): Promise<Example | undefined> {
  for (const example of examples) {
    // Tables are loaded for those settings alone that can have them.
    if (typeof example.setting === 'function' && taken.environment.kind !== 'rewards') continue;
    if (sameSetting(taken, await settingOfExample(example))) return example;
  }
  return undefined;
}

/** The example of that name. */
function exampleNamed(id: string): Example {
  const found = examples.find((example) => example.id === id);
  if (found !== undefined) return found;
  const known = examples.map((example) => example.id);
  const guess = nearest(id, known);
  const hint = guess === undefined ? `there are ${listed(known)}` : `did you mean ‘${guess}’?`;
  const name = id.length > LONGEST_NAME ? `${id.slice(0, LONGEST_NAME)}…` : id;
  throw new LinkError(`names the example ‘${name}’, which this page does not have; ${hint}`);
}

/** What the address asks for; undefined where that is an example as it is. */
interface Asked {
  readonly example: Example | undefined;
  readonly setting: Setting | undefined;
}

/** Refuses a setting whose environment can't be made, such as one of means without bounds. */
function checkEnvironment(taken: Setting): void {
  const made = tryEnvironment(taken);
  if ('problem' in made) throw new LinkError(`can’t be used: environment: ${made.problem}`);
}

/** @throws LinkError that says what is wrong */
async function askedFor(): Promise<Asked | undefined> {
  const kept = keptSetting();
  if (kept !== undefined) return { example: undefined, setting: settingKept(kept) };
  if (!isLink(location.hash)) return undefined;
  const id = exampleIn(location.hash);
  const named = id === undefined ? undefined : exampleNamed(id);
  const taken = await settingOf(location.hash, bundledTables);
  if (taken === undefined) return { example: named, setting: undefined };
  const same = await exampleOf(taken);
  return same === undefined
    ? { example: named, setting: taken }
    : { example: same, setting: undefined };
}

/** Takes the setting that the address holds, or the example that it names, if it does. */
async function follow(otherwise: string): Promise<void> {
  const isWanted = newestChoice();
  linkNews.value = undefined;
  try {
    const asked = await askedFor();
    if (asked === undefined) return;
    const { example, setting: taken } = asked;
    const exampleSetting =
      taken === undefined || example === undefined ? undefined : await settingOfExample(example);
    if (!isWanted()) return;
    if (taken !== undefined) {
      checkEnvironment(taken);
      takeChosen({ setting: taken, example, exampleSetting });
    } else if (example !== undefined) await showExample(example);
  } catch (error) {
    if (!isWanted()) return;
    const text =
      error instanceof LinkError
        ? `This link ${error.message}${/[.?!]$/.test(error.message) ? '' : '.'}`
        : `This link could not be opened: ${messageOf(error)}.`;
    linkNews.value = { news: 'trouble', text: `${text} ${otherwise}` };
  }
}

/** Goes where the address says: to what was left there, to another part of the page, or along a link. */
async function go(): Promise<void> {
  const went = goToPlace();
  if (went === 'new') {
    scrollTo({ top: 0 });
    await follow('The page is unchanged.');
    return;
  }
  linkNews.value = undefined;
  // The entry may have been left before the last change, or name a part of the page.
  if (went === 'here') await writeAddress();
}

/** Follows the link that the page was opened with, and those that come later. */
export async function followLinks(): Promise<void> {
  beginPlaces();
  window.addEventListener('hashchange', () => {
    go().catch(console.error);
  });
  await follow('The first example is shown instead.');
}
