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

interface TextProps extends FieldProps {
  readonly numeric?: boolean;
  readonly placeholder?: string;
}

export function TextField(props: TextProps & { value: string; change: (value: string) => void }) {
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

/** A draft that has texts by such names, and how they are changed. */
interface TextsOf<Name extends string> {
  readonly draft: Readonly<Record<Name, string>>;
  readonly change: (part: Readonly<Record<Name, string>>) => void;
}

/** The text of that name in a draft. */
export function DraftField<Name extends string>(
  props: TextProps & { of: TextsOf<NoInfer<Name>>; name: Name },
) {
  const { of, name, ...rest } = props;
  const change = (value: string) => of.change({ [name]: value } as Record<Name, string>);
  return <TextField {...rest} value={of.draft[name]} change={change} />;
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
