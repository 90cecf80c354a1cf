/** Looks again every few seconds, while somebody looks. */

/** Milliseconds between one look and the next. */
const PERIOD = 3000;
/** Looking takes at most a tenth of the service's time, however long its answers take. */
const REST = 10;

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
    const start = performance.now();
    await look();
    busy = false;
    const took = performance.now() - start;
    if (!ended) timer = setTimeout(again, Math.max(PERIOD, REST * took));
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
