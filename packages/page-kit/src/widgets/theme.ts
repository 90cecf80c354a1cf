/** Light or dark: the system's choice until the visitor makes another. */
import { signal } from '@preact/signals';

type Theme = 'light' | 'dark';

const KEY = 'driftline-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** What the visitor chose before; a browser may refuse to say. */
function remembered(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : undefined;
  } catch {
    return undefined;
  }
}

function systemTheme(): Theme {
  return prefersDark.matches ? 'dark' : 'light';
}

export const theme = signal<Theme>(remembered() ?? systemTheme());

prefersDark.addEventListener('change', () => {
  if (remembered() === undefined) theme.value = systemTheme();
});

theme.subscribe((value) => {
  document.documentElement.dataset.theme = value;
});

/** Paper is light. */
let beforePrint: Theme | undefined;
addEventListener('beforeprint', () => {
  beforePrint ??= theme.value;
  theme.value = 'light';
});
addEventListener('afterprint', () => {
  theme.value = beforePrint ?? theme.value;
  beforePrint = undefined;
});

export function switchTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
