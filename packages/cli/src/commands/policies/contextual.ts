/** Contextual policies: their listing, and everything about one. */
import { type ContextualPolicyDefinition, contextualPolicyCatalogue } from '@driftline/core/play';
import { acceptedNumbers, writeSpec } from '@driftline/core/spec';
import { listed } from '@driftline/engine/display';
import { markedSummary, policyFacts } from './facts.ts';

/** The group of contextual policies in listings. */
export const CONTEXTUAL_TITLE = 'Contextual policies, which see the features of arms or actions';

/** Environments that examples name, by form. */
const EXAMPLES = { arms: 'contexts-jumps', actions: 'linear-abrupt' } as const;

const FORM_WORDS = {
  arms: 'named arms with a common context and separate parameters',
  actions: 'actions with separate features and common parameters',
} as const;

/** Assumptions on rewards that read otherwise with contexts. */
const rewardWords: Readonly<Record<string, string>> = {
  'sub-gaussian': 'R-sub-Gaussian noise around means that are linear in the features',
};

/** Rows of a listing: id, memory and one sentence. */
export function contextualRows(): (readonly [string, string, string])[] {
  return contextualPolicyCatalogue.list.map(
    (each) => [each.id, each.memory, markedSummary(each)] as const,
  );
}

/** Facts about a contextual policy: a label and a text each. */
export function contextualFacts(
  definition: ContextualPolicyDefinition,
): (readonly [string, string])[] {
  const forms = definition.forms.map((form) => FORM_WORDS[form]);
  const facts = policyFacts(definition).map(([label, text]): readonly [string, string] =>
    label === 'Rewards' ? [label, rewardWords[definition.rewards] ?? text] : [label, text],
  );
  return [['Plays', listed(forms)], ...facts];
}

/** The flags that play a contextual policy. */
export function contextualCall({ id, forms }: ContextualPolicyDefinition): string {
  const form = forms.includes('actions') ? 'actions' : 'arms';
  return `--environment ${EXAMPLES[form]} --policies "${writeSpec(id, {})}"`;
}

/** A contextual policy's description as plain data. */
export function contextualRecord(definition: ContextualPolicyDefinition): object {
  // All but functions, and facts that others make something of.
  const { tune: _tune, kernel: _kernel, shows: _shows, ...data } = definition;
  const { order: _order, group: _group, memoryKind: _memoryKind, parameters, ...described } = data;
  return {
    ...described,
    standing: definition.standing ?? 'confirmed',
    parameters: parameters.map(({ role: _role, example: _example, ...parameter }) => ({
      ...parameter,
      accepts: acceptedNumbers(parameter),
    })),
    example: writeSpec(definition.id, {}),
  };
}
