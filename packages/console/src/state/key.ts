/** The key that requests carry: typed in, and forgotten with the tab. */
import { signal } from '@preact/signals';

const PLACE = 'driftline-key';

function kept(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? '';
  } catch {
    // A browser may refuse storage: then the key lasts as long as the page.
    return '';
  }
}

/** Empty where none was typed in: a service under `--dev` needs none. */
export const key = signal(kept());

export function setKey(value: string): void {
  key.value = value;
  try {
    if (value === '') sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, value);
  } catch {
    // As above.
  }
}
