/** What is being looked at: the example's question and its answer, or that the setting is one's own. */
import type { ComparisonResult } from '@driftline/engine';
import { useState } from 'preact/hooks';
import { active, played } from './run/run.ts';
import type { Example } from './setting/examples.ts';
import { example, exampleTrouble, isExample, showExample, stale } from './store.ts';

/** What the results say to the question, once they are all there. */
function Answer({ asked, result }: { asked: Example; result: ComparisonResult }) {
  if (active.value) return <p>The answer comes with the last replication.</p>;
  return (
    <>
      {asked.explain(result).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

/** The explanation, for those who ask for it. */
function Explanation({ asked }: { asked: Example }) {
  const [shown, setShown] = useState(false);
  const result = played.value?.result;
  if (result === undefined || stale.value) return null;
  return (
    <>
      <button
        class="link"
        type="button"
        id="reveal"
        aria-expanded={shown}
        aria-controls="explanation"
        onClick={() => setShown(!shown)}
      >
        {asked.reveal}
      </button>
      <div id="explanation" class="explanation" hidden={!shown}>
        {shown ? <Answer asked={asked} result={result} /> : null}
      </div>
    </>
  );
}

/** Why an example that was asked for is not there. */
function Trouble() {
  const trouble = exampleTrouble.value;
  return trouble === '' ? null : (
    <p class="message error" role="alert">
      {trouble}
    </p>
  );
}

export function Lead() {
  const shown = example.value;
  if (shown === undefined || !isExample.value) {
    return (
      <header>
        <h1>Your own world</h1>
        <p class="lead">
          Change anything: what follows from it is drawn again at once.{' '}
          {shown === undefined ? null : (
            <button class="link" type="button" onClick={() => showExample(shown)}>
              Back to “{shown.title}”
            </button>
          )}
        </p>
        <Trouble />
      </header>
    );
  }
  return (
    <header key={shown.id}>
      <h1>{shown.title}</h1>
      <div class="lead">
        {shown.lead} <Explanation asked={shown} />
      </div>
      <Trouble />
    </header>
  );
}
