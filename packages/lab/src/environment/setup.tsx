/** How the means change, and how rewards fall around them. */
import { lawCatalogue } from '@driftline/core';
import { parseSpec, type SpecParameter } from '@driftline/core/spec';
import { counted } from '@driftline/engine/display';
import { definitionOf } from '../setting/environment-draft.ts';
import { recordedFields, type ShownField } from '../setting/page-fields.ts';
import { builtEnvironment, example, isExampleEnvironment, setting } from '../state/store.ts';
import { BudgetSetup } from './budget.tsx';
import { CheckField, ChoiceField, TextField } from './fields.tsx';
import { openFileDialog } from './file.ts';
import { FileDialog } from './file-dialog.tsx';
import { choiceOf, choose, fields, loadedTable, setField } from './form.ts';
import {
  asSentence,
  lawChoices,
  ownChoices,
  parameterName,
  presetChoices,
  wordChoices,
} from './names.ts';
import { UnitAdvice } from './unit-advice.tsx';

const FRESH = 'fresh';

/** The parameters of the environment that is chosen. */
function parametersNow(): readonly SpecParameter[] {
  const { environment } = fields.value;
  return environment.kind === 'named'
    ? definitionOf(parseSpec(environment.spec).id).parameters
    : [];
}

function write(key: string, text: string): void {
  setField(
    key,
    text,
    parametersNow().map(({ id }) => `param:${id}`),
  );
}

function errorAt(key: string): string | undefined {
  const { error } = fields.value;
  return error?.key === key ? error.message : undefined;
}

/** A field for text that has something to show when it is empty. */
function Written(props: {
  readonly name: string;
  readonly label: string;
  readonly fallback?: string;
  readonly placeholder?: string;
  readonly help?: string;
  readonly whole?: boolean;
}) {
  const { name, label, fallback = '', placeholder, help, whole = false } = props;
  const shown = () => fields.value.texts[name] || fallback;
  return (
    <TextField
      id={`environment-${name.replace(':', '-')}`}
      label={label}
      help={help}
      error={errorAt(name)}
      text={shown()}
      placeholder={placeholder}
      whole={whole}
      take={(text) => {
        write(name, text);
        return shown();
      }}
    />
  );
}

function EnvironmentChoice() {
  const table = loadedTable.value;
  const chosen = choiceOf(setting.value);
  const options = (choices: typeof presetChoices) =>
    choices.map(({ id, name }) => (
      <option key={id} value={`environment:${id}`}>
        {name}
      </option>
    ));
  return (
    <div class="environment-field">
      <label for="environment-kind">How the means change</label>
      <select
        id="environment-kind"
        class="field"
        value={chosen}
        onChange={({ currentTarget }) => {
          const choice = currentTarget.value;
          if (choice !== 'file') {
            choose(choice);
            return;
          }
          // The environment stays until a file was read.
          currentTarget.value = chosen;
          openFileDialog();
        }}
      >
        <optgroup label="From papers">{options(presetChoices)}</optgroup>
        <optgroup label="Custom parameters">{options(ownChoices)}</optgroup>
        <optgroup label="Custom means or rewards">
          <option value="drawn">Drawn by hand</option>
          {table === undefined ? null : <option value="table">{table.environment.name}</option>}
          <option value="file">From a file…</option>
        </optgroup>
      </select>
    </div>
  );
}

/** How many arms and slots; a table has what it has. */
function Size() {
  const made = builtEnvironment.value;
  const { environment } = fields.value;
  if (environment.kind === 'means' || environment.kind === 'rewards') {
    const slots = environment.values.length / environment.armCount;
    return (
      <p class="field-help">
        {counted(environment.armCount, 'arm')}, {counted(slots, 'slot')}, from the table.{' '}
        <button class="link" type="button" onClick={openFileDialog}>
          Choose another table
        </button>
      </p>
    );
  }
  const means = 'value' in made ? made.value.means : undefined;
  return (
    <>
      <Written name="arms" label="Arms" fallback={String(means?.armCount ?? '')} whole />
      <Written name="slots" label="Slots" fallback={String(means?.horizon ?? '')} whole />
    </>
  );
}

/** What a parameter means, unless its name says so. */
function helpOf({ id, summary }: SpecParameter): string {
  const help = asSentence(summary);
  return help === `${parameterName(id)}.` ? '' : help;
}

