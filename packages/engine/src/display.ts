/**
 * How results are put in words, numbers and colours, for whoever shows them: reports, figures, pages.
 * Nothing here draws.
 *
 * @packageDocumentation
 */
export { placeApart } from './figures/end-labels.ts';
export { environmentName, fileStem, policyLabels } from './figures/names.ts';
export {
  counted,
  formatEstimates,
  formatFixed,
  formatNumber,
  linearTicks,
  type MeanAndHalf,
  tickFormat,
} from './figures/numbers.ts';
export { armLetter, contrast, textOn } from './figures/theme.ts';
export { answerSentence, listed, policyLabel, ranked, rivals } from './report/findings.ts';
