/** What a browser has and Node has not: locks that pages share, and pages that go away. */
import type { Exclusively } from './delivery.ts';

interface Locks {
  request(name: string, work: () => Promise<void>): Promise<unknown>;
}

interface Page {
  readonly navigator?: { readonly locks?: Locks };
  readonly document?: { readonly visibilityState: string };
  addEventListener(event: string, listener: () => void): void;
  removeEventListener(event: string, listener: () => void): void;
}

/** The page or worker that this runs in; undefined in Node. */
function thisPage(): Page | undefined {
  const isPage = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
  return isPage ? (globalThis as unknown as Page) : undefined;
}

/**
 * Of the pages that share a storage one delivers at a time: each item is then looked up, sent and removed by one
 * alone. Without locks (a page that came without TLS) two may send the same, which counts once all the
 * same; of a unit's reward they may find two decisions, where the unit gets a new one at that moment.
 */
export function exclusivelyAmongPages(name: string): Exclusively {
  const locks = thisPage()?.navigator?.locks;
  if (locks === undefined) return (work) => work();
  return async (work) => {
    let begun: Promise<void> | undefined;
    try {
      await locks.request(name, () => {
        begun = work();
        return begun;
      });
    } catch {
      // A document that is being left gets no lock, and others may take one away: the work is done all the same.
      await (begun ?? work());
    }
  };
}

/**
 * Calls back when the page is left or hidden, after which it may be ended without another word, and when the network
 * is back; returns what ends that.
 */
export function watchPage(onLeaving: () => void, onOnline: () => void): () => void {
  const page = thisPage();
  if (page === undefined) return () => {};
  const listeners = {
    pagehide: onLeaving,
    visibilitychange: () => {
      if (page.document?.visibilityState === 'hidden') onLeaving();
    },
    online: onOnline,
  };
  for (const [event, listener] of Object.entries(listeners)) page.addEventListener(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) {
      page.removeEventListener(event, listener);
    }
  };
}
