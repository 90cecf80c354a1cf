/** Checks of what only contextual policies do: features, codes, and actions that change from slot to slot. */
import { ContractError, ParameterError } from '../base/errors.ts';
import type { ContextForm, ContextualPolicyDefinition } from '../definitions/contextual.ts';
import { randomStream, saveRandom } from '../random/source.ts';
import { ContextualPolicy } from '../shell/contextual/contextual-policy.ts';
import type { ContextualSelection } from '../shell/contextual/contextual-selection.ts';
import { contextualKernelMethods, missingKernelMethods } from '../shell/kernel-methods.ts';
import { demand, demandRefusal, demandSame } from './check.ts';
import { actionAt, usualContextual } from './contextual-subject.ts';

/** Questions to a policy of a form, right and wrong. */
interface Questions {
  at(slot: number): object;
  /** Questions that are refused, with a word of the error. */
  readonly wrong: readonly (readonly [what: string, asked: unknown, mention: string])[];
}

const throws = {
  get hour(): number {
    throw new Error('no value');
  },
};

const CONTEXTS: Questions = {
  at: (slot) => ({ hour: slot % 24, load: (slot % 10) / 10 }),
  wrong: [
    ['an unknown feature', { huor: 3 }, 'hour'],
    ['a name of the prototype', { constructor: 1 }, 'constructor'],
    ['text for a number', { load: '0.5' }, 'load'],
    ['NaN', { load: Number.NaN }, 'load'],
    ['an infinity', { hour: Number.POSITIVE_INFINITY }, 'hour'],
    ['a getter that throws', throws, 'hour'],
    ['an array', [1, 2, 3], 'array'],
    ['nothing', null, 'object'],
  ],
};

const ACTIONS: Questions = {
  at: (slot) => ({ actions: [0, 1, 2].map((action) => actionAt(slot, action)) }),
  wrong: [
    ['no actions', { actions: [] }, 'actions'],
    ['a list that is none', { actions: 'all' }, 'actions'],
    ['a vector of another length', { actions: [[1, 0, 0]] }, 'actions[0]'],
    ['text for a number', { actions: [['1', 0, 0, 0]] }, 'actions[0]'],
    ['NaN', { actions: [actionAt(0, 0), [0, Number.NaN, 0, 0]] }, 'actions[1]'],
    ['an infinity', { actions: [[Number.NEGATIVE_INFINITY, 0, 0, 0]] }, 'actions[0]'],
    ['a number above a million', { actions: [[0, 0, 0, 1e7]] }, 'actions[0]'],
  ],
};

function questionsOf(form: ContextForm): Questions {
  return form === 'arms' ? CONTEXTS : ACTIONS;
}

function made(definition: ContextualPolicyDefinition, form: ContextForm): ContextualPolicy {
  return new ContextualPolicy(definition, usualContextual(definition, form));
}

function textOf(policy: ContextualPolicy): string {
  return JSON.stringify(policy.snapshot());
}

/** Plays slots with rewards that follow from slot and arm, and returns the arms. */
function playOn(
  policy: ContextualPolicy,
  slots: number,
  questionAt: (slot: number) => object,
  through: (selection: ContextualSelection) => ContextualSelection = (selection) => selection,
): number[] {
  const random = randomStream(80);
  return Array.from({ length: slots }, () => {
    const selection = policy.select(random, questionAt(policy.slot));
    policy.begin(selection);
    policy.update(through(selection), ((3 * selection.slot + 5 * selection.arm) % 11) / 11);
    return selection.arm;
  });
}

/** The check that comes first. */
export function hasEveryContextualMethod(definition: ContextualPolicyDefinition): void {
  const { forms } = definition;
  const areForms = forms.every((form) => form === 'arms' || form === 'actions');
  demand(
    Array.isArray(forms) && forms.length > 0 && areForms,
    `forms must hold arms, actions or both; got ${JSON.stringify(forms)}`,
  );
  let missing: string[] = [];
  const watched: ContextualPolicyDefinition = {
    ...definition,
    kernel: (settings) => {
      const kernel = definition.kernel(settings);
      missing = missingKernelMethods(kernel, contextualKernelMethods);
      return kernel;
    },
  };
  made(watched, forms[0]);
  demand(
    missing.length === 0,
    `the kernel that kernel(settings) returns must have the methods ${contextualKernelMethods.join(', ')}; missing: ${missing.join(', ')}`,
  );
}

