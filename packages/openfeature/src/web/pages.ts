/** The page that the provider runs in, and the other pages of the same visitor. */

interface PageEvents {
  /** The page goes, perhaps to be kept and shown again. */
  readonly onLeaving: () => void;
  /** A page that was kept, or hidden, is shown again. */
  readonly onReturning: () => void;
  readonly onOnline: () => void;
  /** Another page says that it was given this decision. */
  readonly onGiven: (decisionId: string) => void;
}

const CHANNEL = 'driftline decisions';

/** Follows what happens to the page; nothing does outside of a browser. */
export class Pages {
  readonly #events: PageEvents;
  readonly #ending = new AbortController();
  #channel: BroadcastChannel | undefined;

  constructor(events: PageEvents) {
    this.#events = events;
    if (!('document' in globalThis)) return;
    const { signal } = this.#ending;
    const listen = (type: string, listener: (event: Event) => void) =>
      globalThis.addEventListener(type, listener, { signal });
    listen('pagehide', () => this.#leave());
    listen('pageshow', (event) => {
      if ('persisted' in event && event.persisted === true) this.#return();
    });
    listen('visibilitychange', () => {
      if (!this.isHidden) events.onReturning();
    });
    listen('online', () => events.onOnline());
    this.#open();
  }

  /** Whether nobody sees the page now. */
  get isHidden(): boolean {
    return 'document' in globalThis && document.visibilityState === 'hidden';
  }

  /** Tells other pages which decisions this one was given again. */
  announce(decisionIds: readonly string[]): void {
    for (const id of decisionIds) this.#channel?.postMessage(id);
  }

  close(): void {
    this.#ending.abort();
    this.#closeChannel();
  }

  #open(): void {
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.#events.onGiven(data);
    });
  }

  /** With an open channel a browser may not keep the page. */
  #closeChannel(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  #leave(): void {
    this.#events.onLeaving();
    this.#closeChannel();
  }

  #return(): void {
    this.#open();
    this.#events.onReturning();
  }
}
