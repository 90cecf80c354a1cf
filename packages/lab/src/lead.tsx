/** What is being looked at: the example's question and its answer, or that the setting is one's own. */
import { useState } from 'preact/hooks';
import { phase, played } from './run/run.ts';
import { example, exampleTrouble, isExample, showExample, stale } from './store.ts';

/** The explanation, once it is asked for and the results are there. */
function Explanation() {
  const [shown, setShown] = useState(false);
  const result = played.value?.result;
  const asked = example.value;
  if (asked === undefined || result === undefined || stale.value) return null;
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
        {shown && phase.value === 'done'
          ? asked.explain(result).map((sentence) => <p key={sentence}>{sentence}</p>)
          : null}
      </div>
    </>
  );
}

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
        {shown.lead} <Explanation />
      </div>
    </header>
  );
}