/** An error names the feature, and nothing is lost or changed by it. */
export function refusesBadFeatures(definition: ContextualPolicyDefinition): void {
  for (const form of definition.forms) {
    const { at, wrong } = questionsOf(form);
    const policy = made(definition, form);
    playOn(policy, 20, at);
    const random = randomStream(81);
    const [before, drawn] = [textOf(policy), saveRandom(random)];
    for (const [what, asked, mention] of wrong) {
      demandRefusal(() => policy.select(random, asked), ParameterError, mention, what);
      demandSame(textOf(policy), before, `the state after ${what} was rejected`);
      demandSame(saveRandom(random), drawn, `the random source after ${what} was rejected`);
    }
    const { codes, ...lost } = policy.select(random, at(policy.slot));
    for (const wrongCodes of [undefined, codes.slice(1), [...codes, 0]]) {
      const selection = { ...lost, codes: wrongCodes } as ContextualSelection;
      demandRefusal(
        () => policy.begin(selection),
        ContractError,
        'codes',
        'a selection with other codes',
      );
    }
    demandSame(textOf(policy), before, 'the state after other codes were rejected');
  }
}

/** Selections are stored as text until their reward comes. */
export function keepsCodesThroughJson(definition: ContextualPolicyDefinition): void {
  for (const form of definition.forms) {
    const { at } = questionsOf(form);
    const [straight, stored] = [made(definition, form), made(definition, form)];
    const arms = playOn(straight, 120, at);
    const throughJson = (selection: ContextualSelection) => JSON.parse(JSON.stringify(selection));
    demandSame(
      playOn(stored, 120, at, throughJson),
      arms,
      `${form} after a way through JSON`,
      'slot',
    );
    demandSame(textOf(stored), textOf(straight), 'the state after decisions went through JSON');
  }
}

/** The features of a slot are read at once: the caller fills its arrays again. */
export function copiesFeatures(definition: ContextualPolicyDefinition): void {
  if (!definition.forms.includes('actions')) return;
  const [reusing, copying] = [made(definition, 'actions'), made(definition, 'actions')];
  const rows = [0, 1, 2].map((action) => actionAt(0, action));
  const reused = (slot: number) => {
    for (const [action, row] of rows.entries())
      row.splice(0, row.length, ...actionAt(slot, action));
    return { actions: rows };
  };
  const spoil = (selection: ContextualSelection) => {
    for (const row of rows) row.fill(0.25);
    return selection;
  };
  demandSame(
    playOn(reusing, 120, reused, spoil),
    playOn(copying, 120, ACTIONS.at),
    'actions whose arrays are used again after select',
    'slot',
  );
  demandSame(textOf(reusing), textOf(copying), 'the state after arrays were used again');
}

/** One action, two, ten thousand, and three again. */
export function takesChangingActions(definition: ContextualPolicyDefinition): void {
  if (!definition.forms.includes('actions')) return;
  const policy = made(definition, 'actions');
  const sizes = [1, 2, 10_000, 3, 1, 5];
  const arms = playOn(policy, 2 * sizes.length, (slot) => ({
    actions: Array.from({ length: sizes[slot % sizes.length] }, (_, action) =>
      actionAt(slot, action),
    ),
  }));
  const slot = arms.findIndex((arm, at) => arm >= sizes[at % sizes.length]);
  demand(
    slot < 0,
    `pick must return a place in the list; got ${arms[slot]} of ${sizes[slot % sizes.length]} actions in slot ${slot}`,
  );
  const twin = made(definition, 'actions');
  twin.restore(JSON.parse(textOf(policy)));
  demandSame(textOf(twin), textOf(policy), 'the state restored after lists of many sizes');
}

/** Checks that an action shows numbers, and that showing changes nothing. */
export function showsActions(definition: ContextualPolicyDefinition): void {
  for (const form of definition.forms) {
    const { at } = questionsOf(form);
    const policy = made(definition, form);
    playOn(policy, 60, at);
    const before = textOf(policy);
    const views = policy.inspect(at(policy.slot));
    const isShown = ({ value, width }: (typeof views)[number]) =>
      Number.isFinite(value) && Number.isFinite(width) && width >= 0;
    demand(
      views.every(isShown),
      `value must be a finite number, and widthOf one from 0 on; got ${JSON.stringify(views)}`,
    );
    const coefficients = policy.coefficients();
    demand(
      coefficients.every(({ estimate }) => Number.isFinite(estimate)),
      'coefficient must be a finite number for every block and column',
    );
    demandSame(textOf(policy), before, 'the state after showing');
  }
}

/** Pending decisions only narrow widths, and leave no trace once they have ended. */
export function forgetsWhatEnded(definition: ContextualPolicyDefinition): void {
  for (const form of definition.forms) {
    const { at } = questionsOf(form);
    const [policy, fresh] = [made(definition, form), made(definition, form)];
    const random = randomStream(82);
    for (let slot = 0; slot < 30; slot++) {
      const selection = policy.select(random, at(slot));
      policy.begin(selection);
      fresh.expire({ ...selection, origin: fresh.origin });
    }
    policy.expireOlderThan(0);
    demandSame(
      policy.snapshot().state,
      fresh.snapshot().state,
      'the state after all pending decisions expired, and after decisions that expired at once',
    );
  }
}
