/** Inside one replication: what a policy knows, picks and remembers, slot by slot. */
import { Panel } from '@driftline/page-kit/widgets';
import { useEffect } from 'preact/hooks';
import { watchTrouble } from '../run/watch.ts';
import { policies, problem, slot } from '../state/store.ts';
import { Controls } from './controls.tsx';
import { Legend } from './legend.tsx';
import { MemoryStrip } from './memory-strip.tsx';
import { asideSentence, hasAside } from './moment.ts';
import { NowTable } from './now-table.tsx';
import { isList, PolicyTabs } from './policy-tabs.tsx';
import { RowsChart } from './rows-chart.tsx';
import { slotSentence } from './sentences.ts';
import { type Inside, inside, isStale, replication, watchOnChange } from './state.ts';

/** What happens in the current slot; it alone is written anew when the slot moves. */
function SlotWords({ shown }: { shown: Inside }) {
  const { before, strong, after } = slotSentence(shown, slot.value, shown.decimals);
  const hasNews = shown.watched.alarms.length + shown.watched.resets.length > 0;
  return (
    <span class={`inside-words ${hasNews ? 'with-news' : ''}`}>
      {before}
      <b>{strong}</b>
      {after}
    </span>
  );
}

/** Why there is nothing to see, or what happens in the slot. */
function Sentence() {
  if (policies.value.length === 0) return <>Add a policy to see how it learns and forgets.</>;
  if (problem.value !== undefined) {
    return <>There is nothing to show until the setting can be run.</>;
  }
  const shown = inside.value;
  if (shown === undefined) return <>Replication {replication.value} is being played again.</>;
  return <SlotWords shown={shown} />;
}

/** What a policy of several parts or phases is at. */
function Aside({ shown }: { shown: Inside }) {
  if (!hasAside(shown)) return null;
  return (
    <div class="inside-memory">
      <h3>How {shown.policy} picks now</h3>
      <p class="sentence">{asideSentence(shown, slot.value, shown.decimals)}</p>
    </div>
  );
}

function Body({ shown }: { shown: Inside }) {
  const hasTabs = policies.value.length > 1 && !isList();
  const panel = hasTabs
    ? ({ role: 'tabpanel', 'aria-labelledby': `inside-tab-${shown.style}` } as const)
    : {};
  return (
    <div id="inside-body" class={isStale.value ? 'inside-stale' : undefined} {...panel}>
      <Legend inside={shown} />
      <RowsChart inside={shown} />
      <NowTable inside={shown} />
      <Aside shown={shown} />
      <MemoryStrip inside={shown} />
    </div>
  );
}

export function InsidePanel() {
  useEffect(() => watchOnChange(), []);
  const shown = inside.value;
  const isEmpty = policies.value.length === 0 || problem.value !== undefined;
  return (
    <Panel
      id="inside"
      title="Inside one replication"
      sentence={<Sentence />}
      controls={<PolicyTabs />}
    >
      {isEmpty ? null : <Controls />}
      {watchTrouble.value === '' ? null : (
        <p class="message error">This replication can’t be shown: {watchTrouble.value}</p>
      )}
      {shown === undefined || isEmpty ? (
        <div id="inside-body" class={isEmpty ? undefined : 'inside-empty'} />
      ) : (
        <Body shown={shown} />
      )}
    </Panel>
  );
}
