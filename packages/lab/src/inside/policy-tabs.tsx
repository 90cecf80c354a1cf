/** Whose replication: tabs, or a list where they would not fit. */

import { arrangement } from '@driftline/page-kit/charts';
import type { TargetedKeyboardEvent } from 'preact';
import { styleClasses } from '../charts/policy-style.ts';
import { policies, type ShownPolicy } from '../state/store.ts';
import { choose, chosenPlace } from './state.ts';

/** The place that a key leads to; undefined where it leads nowhere. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count;
    case 'ArrowLeft':
      return (place + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function Tabs({ shown, place }: { shown: readonly ShownPolicy[]; place: number }) {
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const next = placeAfter(event.key, place, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(shown[next].style);
    const tab = event.currentTarget.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div
      class="segmented inside-tabs"
      role="tablist"
      aria-label="Policy to inspect"
      onKeyDown={onKeyDown}
    >
      {shown.map(({ label, style }, i) => (
        <button
          key={style}
          id={`inside-tab-${style}`}
          class={styleClasses(style)}
          type="button"
          role="tab"
          aria-selected={i === place}
          aria-controls="inside-body"
          tabIndex={i === place ? 0 : -1}
          onClick={() => choose(style)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** More tabs than these, and they become a list. */
const MOST_TABS = { wide: 6, medium: 5, narrow: 4 } as const;
/** Or letters in all of them. */
const MOST_LETTERS = { wide: 72, medium: 48, narrow: 24 } as const;

/** Whether the policies are a list to choose from, not tabs. */
export function isList(): boolean {
  const shown = policies.value;
  const letters = shown.reduce((sum, { label }) => sum + label.length, 0);
  return shown.length > MOST_TABS[arrangement.value] || letters > MOST_LETTERS[arrangement.value];
}

export function PolicyTabs() {
  const shown = policies.value;
  const place = chosenPlace.value;
  if (shown.length < 2) return null;
  if (!isList()) return <Tabs shown={shown} place={place} />;
  return (
    <div class="inside-field">
      <label for="inside-policy">Policy</label>
      <select
        id="inside-policy"
        class="field"
        value={String(shown[place].style)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {shown.map(({ label, style }) => (
          <option key={style} value={String(style)}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
