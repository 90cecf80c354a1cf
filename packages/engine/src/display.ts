/**
 * How results are put in words, numbers and colours, for whoever shows them: reports, figures, pages.
 * Nothing here draws.
 *
 * @packageDocumentation
 */
export { type Bin, filledBins, finalHistograms } from './figures/bins.ts';
export { environmentName, fileStem, policyLabels } from './figures/names.ts';
export {
  counted,
  formatEstimates,
  formatFixed,
  formatNumber,
  linearTicks,
  listed,
  type MeanAndHalf,
  tickFormat,
} from './figures/numbers.ts';
export {
  type Outlined,
  outlinedPolicies,
  outlineScales,
  outlineText,
} from './figures/outlines.ts';
export { placeApart } from './figures/place-apart.ts';
export { textWidth } from './figures/text.ts';
export { armLetter, contrast, policyStyle, stylePlace, textOn } from './figures/theme.ts';
export {
  definedStanding,
  type PolicyGroup,
  policyGroupOf,
  policyGroups,
  standingWords,
} from './policy-groups.ts';
export {
  answerSentence,
  contenders,
  policyLabel,
  ranked,
  rivals,
} from './report/findings.ts';
export { shellWord } from './shell-word.ts';
export { shortFileName, textDigest } from './short-name.ts';
