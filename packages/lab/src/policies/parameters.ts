/** What the setup shows of a policy's parameters: which one tunes its memory, and what a spec gives. */
import {
  type PolicyDefinition,
  type PolicyParameter,
  type Warning,
  type WarningCode,
} from '@driftline/core';
import { inRole, takesFact } from '@driftline/core/play';
import { type MemoryKind, parseSpec, writeSpec } from '@driftline/core/spec';

/** The parameter that tunes a policy's memory; undefined where none does. */
export function mainParameter(definition: PolicyDefinition): PolicyParameter | undefined {
  return inRole(definition, 'memory').at(-1);
}

/** Parameters as a spec gives them, by name. */
export function givenIn(spec: string): Readonly<Record<string, string>> {
  return parseSpec(spec).params;
}

/**
 * The parameters beside the main one. A budget or a volatility is given to all policies at once, and a
 * discount says all that a window would: these are shown only where a spec gives them.
 */
export function otherParameters(
  definition: PolicyDefinition,
  spec: string,
): readonly PolicyParameter[] {
  const main = mainParameter(definition);
  const given = givenIn(spec);
  const saidElsewhere = [
    ...inRole(definition, 'memory'),
    takesFact(definition, 'variation'),
    takesFact(definition, 'volatility'),
  ];
  return definition.parameters.filter(
    (parameter) =>
      parameter !== main &&
      (!saidElsewhere.includes(parameter) || given[parameter.id] !== undefined),
  );
}

/** A spec with one parameter changed, or without it, in the order of the definition. */
export function specWith(
  definition: PolicyDefinition,
  spec: string,
  name: string,
  value: string | undefined,
): string {
  const given: Record<string, string | undefined> = { ...givenIn(spec), [name]: value };
  const known = definition.parameters.map(({ id }) => id);
  const unknown = Object.keys(given).filter((id) => !known.includes(id));
  const params = [...known, ...unknown].flatMap((id) => {
    const text = given[id];
    return text === undefined ? [] : [[id, text]];
  });
  return writeSpec(definition.id, Object.fromEntries(params));
}

/** Whether a parameter follows from the environment, rather than from a default that is always the same. */
export function isTuned(parameter: PolicyParameter): boolean {
  return parameter.default === undefined;
}

/** What a policy remembers, by how it forgets. */
const MEMORIES: Readonly<Record<Exclude<MemoryKind, 'none' | 'own'>, (symbol: string) => string>> =
  {
    window: (symbol) => `Remembers the last ${symbol} slots.`,
    resetting: (symbol) => `Restarts every ${symbol} slots.`,
    discounted: (symbol) => `Discounts old rewards by ${symbol} per slot.`,
    'growing-window': () => 'Remembers a window that grows with time.',
    'chosen-window': () => 'Learns which window to use, block by block.',
    'all-time': () => 'Never forgets.',
    sharing: () => 'Shares some weight, so that any arm can recover.',
    alarm: () => 'Remembers until a test raises an alarm.',
    'fading-alarm': () => 'Forgets slowly. An alarm erases an arm at once.',
    drift: () => 'Restarts when it detects drift.',
    'given-changes': () => 'Is given the time of each change and restarts then.',
    'run-lengths': () => 'Weighs guesses of the time of the last change.',
    episodes: () => 'Restarts when it detects a change.',
    epochs: () => 'Restarts in each epoch.',
    instances: () => 'Keeps memories of many lengths at once.',
    'all-windows': () => 'Uses the smallest bound over windows of all lengths.',
    'last-rewards': () => 'Remembers the last rewards of each arm.',
    filter: () => 'Uses a filter that trusts older rewards less.',
  };

/** What a policy remembers, in one short sentence. */
export function memorySentence(definition: PolicyDefinition): string {
  const { memoryKind = 'own', needs, memory } = definition;
  if (memoryKind === 'own') return `Memory: ${memory}.`;
  if (memoryKind === 'none') return needs === undefined ? 'Remembers nothing.' : 'Knows the means.';
  return MEMORIES[memoryKind](mainParameter(definition)?.symbol ?? '');
}

/** What a warning comes to, for those who do not know the formulas. */
const PLAIN_WARNINGS: Readonly<Record<WarningCode, string>> = {
  'horizon-shorter-than-window': 'Its memory is longer than the run, so it forgets nothing.',
  'window-smaller-than-arms': 'Its memory is too short to cover every arm at once.',
  'psi-condition-unmet': 'It may do well, but theory promises nothing for such a small ζ.',
  'outside-theory': 'It may do well, but theory promises nothing for this width.',
  'test-out-of-reach': 'Its test can’t find any change here.',
  'exploration-only': 'It only explores and never uses its data.',
  'variation-above-budget': 'The means vary more than the budget that the policies are given.',
  'reward-out-of-range': 'Rewards outside its given range were clipped.',
  'rewards-small': 'All rewards are much smaller than the range that it expects.',
  'decisions-pile-up': 'Many decisions are pending.',
  'context-outside-schema': 'Values of contexts outside their declared range were clipped.',
  'norm-above-bound': 'Feature vectors are longer than it expects.',
  'decision-lost': 'A reward arrived for a decision made after the last snapshot.',
};

/**
 * A warning in plain words, then as the library has it. The policy that it begins with is left out: it
 * stands beside it.
 */
export function plainWarning({ code, message }: Warning, id: string): string {
  const text = message.startsWith(`${id}: `) ? message.slice(id.length + 2) : message;
  return `${PLAIN_WARNINGS[code]} Details: ${text}.`;
}
