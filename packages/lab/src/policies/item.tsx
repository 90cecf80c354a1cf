/** One chosen policy: its line, what it remembers, its parameters, and what is wrong with them. */
import type { Environment } from '@driftline/core';
import { useState } from 'preact/hooks';
import { LineSample } from '../charts/line-sample.tsx';
import {
  builtEnvironment,
  change,
  comparison,
  isExampleSpec,
  policies,
  type ShownPolicy,
  setting,
} from '../state/store.ts';
import { PolicyMore } from './more.tsx';
import {
  givenIn,
  mainParameter,
  memorySentence,
  otherParameters,
  plainWarning,
  specWith,
} from './parameters.ts';
import { PolicySlider } from './slider.tsx';
import { theoryOf } from './theory.ts';

/** Puts another spec in the place of a policy's. */
function takeSpec(style: number, spec: string, settled: boolean): void {
  const changed = setting
    .peek()
    .policies.map((choice) => (choice.style === style ? { ...choice, spec } : choice));
  change({ policies: changed }, settled);
}

/** The button that takes a policy out. */
function removeButtonId(style: number): string {
  return `remove-policy-${style}`;
}

/** Takes a policy out; focus goes to the one that follows, else to the button that adds one. */
function remove(style: number): void {
  const { policies: choices } = setting.peek();
  const place = choices.findIndex((choice) => choice.style === style);
  const next = choices[place + 1] ?? choices[place - 1];
  change({ policies: choices.filter((choice) => choice.style !== style) });
  const id = next === undefined ? 'add-policy' : removeButtonId(next.style);
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** The slider, what the library says of it, and all the rest where it is asked for. */
function Parameters(props: { shown: ShownPolicy; made: Environment; id: string; more: boolean }) {
  const { shown, made, id, more } = props;
  const { definition, spec, style, label } = shown;
  const given = givenIn(spec);
  const main = mainParameter(definition);
  const theory = (name: string) => theoryOf(shown, name, comparison.value, made);
  const take = (name: string, value: number | undefined, settled = true) => {
    const text = value === undefined ? undefined : String(value);
    takeSpec(style, specWith(definition, spec, name, text), settled);
  };
  return (
    <>
      {main === undefined ? null : (
        <PolicySlider
          id={id}
          label={label}
          parameter={main}
          given={given[main.id]}
          theory={theory(main.id)}
          horizon={made.means.horizon}
          take={(value, settled) => take(main.id, value, settled)}
        />
      )}
      <Remarks shown={shown} />
      {more ? (
        <PolicyMore
          id={id}
          label={label}
          definition={definition}
          states={otherParameters(definition, spec).map((parameter) => ({
            parameter,
            given: given[parameter.id],
            theory: theory(parameter.id),
          }))}
          take={take}
        />
      ) : null}
    </>
  );
}

/** What the library says of the parameters. */
function Remarks({ shown: { prepared, definition, spec } }: { shown: ShownPolicy }) {
  if ('problem' in prepared) return <p class="message error">{prepared.problem}</p>;
  const { warnings } = prepared.value;
  if (warnings.length === 0) return null;
  return (
    <p class={isExampleSpec(spec) ? 'message on-purpose' : 'message'}>
      {isExampleSpec(spec) ? 'Intended in this example. ' : null}
      {warnings.map((warning) => plainWarning(warning, definition.id)).join(' ')}
    </p>
  );
}

/** Says that a policy has a twin, which would play the very same. */
function Twin({ shown }: { shown: ShownPolicy }) {
  const first = policies.value.find(({ spec }) => spec === shown.spec);
  if (first === undefined || first.style === shown.style) return null;
  return <p class="small">Same as {first.label} until you change a parameter.</p>;
}

export function PolicyItem({ shown }: { shown: ShownPolicy }) {
  const { label, style, definition } = shown;
  const [more, setMore] = useState(false);
  const made = builtEnvironment.value;
  const id = `policy-${style}`;
  return (
    <li class="policy-item">
      <div class="policy-head">
        <LineSample style={style} />
        <b>{label}</b>
        <button
          id={removeButtonId(style)}
          class="button icon plain"
          type="button"
          aria-label={`Remove ${label}`}
          onClick={() => remove(style)}
        >
          ✕
        </button>
      </div>
      <div class="policy-memory">
        <p>{memorySentence(definition)}</p>
        <button
          class="link"
          type="button"
          aria-expanded={more}
          aria-controls={`${id}-more`}
          onClick={() => setMore(!more)}
        >
          Details
          <span class="hidden-text"> about {label}</span>
        </button>
      </div>
      <Twin shown={shown} />
      {'value' in made ? <Parameters shown={shown} made={made.value} id={id} more={more} /> : null}
    </li>
  );
}
