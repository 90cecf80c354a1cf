/** Settings of policies in words. */
import { listed, rough } from './numbers.ts';

/** A setting with its value: `window 3200`. */
export function settingText(name: string, value: number): string {
  return `${name} ${rough(value, 4)}`;
}

/** Settings in a sentence, with units: `a window of 3200 decisions and scale 0.245`. */
export function settingsText(params: Readonly<Record<string, number>>): string {
  const texts = Object.entries(params).map(([name, value]) =>
    name === 'window' ? `a window of ${rough(value, 4)} decisions` : settingText(name, value),
  );
  return listed(texts);
}
