/** Looks again every few seconds, while somebody looks. */

/** Milliseconds from the end of one look to the next. */
const PERIOD = 3000;
/**
 * Does a task now and again, never twice at once, and not while the page is hidden.
 *
 * @returns what ends it
 */
export function follow(look: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let ended = false;
  const again = async () => {
    if (busy || ended || document.hidden) return;
    clearTimeout(timer);
    busy = true;
    try {
      await look();
    } finally {
      // Whatever became of it: who looks at a page that stands still believes what it shows.
      busy = false;
      if (!ended) timer = setTimeout(again, PERIOD);
    }
  };
  const onVisible = () => void again();
  document.addEventListener('visibilitychange', onVisible);
  void again();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
