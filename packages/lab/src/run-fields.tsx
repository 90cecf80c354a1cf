/** How many replications, and the seed. */
import { formatNumber } from '@driftline/engine/display';
import { useState } from 'preact/hooks';
import { MOST_REPLICATIONS } from './setting/limits.ts';
import { change, setting } from './store.ts';

/** A whole number. One that can't be taken stays as it was written, and the browser tells why. */
function NumberField(props: {
  id: string;
  label: string;
  value: number;
  least: number;
  most: number;
  take: (value: number) => void;
}) {
  const { id, label, value, least, most, take } = props;
  const [bad, setBad] = useState<{ readonly text: string; readonly instead: number }>();
  const refused = bad?.instead === value ? bad.text : undefined;
  const read = (input: HTMLInputElement) => {
    const given = input.valueAsNumber;
    if (Number.isInteger(given) && given >= least && given <= most) {
      setBad(undefined);
      take(given);
      return;
    }
    const range = `${least} to ${most > 1e9 ? '2⁵³ − 1' : formatNumber(most, 7)}`;
    const got = input.value || 'no number';
    setBad({ text: input.value, instead: value });
    input.setCustomValidity(
      `${label} must be a whole number from ${range}; got ${got}. Until then it is ${value}.`,
    );
    input.reportValidity();
  };
  return (
    <div class="run-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field"
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        value={refused ?? value}
        {...(refused === undefined ? {} : { 'aria-invalid': 'true' })}
        onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
        onChange={({ currentTarget }) => read(currentTarget)}
      />
    </div>
  );
}

/** Apart from all that a run changes: drawn again, a field would lose what is being typed. */
export function RunFields() {
  const { replications, seed } = setting.value;
  return (
    <>
      <NumberField
        id="replications"
        label="Replications"
        value={replications}
        least={1}
        most={MOST_REPLICATIONS}
        take={(next) => change({ replications: next })}
      />
      <NumberField
        id="seed"
        label="Seed"
        value={seed}
        least={0}
        most={Number.MAX_SAFE_INTEGER}
        take={(next) => change({ seed: next })}
      />
    </>
  );
}
