/** Means or recorded rewards from a file, or pasted. */
import type { Benchmark } from '@driftline/core/play';
import { counted, formatNumber, listed } from '@driftline/engine/display';
import { FIELDS } from '@driftline/engine/request';
import { Dialog } from '@driftline/page-kit/widgets';
import { useState } from 'preact/hooks';
import { attempt } from '../setting/attempt.ts';
import { readField } from '../setting/page-fields.ts';
import { armNamesOf, environmentOfTable, type TableKind } from '../setting/read-environment.ts';
import type { ChosenEnvironment } from '../setting/setting.ts';
import { ChoiceField, TextField } from './fields.tsx';
import {
  closeFileDialog,
  dialogOpen,
  fileTrouble,
  type ReadTable,
  readFile,
  reading,
  readPasted,
  readSoFar,
  takeTable,
} from './file.ts';
import { FileForm, TroubleMessage } from './file-trouble.tsx';
import { benchmarkChoices, lawChoices } from './names.ts';
import { UnitAdvice } from './unit-advice.tsx';

const MOST_NAMES = 6;

/** Where a table comes from. */
function Source() {
  const [text, setText] = useState('');
  return (
    <div class="file-source">
      <div>
        <label class="button file-button" for="table-file">
          Choose a file
        </label>
        <input
          id="table-file"
          class="hidden-text"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void readFile(file);
            // The same file may be chosen again after it was mended.
            currentTarget.value = '';
          }}
        />
        <span class="small"> or drop one here, or paste a table:</span>
      </div>
      <label class="hidden-text" for="table-text">
        Table
      </label>
      <textarea
        id="table-text"
        class="field"
        rows={6}
        spellcheck={false}
        placeholder={'0.41,0.52,0.30\n0.42,0.51,0.30'}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="file-actions">
        <button
          class="button"
          type="button"
          disabled={text.trim() === ''}
          onClick={() => void readPasted(text)}
        >
          Read pasted table
        </button>
        <span class="small" role="status">
          {reading.value === '' ? '' : `Reading ${reading.value}…`}
        </span>
      </div>
    </div>
  );
}

/** The least and the largest number of a table. */
function rangeOf(values: Float64Array): [number, number] {
  let [least, largest] = [values[0], values[0]];
  for (const value of values) {
    least = Math.min(least, value);
    largest = Math.max(largest, value);
  }
  return [least, largest];
}

/** What was found in a table, in a sentence. */
function foundText({ table }: ReadTable): string {
  const [least, largest] = rangeOf(table.values).map((value) => formatNumber(value, 3));
  const size = `${counted(table.rowCount, 'slot')}, ${counted(table.columnCount, 'arm')}, values from ${least} to ${largest}.`;
  const names = armNamesOf(table);
  if (names === undefined) return size;
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), 'others'] : [...names];
  return `${size} Arms: ${listed(shown)}.`;
}

/** A law that allows the values of a table. */
function usualLaw({ table }: ReadTable): string {
  const [least, largest] = rangeOf(table.values);
  return least >= 0 && largest <= 1 ? 'bernoulli' : 'gaussian';
}

