import { describe, test } from 'vitest';
import { contextualPolicyCatalogue } from '../contextual-policies/catalogue.ts';
import { contextualPolicyContract } from './contextual-contract.ts';

/** Our kernels treat both forms alike but for blocks. So these checks of actions are enough for each of them. */
const ACTION_CHECKS = [
  'actions: is deterministic',
  'actions: continues bit for bit between any calls',
  'actions: counts late rewards as its definition states',
  'actions: starts again after reset',
];

describe.each(contextualPolicyCatalogue.list)('$id', (definition) => {
  const checks = contextualPolicyContract(definition).filter(
    ({ name }) => !name.startsWith('actions: ') || ACTION_CHECKS.includes(name),
  );
  test.each(checks)('$name', ({ run }) => run());
});
