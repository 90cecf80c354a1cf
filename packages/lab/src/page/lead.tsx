/** What is being looked at: the example's question and its answer, or that the setting is one's own. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { active, played } from '../run/run.ts';
import { type Example, explanationOf } from '../setting/examples.ts';
import {
  example,
  exampleTrouble,
  isExample,
  isExampleEnvironment,
  setting,
  showExample,
  stale,
} from '../state/store.ts';

/** The answer, as far as it is known. */
interface Answer {
  readonly sentences: readonly string[];
  /** Whether a policy that it speaks of has gone since. */
  readonly isOld: boolean;
}

/** What the last finished results say that had all the policies of the question. */
function useAnswer(asked: Example): Answer | undefined {
  const last = useRef<readonly string[] | undefined>(undefined);
  const result = played.value?.result;
  if (result !== undefined && !stale.value && !active.value) {
    last.current = explanationOf(asked, result) ?? last.current;
  }
  const chosen = setting.value.policies;
  const isOld = !asked.specs.every((wanted) => chosen.some(({ spec }) => spec === wanted));
  return last.current === undefined ? undefined : { sentences: last.current, isOld };
}

function AnswerText({ answer }: { answer: Answer | undefined }) {
  if (answer === undefined) return <p>The answer appears after the last replication.</p>;
  return (
    <>
      {answer.isOld ? <p>Before you changed the policies:</p> : null}
      {answer.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

/** The way back to an example that was changed. */
function Back({ to, children }: { to: Example; children: ComponentChildren }) {
  return (
    <button class="link" type="button" onClick={() => showExample(to)}>
      {children}
    </button>
  );
}

/** The explanation, for those who ask for it. */
function Explanation({ asked }: { asked: Example }) {
  const [shown, setShown] = useState(false);
  const answer = useAnswer(asked);
  const isComing = played.value !== undefined && !stale.value && active.value;
  if (answer === undefined && !isComing) return null;
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
        {shown ? <AnswerText answer={answer} /> : null}
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
  if (shown === undefined || !isExampleEnvironment.value) {
    return (
      <header>
        <h1>Custom environment</h1>
        <p class="lead">
          Change anything, and the results are redrawn at once.{' '}
          {shown === undefined ? null : <Back to={shown}>Return to “{shown.title}”</Back>}
        </p>
        <Trouble />
      </header>
    );
  }
  return (
    <header key={shown.id}>
      <h1>{isExample.value ? shown.title : `${shown.title} (changed)`}</h1>
      <div class="lead">
        {shown.lead}{' '}
        {isExample.value ? null : (
          <>
            You have changed this example. <Back to={shown}>Undo the changes</Back>{' '}
          </>
        )}
        <Explanation asked={shown} />
      </div>
      <Trouble />
    </header>
  );
}
