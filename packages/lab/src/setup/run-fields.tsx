/** How many replications, and the seed. */
import { formatNumber } from '@driftline/engine/display';
import { FIELDS, type NumberValue } from '@driftline/engine/request';
import { useState } from 'preact/hooks';
import { Below, described } from '../environment/fields.tsx';
import { pageValue } from '../setting/page-fields.ts';
import { change, setting } from '../state/store.ts';

/** What was written and can't be taken. */
interface Refused {
  readonly text: string;
  readonly message: string;
  /** What is kept in its stead. */
  readonly instead: number;
}

/** A whole number. One that can't be taken stays as it was written, and the reason is shown below it. */
function NumberField(props: {
  id: string;
  label: string;
  value: number;
  least: number;
  most: number;
  take: (value: number) => void;
}) {
  const { id, label, value, least, most, take } = props;
  const [last, setLast] = useState<Refused>();
  // Another value may have come from elsewhere, such as a link.
  const refused = last?.instead === value ? last : undefined;
  const error = refused?.message;
  const read = (input: HTMLInputElement) => {
    const given = input.valueAsNumber;
    if (Number.isInteger(given) && given >= least && given <= most) {
      setLast(undefined);
      take(given);
      return;
    }
    const range = `${least} to ${most > 1e9 ? '2⁵³ − 1' : formatNumber(most, 7)}`;
    const got = input.value || 'no number';
    setLast({
      text: input.value,
      message: `${label} must be a whole number from ${range}; got ${got}. ${value} is kept.`,
      instead: value,
    });
  };
  return (
    <>
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
          value={refused?.text ?? value}
          {...described({ id, error })}
          onChange={({ currentTarget }) => read(currentTarget)}
        />
      </div>
      <Below id={id} error={error} />
    </>
  );
}

/** A whole number of the setting, as the table of fields has it. */
function CountField({ id }: { id: 'replications' | 'seed' }) {
  const { least, most = Number.MAX_SAFE_INTEGER }: NumberValue = pageValue(id);
  return (
    <NumberField
      id={id}
      label={FIELDS[id].page.label}
      value={setting.value[id]}
      least={least ?? 0}
      most={most}
      take={(next) => change({ [id]: next })}
    />
  );
}

/** Apart from all that a run changes: drawn again, a field would lose what is being typed. */
export function RunFields() {
  return (
    <>
      <CountField id="replications" />
      <CountField id="seed" />
    </>
  );
}
