/** What the client takes from where it runs: time, chance, timers. Tests hand in their own. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 up to, not including, 1: for jitter. */
  random(): number;
  /** So many random hexadecimal digits: for names that nobody else makes. */
  randomName(digits: number): string;
  /** Calls back after so many milliseconds, and returns what takes it back. */
  after(milliseconds: number, callback: () => void): () => void;
}

function randomName(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits);
}

/** Node's timers are objects that would keep a program from ending; a browser's are numbers. */
function after(milliseconds: number, callback: () => void): () => void {
  const timer: unknown = setTimeout(callback, milliseconds);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) {
    (timer as { unref(): void }).unref();
  }
  return () => clearTimeout(timer as number);
}

/** Those of the system. */
export const systemSurroundings: Surroundings = {
  now: () => Date.now(),
  random: () => Math.random(),
  randomName,
  after,
};
