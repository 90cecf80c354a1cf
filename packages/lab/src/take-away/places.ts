/**
 * Places in the browser's history, one for each link that was followed. Going back or forward to one
 * shows what was there when it was left, with all that the visitor had changed.
 */
import { isLink } from '../setting/link.ts';
import { type Chosen, chosenNow, takeChosen } from '../store.ts';

/** What was chosen at each place when it was left, by the place's name. */
const left = new Map<string, Chosen>();
let made = 0;
let here = '';

/** The place that the browser's entry names; undefined where it is new. */
function placeNow(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined;
  return typeof state.place === 'string' ? state.place : undefined;
}

function markHere(): void {
  history.replaceState({ place: here }, '');
}

/** Begins with the place that the page was opened at. */
export function beginPlaces(): void {
  made += 1;
  // A page that was loaded again finds entries that it does not remember.
  here = `${performance.timeOrigin} ${made}`;
  markHere();
}

/** Takes up a place that is known; a link that is followed anew makes a new one. */
export function goToPlace(): 'known' | 'new' {
  const place = placeNow();
  if (place === here) return 'known';
  const before = place === undefined ? undefined : left.get(place);
  if (before === undefined && !isLink(location.hash)) {
    // Another part of the same page.
    markHere();
    return 'known';
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