function KindChoice({ kind, take }: { kind: TableKind; take: (kind: TableKind) => void }) {
  const choices: readonly (readonly [TableKind, string, string])[] = [
    ['means', 'Means', 'the mean reward of each arm in each slot'],
    ['rewards', 'Recorded rewards', 'the actual reward of each arm in each slot'],
  ];
  return (
    <fieldset class="file-kind">
      <legend>Contents of the table</legend>
      {choices.map(([id, name, words]) => (
        <label key={id} class="environment-check">
          <input type="radio" name="table-kind" checked={kind === id} onChange={() => take(id)} />
          <span>
            <b>{name}</b>: {words}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is to be known of a table before it can be played. */
interface TableUse {
  readonly kind: TableKind;
  readonly law: string;
  readonly unit: string;
  readonly against: Benchmark;
}

function environmentOf(
  { name, table }: ReadTable,
  { kind, law, unit, against }: TableUse,
): ChosenEnvironment {
  if (kind === 'means') return environmentOfTable(name, table, { means: name, law });
  const divisor = readField('unit', unit);
  return environmentOfTable(name, table, {
    rewards: name,
    against,
    ...(divisor === FIELDS.unit.default ? {} : { unit: divisor }),
  });
}

/** The questions that go with what a table holds. */
function UseFields(props: {
  values: Float64Array;
  use: TableUse;
  take: (change: Partial<TableUse>) => void;
}) {
  const { values, use, take } = props;
  const [unitTrouble, setUnitTrouble] = useState<string>();
  // The last good one stays: an empty field must not silently stand for another.
  const takeUnit = (text: string) => {
    const read = attempt(() => String(readField('unit', text)));
    setUnitTrouble('problem' in read ? `${read.problem}. ${use.unit} is kept` : undefined);
    const unit = 'value' in read ? read.value : use.unit;
    take({ unit });
    return unit;
  };
  if (use.kind === 'means') {
    return (
      <ChoiceField
        id="table-law"
        label="Distribution of rewards around the means"
        chosen={use.law}
        choices={lawChoices}
        take={(law) => take({ law })}
      />
    );
  }
  return (
    <div class="environment-fields">
      <div class="whole-row unit-advice-row">
        <UnitAdvice
          values={values}
          unit={Number(use.unit)}
          take={(unit) => takeUnit(String(unit))}
        />
      </div>
      <TextField
        id="table-unit"
        label={FIELDS.unit.page.label}
        help="Use a negative number if the table holds losses, such as delays."
        error={unitTrouble}
        text={use.unit}
        take={takeUnit}
      />
      <ChoiceField
        id="table-against"
        label={FIELDS.against.page.label}
        chosen={use.against}
        choices={benchmarkChoices}
        take={(id) => take({ against: id === 'smoothed' ? 'smoothed' : 'fixed' })}
      />
    </div>
  );
}

/** What was read, and how it is to be used. */
function Use({ read }: { read: ReadTable }) {
  const [use, setUse] = useState<TableUse>(() => ({
    kind: read.kind,
    law: usualLaw(read),
    unit: '1',
    against: 'fixed',
  }));
  const [problem, setProblem] = useState<string>();
  const take = (changed: Partial<TableUse>) => setUse((before) => ({ ...before, ...changed }));
  return (
    <div class="file-use">
      <p>
        <b>{read.name}</b>: {foundText(read)}
      </p>
      {read.warning === undefined ? null : <p class="message">{read.warning}.</p>}
      <KindChoice kind={use.kind} take={(kind) => take({ kind })} />
      <UseFields values={read.table.values} use={use} take={take} />
      {problem === undefined ? null : (
        <p class="message error" role="alert">
          {problem}. The environment is unchanged.
        </p>
      )}
      <div class="file-actions">
        <button
          class="button primary"
          type="button"
          onClick={() => setProblem(takeTable(() => environmentOf(read, use)))}
        >
          Use this table
        </button>
        <button class="button" type="button" onClick={closeFileDialog}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/** Answers are for one table: another one is asked for anew. */
function tableKey({ name, table }: ReadTable): string {
  return `${name} ${table.values.length} ${table.columnCount}`;
}

export function FileDialog() {
  if (!dialogOpen.value) return null;
  const read = readSoFar.value;
  return (
    <Dialog id="table-dialog" title="Load means or rewards from a file" close={closeFileDialog}>
      <div class="file-dialog">
        <Source />
        {fileTrouble.value === '' ? null : (
          <TroubleMessage message={fileTrouble.value} remains="The environment is unchanged." />
        )}
        {read === undefined ? null : <Use key={tableKey(read)} read={read} />}
        <FileForm />
      </div>
    </Dialog>
  );
}
