/** "Which policy?": a few questions that end in a policy, the call that creates it, and its result in the benchmark. */
import { policyCatalogue } from '@driftline/core';
import { type WhichQuestion, type WhichTake, whichPolicy } from '@driftline/engine/display';
import { Dialog } from '@driftline/page-kit/widgets';
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { setting } from '../state/store.ts';
import { addToSetting, isFull } from './add-to-setting.ts';

const { questions, notes, reading, caveat } = whichPolicy;

/** Whether the dialog is open. */
const asking = signal(false);

function close(): void {
  asking.value = false;
}

function Question(props: {
  question: WhichQuestion;
  place: number;
  chosen: number | undefined;
  take: (answer: number) => void;
}) {
  const { question, place, chosen, take } = props;
  return (
    <fieldset class="file-kind">
      <legend>{question.question}</legend>
      {question.answers.map(({ answer }, i) => (
        <label key={answer} class="environment-check">
          <input
            type="radio"
            name={`which-${place}`}
            checked={chosen === i}
            onChange={() => take(i)}
          />
          <span class="which-answer">{answer}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Adds the recommended policy to the page, unless it is there or there is no space for it. */
function TryIt({ id }: { id: string }) {
  const { name } = policyCatalogue.find(id);
  if (setting.value.policies.some(({ spec }) => spec === id)) {
    return <p class="small">{name} is already on this page.</p>;
  }
  if (isFull.value) return <p class="small">Remove a policy from the page to try {name} here.</p>;
  return (
    <p>
      <button
        class="button primary"
        type="button"
        onClick={() => {
          close();
          addToSetting(id);
        }}
      >
        Try it here
      </button>{' '}
      <span class="small">adds {name} to this page, with options for its environment.</span>
    </p>
  );
}

/** Additions to the recommendation that most readers get. */
function Notes() {
  return (
    <ul class="which-notes">
      {notes.map(({ when, text }) => (
        <li key={when}>
          <b>{when}</b>: {text}
        </li>
      ))}
    </ul>
  );
}

function Recommendation({ take }: { take: WhichTake }) {
  const { type, policy, result } = take;
  const isLast = take === questions.at(-1)?.answers.at(-1)?.take;
  return (
    <>
      <h3>{policy === undefined ? 'Run this command' : policyCatalogue.find(policy).name}</h3>
      <code class="which-call">{type}</code>
      {result === undefined ? null : <p>Relative regret: {result}.</p>}
      <p class="small">{caveat}</p>
      {isLast ? <Notes /> : null}
      {policy === undefined ? null : <TryIt id={policy} />}
    </>
  );
}

function WhichDialog() {
  const [answers, setAnswers] = useState<readonly number[]>([]);
  const newest = useRef<HTMLDivElement>(null);
  const take = answers.map((answer, i) => questions[i].answers[answer].take).find(Boolean);
  const shown = questions.slice(0, answers.length + (take === undefined ? 1 : 0));
  useEffect(() => {
    if (answers.length > 0) newest.current?.scrollIntoView({ block: 'nearest' });
  }, [answers]);
  return (
    <Dialog id="which-dialog" title="Which policy?" close={close}>
      <p class="small">{reading}</p>
      {shown.map((question, i) => (
        <Question
          key={question.question}
          question={question}
          place={i}
          chosen={answers[i]}
          take={(answer) => setAnswers([...answers.slice(0, i), answer])}
        />
      ))}
      <div ref={newest} class="which-take" role="status">
        {take === undefined ? null : <Recommendation take={take} />}
      </div>
      {take === undefined ? <p class="small">{caveat}</p> : null}
    </Dialog>
  );
}

export function WhichPolicy() {
  return (
    <>
      <button
        id="which-policy"
        class="button"
        type="button"
        onClick={() => {
          asking.value = true;
        }}
      >
        Which policy?
      </button>
      {asking.value ? <WhichDialog /> : null}
    </>
  );
}
