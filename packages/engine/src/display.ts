/**
 * How results are put in words, numbers and colours, for whoever shows them: reports, figures, pages.
 * Nothing here draws.
 *
 * @packageDocumentation
 */
export { type Bin, filledBins, finalHistograms } from './drawing/figures/bins.ts';
export {
  type Outlined,
  outlinedPolicies,
  outlineScales,
  outlineText,
} from './drawing/figures/outlines.ts';
export { placeApart } from './drawing/figures/place-apart.ts';
export { textWidth } from './drawing/figures/text.ts';
export { armLetter, contrast, policyStyle, stylePlace, textOn } from './drawing/figures/theme.ts';
export {
  answerSentence,
  contenders,
  ranked,
  rivals,
} from './drawing/report/findings.ts';
export { commandLine, resumeCommand, shellWord } from './words/command-line.ts';
export { comparisonRecord, comparisonWarnings } from './words/comparison-record.ts';
export { contextWords } from './words/context-words.ts';
export { type Columns, csvOf, curvesColumns, finalsColumns } from './words/csv.ts';
export { takenChangesText } from './words/given-words.ts';
export { measuresOf, playersText } from './words/measures.ts';
export { environmentName, fileStem, metBy } from './words/names.ts';
export {
  counted,
  formatEstimates,
  formatFixed,
  formatNumber,
  linearTicks,
  listed,
  type MeanAndHalf,
  tickFormat,
} from './words/numbers.ts';
export {
  definedStanding,
  type PolicyGroup,
  policyGroupOf,
  policyGroups,
  standingWords,
} from './words/policy-groups.ts';
export { labelsText, policyName, policyNames, writtenName } from './words/policy-names.ts';
export {
  benchmarkText,
  canBeNegative,
  lateText,
  lawWithParameters,
  mappedRewardsText,
} from './words/reward-words.ts';
export { shortFileName, textDigest } from './words/short-name.ts';
export { slotColumnWarning, Table, TableReader, tableText } from './words/table-text.ts';
export {
  type WhichAnswer,
  type WhichNote,
  type WhichPolicy,
  type WhichQuestion,
  type WhichTake,
  whichPolicyLines,
} from './words/which-policy.ts';
export { whichPolicy } from './words/which-policy-data.ts';
