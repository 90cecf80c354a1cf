/** A number that is typed: taken when it is one, left to the theory when it is emptied. */
export function NumberInput(props: {
  id?: string;
  label?: string;
  text: string;
  placeholder?: string;
  take: (value: number | undefined) => void;
}) {
  const { id, label, text, placeholder, take } = props;
  return (
    <input
      {...(id === undefined ? {} : { id })}
      class="field number"
      type="number"
      step="any"
      inputMode="decimal"
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={text}
      onChange={({ currentTarget }) => {
        const { value, validity } = currentTarget;
        if (value === text) return;
        if (validity.badInput) currentTarget.value = text;
        else take(value === '' ? undefined : Number(value));
      }}
    />
  );
}
