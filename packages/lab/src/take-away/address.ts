/** Keeps what is chosen in the address: loaded again, or given to others, it shows the same. */
import { effect } from '@preact/signals';
import { bundledTables } from '../setting/bundled-tables.ts';
import { exampleFragment, fragmentOf, keptForm, TooLongForLink } from '../setting/link.ts';
import { type Chosen, chosenNow, example, held, setting } from '../state/store.ts';
import { linkNews } from './link-news.ts';
import { keepHere, placeHere } from './places.ts';

/** Browsers refuse pages that write their address very often; milliseconds. */
const LEAST_PAUSE = 400;

/** Where what is chosen is kept. */
interface Kept {
  readonly fragment: string;
  /** Beside the address, where it is too long for one. */
  readonly beside?: Chosen['setting'];
}

async function keptOf({ setting: kept, example: of, exampleSetting }: Chosen): Promise<Kept> {
  if (of !== undefined && kept === exampleSetting) return { fragment: exampleFragment(of.id) };
  try {
    const fragment = await fragmentOf(kept, bundledTables);
    return { fragment: of === undefined ? fragment : exampleFragment(of.id, fragment) };
  } catch (error) {
    if (!(error instanceof TooLongForLink)) throw error;
    return { fragment: '', beside: kept };
  }
}

function keep({ fragment, beside }: Kept): void {
  try {
    if (beside === undefined) keepHere(fragment);
    else keepHere(fragment, keptForm(beside));
  } catch {
    // The browser's own words say neither what is lost nor what to do.
    linkNews.value = {
      news: 'trouble',
      text: 'This table is too large for the browser to store. After a reload, choose the file again.',
    };
  }
}

/** Writes what is chosen into the address. */
export async function writeAddress(): Promise<void> {
  const [place, chosen] = [placeHere(), chosenNow()];
  const kept = await keptOf(chosen);
  // Something else was chosen meanwhile, here or elsewhere, and is written then.
  if (place === undefined || placeHere() !== place || setting.peek() !== chosen.setting) return;
  keep(kept);
}

/** Writes the address whenever a change has come to rest. */
export function keepAddress(): void {
  let [isFirst, isWaiting] = [true, false];
  let last = Number.NEGATIVE_INFINITY;
  const write = () => {
    isWaiting = false;
    last = performance.now();
    writeAddress().catch(console.error);
  };
  effect(() => {
    // Read for their changes only.
    setting.value;
    example.value;
    const isHeld = held.value;
    // A link that the page was opened with stays as it was given, be it good or bad.
    const isGiven = isFirst && location.hash !== '';
    isFirst = false;
    if (isHeld || isGiven || isWaiting) return;
    isWaiting = true;
    setTimeout(write, Math.max(0, last + LEAST_PAUSE - performance.now()));
  });
}
