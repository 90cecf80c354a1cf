import { expect, test } from 'vitest';
import { metricsOf, quantileOf, statedQuantile, totalOf } from './metrics.ts';

const text = `# TYPE driftline_batch_operations histogram
driftline_batch_operations_bucket{le="1"} 3
driftline_batch_operations_bucket{le="10"} 9
driftline_batch_operations_bucket{le="+Inf"} 10
driftline_batch_operations_sum 64.5
driftline_batch_operations_count 10
driftline_loop_delay_seconds{quantile="0.99"} 0.012
driftline_shed_total{why="queue-full"} 2
driftline_shed_total{why="rate-limited"} 3
`;

test('numbers are found, those with labels together', () => {
  expect(totalOf(text, 'driftline_batch_operations_sum')).toBe(64.5);
  expect(totalOf(text, 'driftline_shed_total')).toBe(5);
  expect(totalOf(text, 'driftline_batch_operations')).toBe(0);
});

test('a quantile is the upper end of its bucket, or as it is stated', () => {
  expect(quantileOf(metricsOf(text), 'driftline_batch_operations', 0.5)).toBe(10);
  expect(quantileOf(metricsOf(text), 'driftline_other', 0.5)).toBeNaN();
  expect(statedQuantile(text, 'driftline_loop_delay_seconds', 0.99)).toBe(0.012);
});
