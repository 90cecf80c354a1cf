/** Lets slots pass automatically. */
import { effect, signal } from '@preact/signals';
import { slot } from '../state/store.ts';
import { goTo, horizon } from './state.ts';

/** Speeds to choose from, in slots per second. */
export const SPEEDS = [1, 10, 100, 1000] as const;

export const speed = signal<number>(100);
export const playing = signal(false);

const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether slots may pass automatically; else they are walked through. */
export const mayPlay = signal(!reducesMotion.matches);

reducesMotion.addEventListener('change', () => {
  mayPlay.value = !reducesMotion.matches;
  if (!mayPlay.value) playing.value = false;
});

/** A frame that comes later than this was held up: time did not pass for the visitor. */
const LONGEST_FRAME = 250;

/** Moves on frame by frame until the last slot, or until it is stopped. */
function run(): () => void {
  let before: number | undefined;
  let owed = 0;
  let frame = 0;
  const pass = (now: number): void => {
    owed += (Math.min(now - (before ?? now), LONGEST_FRAME) / 1000) * speed.peek();
    before = now;
    const whole = Math.floor(owed);
    owed -= whole;
    if (whole > 0) goTo(slot.peek() + whole);
    if (slot.peek() >= horizon.peek() - 1) playing.value = false;
    else frame = requestAnimationFrame(pass);
  };
  frame = requestAnimationFrame(pass);
  return () => cancelAnimationFrame(frame);
}

effect(() => (playing.value ? run() : undefined));

/** Plays or pauses; from the start where the end is reached. */
export function togglePlaying(): void {
  if (!mayPlay.value) return;
  if (!playing.value && slot.value >= horizon.value - 1) slot.value = 0;
  playing.value = !playing.value;
}
