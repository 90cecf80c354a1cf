/** What policies are given of the environment: how much it varies, how often it changes, where rewards lie. */
import { Replay } from '@driftline/core';
import { takesFact, variationWarning } from '@driftline/core/play';
import { counted, listed } from '@driftline/engine/display';
import { policyOf } from '@driftline/engine/play';
import { fieldName, readText } from '@driftline/engine/request';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { attempt } from '../setting/attempt.ts';
import { readField } from '../setting/page-fields.ts';
import type { SettingChange } from '../setting/setting.ts';
import {
  armWord,
  builtEnvironment,
  change,
  comparison,
  givenVariation,
  held,
  policies,
  setting,
  trueVariation,
} from '../state/store.ts';
import { useDrag } from '../widgets/use-drag.ts';
import { clippingOf, clippingText } from './clipping.ts';
import { TextField } from './fields.tsx';
import { asSentence } from './names.ts';
import { shownEnvironment, switches } from './shown.ts';
import { enoughVariation, formatVariation } from './words.ts';

/** The next of 1, 2, 5, 10, … that is not below a number. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10);
}

/** Where the slider ends: at about twice the true variation. */
function sliderEnd(truth: number, stated: number | undefined, given: number): number {
  const usual = roundUp(2 * Math.max(truth, stated ?? 0) || 1);
  return given > usual ? roundUp(given) : usual;
}

/**
 * A change, unless it gives some chosen policy what it cannot be given.
 *
 * @throws ParameterError in the library's words
 */
function checkedWithPolicies(next: SettingChange): SettingChange {
  const made = builtEnvironment.value;
  if ('problem' in made) return next;
  const given = Object.entries(next).filter(([, value]) => value !== undefined);
  const asked = { ...comparison.value, ...Object.fromEntries(given) };
  for (const { spec, prepared } of policies.value) {
    if ('value' in prepared) policyOf(asked, spec, made.value);
  }
  return next;
}

/** A field whose bad text stays until it is mended; `read` makes a change of text. */
function ToldField(props: {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly text: string;
  readonly placeholder?: string;
  readonly help?: string;
  read: (text: string) => SettingChange;
}) {
  const { text, read, ...rest } = props;
  const [bad, setBad] = useState<{ text: string; error: string; instead: string }>();
  const shown = bad !== undefined && bad.instead === text ? bad : undefined;
  return (
    <TextField
      {...rest}
      text={shown?.text ?? text}
      error={shown?.error}
      take={(written) => {
        const next = attempt(() => checkedWithPolicies(read(written.trim())));
        if ('problem' in next) {
          setBad({ text: written, error: next.problem, instead: text });
          return written;
        }
        setBad(undefined);
        change(next.value);
        return written.trim() === '' ? text : written.trim();
      }}
    />
  );
}

/** A number as written; undefined where nothing is. */
function readGiven(id: 'variation' | 'changes' | 'volatility', text: string): number | undefined {
  return text === '' ? undefined : readField(id, text);
}

function Slider({ truth, given }: { truth: number; given: number }) {
  const end = sliderEnd(truth, shownEnvironment.value?.statedVariation, given);
  const grain = 10 ** Math.floor(Math.log10(end) - 2.31);
  const drag = useDrag((value: number, settled) => {
    change({ variation: Number(value.toFixed(6)) }, settled);
  });
  return (
    <input
      type="range"
      aria-label="Variation budget"
      min={0}
      max={end}
      step={grain}
      value={given}
      aria-valuetext={formatVariation(given)}
      onInput={({ currentTarget }) => drag.move(currentTarget.valueAsNumber)}
      {...drag.ends}
    />
  );
}

/** What the true variation is called: that of averages is an estimate. */
function truthWords(): { readonly its: string; readonly alone: string } {
  const shown = shownEnvironment.value;
  if (shown?.means instanceof Replay) {
    return { its: 'its averages vary by', alone: 'the variation of its averages' };
  }
  if (shown?.fresh === true) {
    return {
      its: 'in the first replication, its true variation is',
      alone: 'the true variation of each replication (shown here for the first one)',
    };
  }
  return { its: 'its true variation is', alone: 'the true variation' };
}

/** Gives policies the true variation. */
function UseTruth({ truth }: { truth: number }) {
  const enough = enoughVariation(truth);
  const stated = shownEnvironment.value?.statedVariation;
  return (
    <button
      class="link"
      type="button"
      onClick={() => change({ variation: stated === undefined ? undefined : enough })}
    >
      Use {formatVariation(stated === undefined ? truth : enough)}
    </button>
  );
}

/** That the environment varies more than the budget that policies are given, and the remedy. */
function Warning({ truth, given }: { truth: number; given: number }) {
  const isOwn = setting.value.variation !== undefined;
  if (!isOwn || variationWarning(truth, given) === undefined) return null;
  return (
    <p class="message environment-warning">
      The environment varies more than this: {truthWords().its} <b>{formatVariation(truth)}</b>.{' '}
      <UseTruth truth={truth} />
    </p>
  );
}

