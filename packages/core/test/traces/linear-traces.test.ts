/** The naive forms of linear policies against traces worked by hand. */
import { expect, test } from 'vitest';
import { type NaiveLinearDecision, naiveLinearIndex } from '../naive/linear-family.ts';
import { actionsOfTrace, linearTraces } from './linear-traces.ts';

/** The data have 15 digits and values below 10. The naive forms need some tens of operations of error 2⁻⁵³. */
const TOLERANCE = 1e-12;

test.each(linearTraces)('$id ($form) has the indices worked by hand', (trace) => {
  const history: NaiveLinearDecision[] = [];
  trace.picks.forEach((pick, slot) => {
    const actions = actionsOfTrace(trace, slot);
    const indices = actions.map((action) => {
      const { value, width } = naiveLinearIndex(trace.id, history, action, trace.settings);
      return value + width;
    });
    expect(indices).toHaveLength(trace.indices[slot].length);
    indices.forEach((index, place) => {
      expect(Math.abs(index - trace.indices[slot][place])).toBeLessThan(TOLERANCE);
    });
    // Indices that are equal as fractions may differ in their last digits.
    expect(indices[pick]).toBeGreaterThan(Math.max(...indices) - TOLERANCE);
    history.push({ ...actions[pick], reward: trace.rewards[slot][pick] });
  });
});
