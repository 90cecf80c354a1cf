/** The fields of the world, as signals: what is written in them, and what is wrong with it. */
import { parseSpec } from '@driftline/core/spec';
import { computed, signal } from '@preact/signals';
import { type Attempt, attempt } from '../setting/attempt.ts';
import {
  fieldOf,
  switchedWorlds,
  type Texts,
  textsOf,
  withText,
  worldFrom,
} from '../setting/environment-draft.ts';
import type { Setting, World } from '../setting/setting.ts';
import { change, setting, tryWorld } from '../state/store.ts';
import { chooseDrawn, endDrawing } from './edit.ts';
import { dismissTrouble } from './file.ts';

/** What a field can't take, in the library's words. */
export interface FieldError {
  readonly key: string;
  readonly message: string;
}

export interface Fields {
  /** The world that the fields belong to. */
  readonly world: World;
  readonly texts: Texts;
  readonly error?: FieldError;
}

/** What was written and makes no world yet. */
const draft = signal<Fields | undefined>(undefined);

/** The fields as they are to be shown: a draft is void once another world was chosen. */
export const fields = computed<Fields>(() => {
  const { world } = setting.value;
  return draft.value?.world === world ? draft.value : { world, texts: textsOf(world) };
});

function attemptWorld(world: World, texts: Texts): Attempt<World> {
  const made = attempt(() => worldFrom(world, texts));
  if ('problem' in made) return made;
  const environment = tryWorld({ ...setting.value, world: made.value });
  return 'problem' in environment ? environment : made;
}

/** The keys of all fields that a world has. */
function keysOf(world: World, texts: Texts, parameters: readonly string[]): string[] {
  const law = Object.keys(texts).filter((key) => key.startsWith('law:'));
  const own = world.kind === 'rewards' ? ['unit', 'smoothing'] : ['arms', 'slots', 'law', ...law];
  return [...own, ...parameters];
}

/**
 * Takes what was written in a field. The world stays as it is until all fields together make one.
 *
 * @param parameters - the keys of the environment's own fields
 */
export function setField(key: string, text: string, parameters: readonly string[]): void {
  const { world, texts } = fields.value;
  const next = withText(texts, key, text);
  const made = attemptWorld(world, next);
  if ('problem' in made) {
    const at = fieldOf(made.problem, keysOf(world, next, parameters), key);
    if (key === 'unit' && text.trim() === '') {
      // An empty field would show nothing of what rewards are still divided by.
      const message = `${made.problem}. ${textsOf(world).unit} is kept`;
      draft.value = {
        world,
        texts: withText(texts, key, textsOf(world).unit),
        error: { key, message },
      };
      return;
    }
    draft.value = { world, texts: next, error: { key: at, message: made.problem } };
    return;
  }
  draft.value = undefined;
  const isSame = world.kind === 'named' && JSON.stringify(world) === JSON.stringify(made.value);
  if (!isSame) change({ world: made.value });
}

/** A table that was loaded, to come back to. */
interface LoadedTable extends Pick<Setting, 'armNames'> {
  readonly world: Extract<World, { kind: 'means' | 'rewards' }>;
}
let lastTable: LoadedTable | undefined;

/** The table that was used last; undefined where none was. */
export const loadedTable = computed(() => {
  const { world, armNames } = setting.value;
  if (world.kind === 'means' || world.kind === 'rewards') {
    lastTable = armNames === undefined ? { world } : { world, armNames };
  }
  return lastTable;
});

/** Goes back to the table that was used last. */
function chooseTable(): void {
  const table = loadedTable.value;
  if (table === undefined) return;
  endDrawing();
  // Budget and range were chosen for the world before.
  change({
    world: table.world,
    armNames: table.armNames,
    variation: undefined,
    rewardRange: undefined,
  });
}

/** Another environment; size and rewards stay where it takes them. */
function chooseEnvironment(id: string): void {
  const tries = switchedWorlds(setting.value.world, id);
  const world = tries.find((each) => 'value' in tryWorld({ ...setting.value, world: each }));
  endDrawing();
  // Budget and range were chosen for the world before.
  change({
    world: world ?? { kind: 'named', spec: id },
    armNames: undefined,
    variation: undefined,
    rewardRange: undefined,
  });
}

/** What is chosen now, as the list of worlds has it. */
export function chosenWorld({ world }: Setting): string {
  switch (world.kind) {
    case 'named':
      return `environment:${parseSpec(world.spec).id}`;
    case 'drawn':
      return 'drawn';
    default:
      return 'table';
  }
}

/** Takes a choice from the list of worlds, those apart that need a dialog. */
export function chooseWorld(choice: string): void {
  dismissTrouble();
  if (choice === 'drawn') chooseDrawn();
  else if (choice === 'table') chooseTable();
  else chooseEnvironment(choice.slice('environment:'.length));
}
