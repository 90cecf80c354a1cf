/** Results with our advice: which flag helps, the library does not know. */
import {
  type Comparison,
  type ComparisonResult,
  environmentOf,
  type Plugins,
} from '@driftline/engine/play';
import { budgetAdvice } from './warnings.ts';

/**
 * A result with our advice where the library warns of its environment. One that states no budget is left
 * as it is: there it is enough to give none.
 */
export function withAdvice(
  result: ComparisonResult,
  comparison: Comparison,
  plugins: Plugins,
): ComparisonResult {
  const { environment } = result;
  if (environment.warnings.every(({ code }) => code !== 'variation-above-budget')) return result;
  const first = comparison.firstReplication ?? 0;
  if (environmentOf(comparison, first, plugins).statedVariation === undefined) return result;
  const warnings = environment.warnings.map(({ code, message }) => ({
    code,
    message: `${message}${budgetAdvice(environment.variation.true)}`,
  }));
  return { ...result, environment: { ...environment, warnings } };
}
