/** That rewards are too large for the policies, with buttons that divide them. */
import { formatNumber } from '@driftline/engine/display';
import { unitAdvice } from './world-unit.ts';

export function UnitAdvice(props: {
  readonly values: ArrayLike<number>;
  readonly unit: number;
  take: (unit: number) => void;
}) {
  const advice = unitAdvice(props.values, props.unit);
  if (advice === undefined) return null;
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
