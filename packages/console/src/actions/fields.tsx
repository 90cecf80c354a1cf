/** Fields of forms: a label, what is typed, and what it means. */
import type { ComponentChildren } from 'preact';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
}

function Labelled(props: FieldProps & { children: ComponentChildren }) {
  const { id, label, hint, children } = props;
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {children}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField(
  props: FieldProps & {
    value: string;
    change: (value: string) => void;
    numeric?: boolean;
    placeholder?: string;
  },
) {
  const { id, label, hint, value, change, numeric = false, placeholder = '' } = props;
  return (
    <Labelled id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <input
        id={id}
        class="field"
        type="text"
        inputMode={numeric ? 'decimal' : 'text'}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </Labelled>
  );
}

export interface Option {
  readonly value: string;
  readonly text: string;
}

export function SelectField(
  props: FieldProps & {
    value: string;
    options: readonly Option[];
    change: (value: string) => void;
  },
) {
  const { id, label, hint, value, options, change } = props;
  return (
    <Labelled id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <select
        id={id}
        class="field"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {options.map(({ value: each, text }) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
