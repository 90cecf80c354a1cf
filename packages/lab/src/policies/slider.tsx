/** The parameter that tunes a policy's memory: a slider with the theory's tick, and a typed value. */
import type { PolicyParameter } from '@driftline/core';
import { useDrag } from '../widgets/use-drag.ts';
import { NumberInput } from './number.tsx';
import { nextValue, type Scale, scaleOf, shortValue, TRACK, valueNear } from './scale.ts';

/** Positions that a key moves by. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 50,
  PageDown: -50,
  Home: -TRACK,
  End: TRACK,
};

/** The mark of the theory's value, and beside it the way back to it. */
function TheoryTick(props: {
  scale: Scale;
  parameter: PolicyParameter;
  theory: number;
  differs: boolean;
  label: string;
  back: () => void;
}) {
  const { scale, parameter, theory, differs, label, back } = props;
  const share = scale.positionOf(theory) / TRACK;
  const side = share > 0.5 ? 'before' : 'after';
  return (
    <div class={`theory ${side}`} style={{ left: `calc(8px + ${share} * (100% - 16px))` }}>
      {differs ? (
        <button class="link" type="button" onClick={back}>
          theory: {shortValue(parameter, theory)}
          <span class="hidden-text">, back to it for {label}</span>
        </button>
      ) : null}
    </div>
  );
}

export function PolicySlider(props: {
  id: string;
  label: string;
  parameter: PolicyParameter;
  /** As the spec gives it. */
  given: string | undefined;
  theory: number | undefined;
  horizon: number;
  /** Takes a value; undefined is the theory's own. */
  take: (value: number | undefined, settled: boolean) => void;
}) {
  const { id, label, parameter, given, theory, horizon, take } = props;
  const scale = scaleOf(parameter, { horizon, theory });
  const value = given === undefined ? theory : Number(given);
  const shown = value !== undefined && Number.isFinite(value) ? value : (theory ?? 1);
  const orTheory = (next: number) => (next === theory ? undefined : next);
  const drag = useDrag(take);
  const press = (event: KeyboardEvent) => {
    const steps = KEYS[event.key];
    if (steps === undefined) return;
    // The browser's own steps are too small to reach the next whole number.
    event.preventDefault();
    take(orTheory(nextValue(scale, shown, steps)), true);
  };
  return (
    <div class="policy-tune">
      <label for={id} title={parameter.summary}>
        <i>{parameter.symbol}</i>
      </label>
      <div class="policy-track">
        <input
          id={id}
          type="range"
          min={0}
          max={TRACK}
          value={scale.positionOf(shown)}
          step="any"
          aria-label={`${label}: ${parameter.symbol}, ${parameter.summary}`}
          aria-valuetext={shortValue(parameter, shown)}
          onInput={({ currentTarget }) =>
            drag.move(orTheory(valueNear(scale, currentTarget.valueAsNumber, theory)))
          }
          {...drag.ends}
          onKeyDown={press}
        />
        {theory === undefined ? null : (
          <TheoryTick
            scale={scale}
            parameter={parameter}
            theory={theory}
            differs={given !== undefined}
            label={label}
            back={() => take(undefined, true)}
          />
        )}
      </div>
      <NumberInput
        label={`${label}: ${parameter.symbol}`}
        text={given ?? (theory === undefined ? '' : shortValue(parameter, theory))}
        take={(next) => take(next === undefined ? undefined : orTheory(next), true)}
      />
    </div>
  );
}
