import { Brand, sentenceOf, ThemeButton } from '@driftline/page-kit/widgets';
import { CreatePage } from '../actions/create-page.tsx';
import { lastAnswer, trouble } from '../data/answers.ts';
import { serviceWarnings } from '../data/list.ts';
import { ExperimentView } from '../experiment/view.tsx';
import { ListView } from '../list/view.tsx';
import { key, setKey } from '../state/key.ts';
import { route } from '../state/route.ts';
import { Warnings } from '../widgets/text.tsx';
import { timeText } from '../words/moments.ts';
import { attempts, KeyForm } from './key-form.tsx';

function Top() {
  const isList = route.value.view === 'list';
  return (
    <header class="top">
      <Brand page="Console" />
      <nav class="places" aria-label="Places">
        <a href="#/" aria-current={isList ? 'page' : undefined}>
          Experiments
        </a>
      </nav>
      <div class="top-actions">
        {key.value === '' ? null : (
          <button
            class="button"
            type="button"
            onClick={() => {
              setKey('');
              trouble.value = undefined;
              attempts.value++;
            }}
          >
            Forget key
          </button>
        )}
        <ThemeButton />
      </div>
    </header>
  );
}

/** Why the data may be old, and warnings about the service as a whole. */
function Notices() {
  const wrong = trouble.value;
  const since = lastAnswer.value;
  const old = since === undefined ? '' : ` Showing data from ${timeText(since)}. Reconnecting…`;
  return (
    <div class="notices" role="status">
      {wrong === undefined || wrong.status === 404 ? null : (
        <p class="message error">{`${sentenceOf(wrong.message)}${old}`}</p>
      )}
      <Warnings warnings={serviceWarnings.value} />
    </div>
  );
}

/** When it was looked at: a page that stands still should say so. */
function Freshness() {
  const since = lastAnswer.value;
  return since === undefined || route.value.view === 'create' ? null : (
    <p class="foot">{`Data from ${timeText(since)}. The page refreshes every few seconds while it is visible.`}</p>
  );
}

function View() {
  const { value: now } = route;
  if (now.view === 'create') return <CreatePage />;
  return now.view === 'list' ? <ListView /> : <ExperimentView key={now.key} name={now.key} />;
}

export function App() {
  const asksForKey = trouble.value?.kind === 'key';
  return (
    <>
      <Top />
      <main class="page">
        {asksForKey ? (
          <KeyForm />
        ) : (
          <div class="stage" key={attempts.value}>
            <Notices />
            <View />
            <Freshness />
          </div>
        )}
      </main>
    </>
  );
}
