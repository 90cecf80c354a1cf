import { examples } from './setting/examples.ts';
import { example, isExampleWorld, showExample } from './store.ts';
import { TakeAway } from './take-away/take-away.tsx';
import { switchTheme, theme } from './theme.ts';

export function Header() {
  const current = isExampleWorld.value ? example.value?.id : undefined;
  return (
    <header class="top">
      <div class="brand">
        <svg viewBox="0 0 32 16" aria-hidden="true">
          <path d="M2 12c5 0 6-9 14-9s9 9 14 9" />
          <path d="M2 4c5 0 6 9 14 9s9-9 14-9" />
        </svg>
        <b>Driftline</b> <span>Lab</span>
      </div>
      <nav class="examples" aria-label="Examples">
        {examples.map((one) => (
          <button
            key={one.id}
            type="button"
            aria-current={one.id === current ? 'true' : undefined}
            onClick={() => showExample(one)}
          >
            {one.title}
          </button>
        ))}
      </nav>
      <div class="top-actions">
        <TakeAway />
        <button
          class="button icon"
          type="button"
          aria-label={theme.value === 'dark' ? 'Light colours' : 'Dark colours'}
          onClick={switchTheme}
        >
          ◐
        </button>
      </div>
    </header>
  );
}
