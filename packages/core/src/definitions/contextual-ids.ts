/**
 * The ids of contextual policies, for what knows only policies without contexts: a page that leaves contexts out loads
 * these words instead of the policies.
 */
export const contextualIds: readonly string[] = [
  'linucb',
  'restart-linucb',
  'sw-linucb',
  'd-linucb',
  'weight-linucb',
  'lints',
  'd-lints',
  'd-rand-linucb',
  'bob-linucb',
  'dlinucb',
  'logistic-ts',
  'd-logistic',
  'lin-auto',
  'lin-oracle',
  'lin-oracle-restart',
];