/** The law of rewards with its parameters. */
function Rewards() {
  const { texts } = fields.value;
  const definition = lawCatalogue.get(texts.law);
  return (
    <>
      <ChoiceField
        id="environment-law"
        label="Rewards"
        error={errorAt('law')}
        help={definition?.summary}
        chosen={texts.law}
        choices={lawChoices}
        take={(id) => write('law', id)}
      />
      {definition === undefined || definition.parameters.length === 0 ? null : (
        <div class="environment-fields">
          {definition.parameters.map((parameter) => (
            <Written
              key={parameter.id}
              name={`law:${parameter.id}`}
              label={parameterName(parameter.id)}
              help={helpOf(parameter)}
              fallback={parameter.default === undefined ? '' : String(parameter.default)}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Parameter({ parameter }: { parameter: SpecParameter }) {
  const { id } = parameter;
  const name = `param:${id}`;
  const text = fields.value.texts[name];
  if (id === FRESH) {
    return (
      <CheckField
        id="environment-fresh"
        label="New means in every replication"
        error={errorAt(name)}
        checked={text === '1'}
        take={(checked) => write(name, checked ? '1' : '')}
      />
    );
  }
  if (parameter.kind === 'choice') {
    const place = parameter.words.indexOf(text ?? '');
    return (
      <ChoiceField
        id={`environment-${id}`}
        label={parameterName(id)}
        help={helpOf(parameter)}
        error={errorAt(name)}
        chosen={parameter.words[place < 0 ? Number(text ?? parameter.default) : place]}
        choices={parameter.words.map((word) => ({ id: word, name: word }))}
        take={(word) => write(name, word)}
      />
    );
  }
  const own = 'default' in parameter ? parameter.default : undefined;
  return (
    <Written
      name={name}
      label={parameterName(id)}
      help={helpOf(parameter)}
      fallback={own === undefined ? '' : String(own)}
      placeholder="not given"
    />
  );
}

/** A field of recorded rewards, by what it takes. */
function RecordedField({ field: [, field] }: { field: ShownField }) {
  const { value, page } = field;
  const { name, label = name, help = '' } = page;
  const text = fields.value.texts[name];
  const common = { id: `environment-${name}`, label, help, error: errorAt(name) };
  if (value.kind === 'word') {
    const choices = wordChoices(field);
    return (
      <ChoiceField {...common} chosen={text} choices={choices} take={(id) => write(name, id)} />
    );
  }
  if (value.kind === 'truth') {
    const take = (checked: boolean) => write(name, checked ? '1' : '0');
    return <CheckField {...common} checked={text === '1'} take={take} />;
  }
  return <Written name={name} label={label} help={help} whole={value.kind === 'integer'} />;
}

/** Numbers stand beside each other, others in a row of their own. */
function isNumber([, { value }]: ShownField): boolean {
  return value.kind === 'number' || value.kind === 'integer';
}

/** How recorded rewards are played again. */
function Recorded() {
  const { environment } = fields.value;
  if (environment.kind !== 'rewards') return null;
  const shown = (wanted: readonly ShownField[]) =>
    wanted.map((field) => <RecordedField key={field[0]} field={field} />);
  return (
    <div class="environment-fields">
      <div class="whole-row unit-advice-row">
        <UnitAdvice
          values={environment.values}
          unit={environment.unit ?? 1}
          reason={isExampleEnvironment.value ? example.value?.unitReason : undefined}
          take={(unit) => write('unit', String(unit))}
        />
      </div>
      {shown(recordedFields.filter(isNumber))}
      <div class="whole-row">{shown(recordedFields.filter((field) => !isNumber(field)))}</div>
    </div>
  );
}

/** The environment's own parameters: some are asked for at once, lists take a row of their own. */
function Parameters() {
  const parameters = parametersNow();
  const { environment } = fields.value;
  if (parameters.length === 0 || environment.kind !== 'named') return null;
  const { id } = parseSpec(environment.spec);
  // Of an example one looks at what it is about first.
  const isAskedFor =
    !isExampleEnvironment.value && !presetChoices.some((preset) => preset.id === id);
  return (
    <details key={id} class="environment-more" open={isAskedFor}>
      <summary>Parameters</summary>
      <div class="environment-fields">
        {parameters.map((parameter) => (
          <div
            key={parameter.id}
            class={
              parameter.kind === 'list' || parameter.kind === 'table' || parameter.id === FRESH
                ? 'whole-row'
                : ''
            }
          >
            <Parameter parameter={parameter} />
          </div>
        ))}
      </div>
    </details>
  );
}

/** What the environment is, in a sentence. */
function Summary() {
  const { environment } = setting.value;
  if (environment.kind !== 'named') return null;
  return <p class="field-help">{definitionOf(parseSpec(environment.spec).id).summary}</p>;
}

export function EnvironmentSetup() {
  const { environment } = setting.value;
  return (
    <section class="setup-part" aria-labelledby="environment-setup-title">
      <h2 id="environment-setup-title">Environment</h2>
      <EnvironmentChoice />
      <Summary />
      <p class="field-help">
        To use your own data, choose “From a file…” or drop a CSV file anywhere on the page.
      </p>
      <div class="environment-fields environment-size">
        <Size />
      </div>
      {environment.kind === 'rewards' ? <Recorded /> : <Rewards />}
      <Parameters />
      <BudgetSetup />
      <FileDialog />
    </section>
  );
}
