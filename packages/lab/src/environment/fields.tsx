/** Fields of the setup: a label, what is written, what it means, and what is wrong with it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { NamedChoice } from './names.ts';

/** What all fields have in common. */
interface FieldProps {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly help?: string | undefined;
  /** What can't be taken, in the library's words. */
  readonly error?: string | undefined;
}

/** What describes a field. */
type Description = Omit<FieldProps, 'label'>;

/** What is wrong, brought into view: on a phone it would come up behind the run bar. */
function FieldError({ id, error }: { id: string; error: string }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.scrollIntoView({ block: 'nearest' }), [error]);
  return (
    <p class="field-error" id={`${id}-error`} role="alert" ref={message}>
      {error}
    </p>
  );
}

/** The parts below a field that describe it. */
export function Below({ id, help, error }: Description) {
  return (
    <>
      {error === undefined ? null : <FieldError id={id} error={error} />}
      {help === undefined || help === '' ? null : (
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </>
  );
}

/** Ties a field to what stands below it. */
export function described({ id, help, error }: Description) {
  const by = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(help === undefined || help === '' ? [] : [`${id}-help`]),
  ].join(' ');
  return {
    ...(by === '' ? {} : { 'aria-describedby': by }),
    ...(error === undefined ? {} : { 'aria-invalid': 'true' as const }),
  };
}

/** Text that is taken when it is finished. */
export function TextField(
  props: FieldProps & {
    readonly text: string;
    readonly placeholder?: string | undefined;
    /** Of numbers, with arrows; of any text otherwise. */
    readonly whole?: boolean;
    /** Takes what was written; returns what the field shows then. */
    take: (text: string) => string;
  },
) {
  const { id, label, help, error, text, placeholder = '', whole = false, take } = props;
  const common = {
    id,
    class: 'field',
    autocomplete: 'off',
    placeholder,
    value: text,
    ...described(props),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      currentTarget.value = take(currentTarget.value);
    },
  } as const;
  return (
    <div class="environment-field">
      <label for={id}>{label}</label>
      {whole ? (
        <input {...common} type="number" inputMode="numeric" min={1} step={1} />
      ) : (
        <input {...common} type="text" inputMode="decimal" spellcheck={false} />
      )}
      <Below id={id} help={help} error={error} />
    </div>
  );
}

/** One of a few. */
export function ChoiceField(
  props: FieldProps & {
    readonly chosen: string;
    readonly choices: readonly NamedChoice[];
    take: (id: string) => void;
  },
) {
  const { id, label, help, error, chosen, choices, take } = props;
  return (
    <div class="environment-field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="field"
        value={chosen}
        {...described(props)}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
      <Below id={id} help={help} error={error} />
    </div>
  );
}

/** Yes or no. */
export function CheckField(
  props: FieldProps & { readonly checked: boolean; take: (checked: boolean) => void },
) {
  const { id, label, help, error, checked, take } = props;
  return (
    <div class="environment-field">
      <label class="environment-check" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          {...described(props)}
          onChange={({ currentTarget }) => take(currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <Below id={id} help={help} error={error} />
    </div>
  );
}
