/** The fields of the environment, as signals: what is written in them, and what is wrong with it. */
import { parseSpec } from '@driftline/core/spec';
import { computed, signal } from '@preact/signals';
import { type Attempt, attempt } from '../setting/attempt.ts';
import {
  environmentFrom,
  fieldOf,
  switchedEnvironments,
  type Texts,
  textsOf,
  withText,
} from '../setting/environment-draft.ts';
import { recordedFields } from '../setting/page-fields.ts';
import type { ChosenEnvironment, Setting } from '../setting/setting.ts';
import { change, setting, tryEnvironment } from '../state/store.ts';
import { chooseDrawn, endDrawing } from './edit.ts';
import { dismissTrouble } from './file.ts';

/** What a field can't take, in the library's words. */
interface FieldError {
  readonly key: string;
  readonly message: string;
}

interface Fields {
  /** The environment that the fields belong to. */
  readonly environment: ChosenEnvironment;
  readonly texts: Texts;
  readonly error?: FieldError;
}

/** What was written and makes no environment yet. */
const draft = signal<Fields | undefined>(undefined);

/** The fields as they are to be shown: a draft is void once another environment was chosen. */
export const fields = computed<Fields>(() => {
  const { environment } = setting.value;
  return draft.value?.environment === environment
    ? draft.value
    : { environment, texts: textsOf(environment) };
});

function attemptEnvironment(
  environment: ChosenEnvironment,
  texts: Texts,
): Attempt<ChosenEnvironment> {
  const made = attempt(() => environmentFrom(environment, texts));
  if ('problem' in made) return made;
  const built = tryEnvironment({ ...setting.value, environment: made.value });
  return 'problem' in built ? built : made;
}

/** The keys of all fields that an environment has. */
function keysOf(
  environment: ChosenEnvironment,
  texts: Texts,
  parameters: readonly string[],
): string[] {
  const law = Object.keys(texts).filter((key) => key.startsWith('law:'));
  const own =
    environment.kind === 'rewards'
      ? recordedFields.map(([, { page }]) => page.name)
      : ['arms', 'slots', 'law', ...law];
  return [...own, ...parameters];
}

/**
 * Takes what was written in a field. The environment stays as it is until all fields together make one.
 *
 * @param parameters - the keys of the environment's own fields
 */
export function setField(key: string, text: string, parameters: readonly string[]): void {
  const { environment, texts } = fields.value;
  const next = withText(texts, key, text);
  const made = attemptEnvironment(environment, next);
  if ('problem' in made) {
    const at = fieldOf(made.problem, keysOf(environment, next, parameters), key);
    if (key === 'unit' && text.trim() === '') {
      // An empty field would show nothing of what rewards are still divided by.
      const message = `${made.problem}. ${textsOf(environment).unit} is kept`;
      draft.value = {
        environment,
        texts: withText(texts, key, textsOf(environment).unit),
        error: { key, message },
      };
      return;
    }
    draft.value = { environment, texts: next, error: { key: at, message: made.problem } };
    return;
  }
  draft.value = undefined;
  const isSame =
    environment.kind === 'named' && JSON.stringify(environment) === JSON.stringify(made.value);
  if (!isSame) change({ environment: made.value });
}

/** A table that was loaded, to come back to. */
interface LoadedTable extends Pick<Setting, 'armNames'> {
  readonly environment: Extract<ChosenEnvironment, { kind: 'means' | 'rewards' }>;
}
let lastTable: LoadedTable | undefined;

/** The table that was used last; undefined where none was. */
export const loadedTable = computed(() => {
  const { environment, armNames } = setting.value;
  if (environment.kind === 'means' || environment.kind === 'rewards') {
    lastTable = armNames === undefined ? { environment } : { environment, armNames };
  }
  return lastTable;
});

/** Goes back to the table that was used last. */
function chooseTable(): void {
  const table = loadedTable.value;
  if (table === undefined) return;
  endDrawing();
  // Budget and range were chosen for the environment before.
  change({
    environment: table.environment,
    armNames: table.armNames,
    variation: undefined,
    rewardRange: undefined,
  });
}

/** Another environment; size and rewards stay where it takes them. */
function chooseEnvironment(id: string): void {
  const tries = switchedEnvironments(setting.value.environment, id);
  const environment = tries.find(
    (each) => 'value' in tryEnvironment({ ...setting.value, environment: each }),
  );
  endDrawing();
  // Budget and range were chosen for the environment before.
  change({
    environment: environment ?? { kind: 'named', spec: id },
    armNames: undefined,
    variation: undefined,
    rewardRange: undefined,
  });
}

/** What is chosen now, as the list of environments has it. */
export function choiceOf({ environment }: Setting): string {
  switch (environment.kind) {
    case 'named':
      return `environment:${parseSpec(environment.spec).id}`;
    case 'drawn':
      return 'drawn';
    default:
      return 'table';
  }
}

/** Takes a choice from the list of environments, those apart that need a dialog. */
export function choose(choice: string): void {
  dismissTrouble();
  if (choice === 'drawn') chooseDrawn();
  else if (choice === 'table') chooseTable();
  else chooseEnvironment(choice.slice('environment:'.length));
}
