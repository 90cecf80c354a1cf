/** The arms of a new experiment. */
import type { ArmDraft } from './new-experiment.ts';

interface RowProps {
  readonly arm: ArmDraft;
  readonly place: number;
  readonly change: (part: Partial<ArmDraft>) => void;
  readonly remove: (() => void) | undefined;
}

function ArmRow({ arm, place, change, remove }: RowProps) {
  const name = `Arm ${place + 1}`;
  return (
    <div class="arm-row">
      <input
        class="field"
        aria-label={`${name}: key`}
        placeholder={place === 0 ? 'key, for example blue' : 'key'}
        autocomplete="off"
        spellcheck={false}
        value={arm.key}
        onInput={(event) => change({ key: event.currentTarget.value })}
      />
      <input
        class="field"
        aria-label={`${name}: payload`}
        placeholder="payload (optional JSON)"
        autocomplete="off"
        spellcheck={false}
        value={arm.payload}
        onInput={(event) => change({ payload: event.currentTarget.value })}
      />
      <button
        class="button icon plain"
        type="button"
        aria-label={`Remove arm ${place + 1}`}
        disabled={remove === undefined}
        onClick={remove}
      >
        ✕
      </button>
    </div>
  );
}

export function ArmRows(props: {
  arms: readonly ArmDraft[];
  change: (arms: readonly ArmDraft[]) => void;
}) {
  const { arms, change } = props;
  const next = 1 + Math.max(...arms.map(({ id }) => id));
  return (
    <fieldset class="arm-rows">
      <legend class="label">Arms</legend>
      {arms.map((arm, place) => (
        <ArmRow
          key={arm.id}
          arm={arm}
          place={place}
          change={(part) => change(arms.map((each) => (each === arm ? { ...arm, ...part } : each)))}
          remove={arms.length > 1 ? () => change(arms.filter((each) => each !== arm)) : undefined}
        />
      ))}
      <button
        class="link"
        type="button"
        onClick={() => change([...arms, { id: next, key: '', payload: '' }])}
      >
        Add arm
      </button>
    </fieldset>
  );
}
