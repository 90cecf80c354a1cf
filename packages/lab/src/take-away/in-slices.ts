/** Long work on the page's own thread, cut so that the page answers in between. */

/** What a slice may take, in milliseconds: a frame is drawn every 16. */
const SLICE = 12;

/** Lets everything that waits have its turn. A timer would cost four milliseconds each time. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(0);
  });
}

/**
 * Collects the parts of something, and takes a breath whenever those since the last one took long.
 *
 * @param pause - how to take a breath
 */
export async function inSlices<Part>(
  parts: Iterable<Part>,
  pause: () => Promise<void> = breathe,
  now: () => number = () => performance.now(),
): Promise<Part[]> {
  const collected: Part[] = [];
  let start = now();
  for (const part of parts) {
    collected.push(part);
    if (now() - start < SLICE) continue;
    await pause();
    start = now();
  }
  return collected;
}
