/** A table that is being loaded, as signals. */
import { ParameterError } from '@driftline/core';
import { slotColumnWarning, type Table } from '@driftline/engine/display';
import { signal } from '@preact/signals';
import { attempt } from '../setting/attempt.ts';
import {
  armNamesOf,
  pastedText,
  piecesOf,
  probableKind,
  readTable,
  type TableKind,
} from '../setting/read-environment.ts';
import type { ChosenEnvironment } from '../setting/setting.ts';
import { change, setting, tryEnvironment } from '../state/store.ts';
import { endDrawing } from './edit.ts';

/** A table that was read and waits to be used. */
export interface ReadTable {
  readonly name: string;
  readonly table: Table;
  readonly kind: TableKind;
  /** That the first column seems to count slots. */
  readonly warning: string | undefined;
}

/** Whether the dialog is open. */
export const dialogOpen = signal(false);
/** What was read; undefined before. */
export const readSoFar = signal<ReadTable | undefined>(undefined);
/** The file that is being read; empty while none is. */
export const reading = signal('');
/** Why the last table could not be read; empty where it could. */
export const fileTrouble = signal('');

const PASTED = 'pasted table';

/** The table that was asked for last; others are not wanted any more when they have been read. */
let latest = 0;

export function openFileDialog(): void {
  fileTrouble.value = '';
  readSoFar.value = undefined;
  dialogOpen.value = true;
}

export function closeFileDialog(): void {
  // What is still being read must not open the dialog again.
  latest += 1;
  dialogOpen.value = false;
  reading.value = '';
  fileTrouble.value = '';
  readSoFar.value = undefined;
}

/** Forgets why the last table could not be read. */
export function dismissTrouble(): void {
  fileTrouble.value = '';
}

async function read(name: string, pieces: Parameters<typeof readTable>[1]): Promise<void> {
  latest += 1;
  const asked = latest;
  fileTrouble.value = '';
  readSoFar.value = undefined;
  reading.value = name;
  try {
    const table = await readTable(name, pieces);
    if (asked !== latest) return;
    const warning = slotColumnWarning(name, table);
    readSoFar.value = { name, table, kind: probableKind(table), warning };
    dialogOpen.value = true;
  } catch (error) {
    if (asked !== latest) return;
    fileTrouble.value =
      error instanceof ParameterError ? error.message : `${name}: can’t be read (${String(error)})`;
  } finally {
    if (asked === latest) reading.value = '';
  }
}

/** Reads a file that was chosen or dropped. */
export function readFile(file: File): Promise<void> {
  return read(file.name, piecesOf(file));
}

/** Reads text that was pasted. */
export function readPasted(text: string): Promise<void> {
  return read(PASTED, [pastedText(text)]);
}

/** Takes an environment that was made of the table that was read; says why where it can't be played. */
export function takeTable(make: () => ChosenEnvironment): string | undefined {
  const shown = readSoFar.value;
  if (shown === undefined) return undefined;
  const environment = attempt(make);
  if ('problem' in environment) return environment.problem;
  const made = tryEnvironment({ ...setting.value, environment: environment.value });
  if ('problem' in made) return made.problem;
  endDrawing();
  change({
    environment: environment.value,
    armNames: armNamesOf(shown.table),
    variation: undefined,
    rewardRange: undefined,
  });
  closeFileDialog();
  return undefined;
}
