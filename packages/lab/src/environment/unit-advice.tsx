/** That rewards are too large for the policies, with buttons that divide them. */
import { formatNumber } from '@driftline/engine/display';
import { unitAdvice } from './unit.ts';

export function UnitAdvice(props: {
  readonly values: ArrayLike<number>;
  readonly unit: number;
  /** Why rewards are as large as they are, where that is on purpose. */
  readonly reason?: string | undefined;
  take: (unit: number) => void;
}) {
  const advice = unitAdvice(props.values, props.unit);
  if (advice === undefined) return null;
  if (props.reason !== undefined) return <p class="field-help">{props.reason}</p>;
  return (
    <div class="message unit-advice" role="status">
      <p>{advice.text}</p>
      <div class="file-actions">
        {[advice.unit, -advice.unit].map((unit) => (
          <button key={unit} class="button" type="button" onClick={() => props.take(unit)}>
            Divide by {formatNumber(unit, 3)}
          </button>
        ))}
      </div>
    </div>
  );
}