/** What the budget is when nobody says, and the way back to it. */
function Origin({ truth, given }: { truth: number; given: number }) {
  const stated = shownEnvironment.value?.statedVariation;
  const whose = stated === undefined ? truthWords().alone : 'the value that the environment states';
  if (setting.value.variation === undefined) {
    // A paper may state less than there is, and tune by it: that is its setting, not a mistake here.
    const isLess = variationWarning(truth, given) !== undefined;
    const rest = `${isLess ? 'But ' : ''}${truthWords().its} ${formatVariation(truth)}`;
    return (
      <p class="field-help">
        {asSentence(whose)} {stated === undefined ? '' : asSentence(rest)}{' '}
        {isLess ? <UseTruth truth={truth} /> : null}
      </p>
    );
  }
  return (
    <p class="field-help">
      <button class="link" type="button" onClick={() => change({ variation: undefined })}>
        Reset to {formatVariation(stated ?? truth)}
      </button>
      , {whose}.
    </p>
  );
}

/** How often the best arm changes; of recorded rewards nobody knows. */
function changesText(): string {
  const means = shownEnvironment.value?.means;
  if (means instanceof Replay || means?.moves === 'plays') return '';
  const { value: count } = switches;
  return ` Here the best arm ${count === 0 ? 'never changes' : `changes ${counted(count, 'time')}`}.`;
}

/** The number of changes, where a chosen policy is tuned by it. */
function Changes() {
  const takes = policies.value.filter(({ definition }) => takesFact(definition, 'changes'));
  if (takes.length === 0) return null;
  const { changes } = setting.value;
  return (
    <div class="environment-given">
      <ToldField
        id="environment-changes"
        label="Changes given to the policies"
        text={changes === undefined ? '' : String(changes)}
        placeholder="not given"
        help={`Number of abrupt changes in the means. ${listed(takes.map(({ label }) => label))} can be tuned by it.${changesText()}`}
        read={(text) => ({ changes: readGiven('changes', text) })}
      />
    </div>
  );
}

/** The volatility, where a chosen policy is tuned by it. */
function Volatility() {
  const takes = policies.value.filter(({ definition }) => takesFact(definition, 'volatility'));
  if (takes.length === 0) return null;
  const { volatility } = setting.value;
  return (
    <div class="environment-given">
      <ToldField
        id="environment-volatility"
        label="Volatility given to the policies"
        text={volatility === undefined ? '' : String(volatility)}
        placeholder="not given"
        help={`Standard deviation of the change of a mean per slot, for means that follow a random walk. ${listed(takes.map(({ label }) => label))} can be tuned by it instead of the budget.`}
        read={(text) => ({ volatility: readGiven('volatility', text) })}
      />
    </div>
  );
}

/** What is lost where a range is mapped to [0, 1]. */
function ClippingNote({ range: [low, high] }: { range: readonly [number, number] }) {
  const shown = shownEnvironment.value;
  const last = useRef('');
  // Tens of thousands of draws: too slow for every move of a hand.
  const isHeld = held.value;
  last.current = useMemo(
    () =>
      shown === undefined || isHeld
        ? last.current
        : clippingText(clippingOf(shown, [low, high]), armWord),
    [shown, low, high, isHeld],
  );
  return <> {last.current}</>;
}

/** Where rewards lie, for policies made for [0, 1] on rewards elsewhere. */
function Range() {
  const law = shownEnvironment.value?.law;
  const takes = policies.value.filter(({ definition }) => definition.rewards === 'unit-interval');
  if (law === undefined || takes.length === 0) return null;
  const staysInUnit = law.id === 'bernoulli' || law.id === 'beta';
  if (staysInUnit && setting.value.rewardRange === undefined) return null;
  const [low, high] = setting.value.rewardRange ?? law.rewardRange;
  const show = (value: number) => String(Number(value.toPrecision(6)));
  const read = (place: 0 | 1) => (text: string) => {
    const value =
      text === ''
        ? law.rewardRange[place]
        : readText({ kind: 'number' }, text, fieldName('rewardRange', 'page'));
    const range = place === 0 ? ([value, high] as const) : ([low, value] as const);
    const isOwn = range.every((each, i) => each === law.rewardRange[i]);
    return { rewardRange: isOwn ? undefined : range };
  };
  return (
    <div class="environment-given">
      <div class="environment-fields">
        <ToldField
          id="environment-range-low"
          label="Rewards from"
          text={show(low)}
          read={read(0)}
        />
        <ToldField id="environment-range-high" label="to" text={show(high)} read={read(1)} />
      </div>
      <p class="field-help">
        For {listed(takes.map(({ label }) => label))}, this range is mapped to 0 to 1. Rewards
        outside it are clipped.
        <ClippingNote range={[low, high]} />
      </p>
    </div>
  );
}

export function BudgetSetup() {
  const [truth, given] = [trueVariation.value, givenVariation.value];
  if (truth === undefined || given === undefined) return null;
  return (
    <>
      <div class="environment-budget">
        <div class="budget-row">
          <ToldField
            id="environment-variation"
            label={
              <>
                Variation budget <i>V</i> given to the policies
              </>
            }
            text={formatVariation(given).replaceAll(',', '')}
            read={(text) => ({ variation: readGiven('variation', text) })}
          />
          <Slider truth={truth} given={given} />
        </div>
        <Warning truth={truth} given={given} />
        <Origin truth={truth} given={given} />
      </div>
      <Changes />
      <Volatility />
      <Range />
    </>
  );
}
