/** The page that the provider runs in, and the other pages of the same visitor. */

/** What other pages are told by. */
interface Channel {
  postMessage(message: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

interface Page {
  readonly document: { readonly visibilityState: string };
  readonly BroadcastChannel: new (name: string) => Channel;
  addEventListener(
    type: string,
    listener: (event: { readonly persisted?: boolean }) => void,
    options: { readonly signal: AbortSignal },
  ): void;
}

/** The page that this runs in; undefined outside of a browser. */
function thisPage(): Page | undefined {
  return 'document' in globalThis ? (globalThis as unknown as Page) : undefined;
}

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
  readonly #page = thisPage();
  #channel: Channel | undefined;

  constructor(events: PageEvents) {
    this.#events = events;
    const page = this.#page;
    if (page === undefined) return;
    const { signal } = this.#ending;
    const listen = (type: string, listener: (event: { readonly persisted?: boolean }) => void) =>
      page.addEventListener(type, listener, { signal });
    listen('pagehide', () => this.#leave());
    listen('pageshow', ({ persisted }) => {
      if (persisted === true) this.#return();
    });
    listen('visibilitychange', () => {
      if (!this.isHidden) events.onReturning();
    });
    listen('online', () => events.onOnline());
    this.#open();
  }

  /** Whether nobody sees the page now. */
  get isHidden(): boolean {
    return this.#page?.document.visibilityState === 'hidden';
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
    if (this.#page === undefined) return;
    this.#channel = new this.#page.BroadcastChannel(CHANNEL);
    this.#channel.addEventListener('message', ({ data }) => {
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
