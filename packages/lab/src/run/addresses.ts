/** Where the page's workers are. */

// Kept apart from `new Worker(new URL(…))`, which the bundler would turn into a bundle of its own for
// each worker: as entries of the page they share its chunks.
const here = import.meta.url;

/** Makes a worker from an entry that stands beside this script. */
export function worker(name: 'coordinator' | 'player' | 'watcher'): Worker {
  return new Worker(new URL(`../assets/${name}.js`, here), { type: 'module', name });
}
