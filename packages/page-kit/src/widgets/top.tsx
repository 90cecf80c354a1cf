/** What stands at the top of every page of ours. */
import { switchTheme, theme } from './theme.ts';

export function Brand({ page }: { page: string }) {
  return (
    <div class="brand">
      <svg viewBox="0 0 32 16" aria-hidden="true">
        <path d="M2 12c5 0 6-9 14-9s9 9 14 9" />
        <path d="M2 4c5 0 6 9 14 9s9-9 14-9" />
      </svg>
      <b>Driftline</b> <span>{page}</span>
    </div>
  );
}

export function ThemeButton() {
  return (
    <button
      class="button icon"
      type="button"
      aria-label={theme.value === 'dark' ? 'Switch to light colors' : 'Switch to dark colors'}
      onClick={switchTheme}
    >
      ◐
    </button>
  );
}
