/**
 * Places in the browser's history, one for each link that was followed. Going back or forward to one
 * shows what was there when it was left, with all that the visitor had changed.
 */
import { isLink } from '../setting/link.ts';
import { type Chosen, chosenNow, takeChosen } from '../state/store.ts';

/** What was chosen at each place when it was left, by the place's name. */
const left = new Map<string, Chosen>();
let made = 0;
let here = '';

/** What the browser keeps with an entry of its history, also while the page is loaded again. */
interface Entry {
  readonly place: string;
  /** A setting that is too long for the address. */
  readonly setting?: unknown;
}

function entryNow(): Entry | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined;
  return typeof state.place === 'string' ? (state as Entry) : undefined;
}

/**
 * The name of the place that is shown; undefined where the browser has gone on to another one already,
 * and only its event has yet to come.
 */
export function placeHere(): string | undefined {
  return entryNow()?.place === here ? here : undefined;
}

/** The setting that the browser kept beside the address, as it was written; undefined where none was. */
export function keptSetting(): unknown {
  return entryNow()?.setting;
}

/**
 * Writes what is shown into the entry of the place that is shown.
 *
 * @throws DOMException where the browser refuses to keep so much
 */
export function keepHere(fragment: string, setting?: object): void {
  const entry: Entry = { place: here, ...(setting === undefined ? {} : { setting }) };
  // Nothing to write; a browser that is just going elsewhere might stay because of it.
  if (setting === undefined && keptSetting() === undefined && location.hash === `#${fragment}`) {
    return;
  }
  const address = fragment === '' ? location.pathname + location.search : `#${fragment}`;
  history.replaceState(entry, '', address);
}

/** Begins with the place that the page was opened at. */
export function beginPlaces(): void {
  made += 1;
  // A page that was loaded again finds entries that it does not remember.
  here = `${performance.timeOrigin} ${made}`;
  history.replaceState({ ...entryNow(), place: here }, '');
}

/** Takes up a place that is known, or stays within one; a link that is followed anew makes a new one. */
export function goToPlace(): 'here' | 'known' | 'new' {
  const place = entryNow()?.place;
  if (place === here) return 'here';
  const before = place === undefined ? undefined : left.get(place);
  if (before === undefined && keptSetting() === undefined && !isLink(location.hash)) {
    // Another part of the same page.
    history.replaceState({ place: here }, '');
    return 'here';
  }
  left.set(here, chosenNow());
  if (place === undefined || before === undefined) {
    beginPlaces();
    return 'new';
  }
  here = place;
  takeChosen(before);
  return 'known';
}
