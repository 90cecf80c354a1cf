/** Everything that can be saved, made from the result that is shown. */
import { counted, environmentName, listed, policyNames } from '@driftline/engine/display';
import { Dialog, save } from '@driftline/page-kit/widgets';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Played, phase, played, shownComparison } from '../run/run.ts';
import {
  commandLineOf,
  experimentFile,
  type LongFile,
  type TextFile,
  tableFile,
} from '../setting/experiment-file.ts';
import { setting, stale } from '../state/store.ts';
import { curvesFile, finalsFile, recordFile } from './data-files.ts';
import { drawFigure, type FigureKind, type FigureWidth, pngOf } from './figure-files.ts';
import { inSlices } from './in-slices.ts';
import { copied, copyLink } from './links.ts';

const FIGURES: readonly (readonly [FigureKind, string])[] = [
  ['regret', 'Regret over time'],
  ['histogram', 'Distribution of final regret'],
  ['means', 'Means of the arms'],
  ['ribbon', 'Arms played by each policy'],
];

const WIDTHS: readonly (readonly [FigureWidth, string])[] = [
  ['full', '178 mm'],
  ['half', '85 mm'],
];

async function saveFigure(
  kind: FigureKind,
  format: 'svg' | 'png',
  shown: Played,
  width: FigureWidth,
): Promise<void> {
  const figure = await drawFigure(kind, shown, width);
  const content = format === 'svg' ? figure.svg : await pngOf(figure);
  save(`driftline-${figure.name}.${format}`, content);
}

/** Bytes of each part: of 20 MB of text a browser would make them in one go. */
function* bytesOf(parts: Iterable<string>) {
  const encoder = new TextEncoder();
  for (const part of parts) yield encoder.encode(part);
}

async function saveFile(file: TextFile | LongFile): Promise<void> {
  save(file.name, 'text' in file ? file.text : await inSlices(bytesOf(file.parts)));
}

/** A button that makes a file. */
function Save(props: { what: string; format: string; make: () => unknown; at: Maker }) {
  const { what, format, make, at } = props;
  return (
    <button
      class="button"
      type="button"
      aria-label={`${what}, ${format}`}
      disabled={at.disabled}
      onClick={() => at.run(make)}
    >
      {format}
    </button>
  );
}

/** Milliseconds after which one asks oneself whether anything happens. */
const NOTICEABLE = 300;

/** Makes files one at a time, and reports what went wrong. */
interface Maker {
  readonly disabled: boolean;
  run(make: () => unknown): void;
}

function Row({ what, children }: { what: string; children: ComponentChildren }) {
  return (
    <div class="export-row">
      <span>{what}</span>
      <span class="export-buttons">{children}</span>
    </div>
  );
}

function Figures({ shown, at }: { shown: Played | undefined; at: Maker }) {
  const [width, setWidth] = useState<FigureWidth>('full');
  return (
    <section aria-labelledby="export-figures">
      <div class="export-row">
        <h3 id="export-figures">Figures for print</h3>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's frame would be drawn over. */}
        <div class="segmented" role="group" aria-label="Width of figures">
          {WIDTHS.map(([value, text]) => (
            <button
              key={value}
              type="button"
              aria-pressed={width === value}
              onClick={() => setWidth(value)}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
      {FIGURES.map(([kind, what]) => (
        <Row key={kind} what={what}>
          {(['svg', 'png'] as const).map((format) => (
            <Save
              key={format}
              what={what}
              format={format.toUpperCase()}
              at={at}
              make={() => shown && saveFigure(kind, format, shown, width)}
            />
          ))}
        </Row>
      ))}
    </section>
  );
}

function Data({ shown, at }: { shown: Played | undefined; at: Maker }) {
  const rows = [
    ['Regret at each checkpoint, with intervals', 'CSV', curvesFile],
    ['Final regret of each replication', 'CSV', finalsFile],
    ['Output of driftline compare --json', 'JSON', recordFile],
  ] as const;
  return (
    <section aria-labelledby="export-data">
      <h3 id="export-data">Data</h3>
      {rows.map(([what, format, make]) => (
        <Row key={what} what={what}>
          <Save
            what={what}
            format={format}
            at={at}
            make={() => shown && saveFile(make(shown.result))}
          />
        </Row>
      ))}
    </section>
  );
}

/** The command, and a button that copies it or, where that is refused, selects it. */
function Command({ text }: { text: string }) {
  const code = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    if (await copied(text)) {
      setSaid('Copied');
      return;
    }
    if (code.current !== null) getSelection()?.selectAllChildren(code.current);
    setSaid('Selected. Press Ctrl+C.');
  };
  return (
    <div class="command">
      <code ref={code}>{text}</code>
      <span class="export-buttons">
        <span class="small" role="status">
          {said}
        </span>
        <button class="button" type="button" aria-label="Copy the command" onClick={copy}>
          Copy
        </button>
      </span>
    </div>
  );
}

function Again({ shown, at }: { shown: Played | undefined; at: Maker }) {
  const comparison = shown && shownComparison(shown);
  const table =
    comparison === undefined || comparison.environment.kind === 'named'
      ? undefined
      : // Names of another environment's arms would be wrong ones.
        () => tableFile(comparison, stale.peek() ? undefined : setting.peek().armNames);
  return (
    <section aria-labelledby="export-again">
      <h3 id="export-again">On the command line</h3>
      <Row what="Experiment file for driftline run">
        <Save
          what="The experiment"
          format="YAML"
          at={at}
          make={async () => comparison && saveFile(experimentFile(comparison))}
        />
      </Row>
      {table === undefined ? null : (
        <Row what="Table of the experiment (keep both files in one folder)">
          <Save
            what="The table"
            format="CSV"
            at={at}
            make={() => {
              const file = table();
              return file && saveFile(file);
            }}
          />
        </Row>
      )}
      {comparison === undefined ? null : <Command text={commandLineOf(comparison)} />}
    </section>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the files will hold. */
function Contents({ shown }: { shown: Played | undefined }) {
  if (shown === undefined) {
    return <p class="message">There are no results to export yet. Run the experiment first.</p>;
  }
  const { policies, environment, replications, seed } = shown.result;
  const goesOn = phase.value === 'running' || phase.value === 'starting';
  return (
    <>
      <p class="sentence">
        {capitalised(environmentName(environment))}: {counted(replications, 'replication')}
        {goesOn && !stale.value ? ' so far' : ''} of {listed(policyNames(policies))}, with seed{' '}
        {seed}.
      </p>
      {stale.value ? (
        <p class="message">These results belong to the setting before your last change.</p>
      ) : null}
    </>
  );
}

export function ExportDialog({ close }: { close: () => void }) {
  const first = useRef(played.peek());
  // What was shown at first stays, so that all files show the same replications.
  first.current ??= played.value;
  const shown = first.current;
  const [busy, setBusy] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [trouble, setTrouble] = useState('');
  const at: Maker = {
    disabled: shown === undefined || busy,
    run: async (make) => {
      setBusy(true);
      setTrouble('');
      const slow = setTimeout(() => setSlow(true), NOTICEABLE);
      try {
        await make();
      } catch (error) {
        setTrouble(error instanceof Error ? error.message : String(error));
      } finally {
        clearTimeout(slow);
        setSlow(false);
        setBusy(false);
      }
    },
  };
  return (
    <Dialog id="export" title="Export" close={close}>
      <Contents shown={shown} />
      <p class="small" role="status">
        {isSlow ? 'Creating the file…' : ''}
      </p>
      {trouble === '' ? null : (
        <p class="message error" role="alert">
          The file could not be created: {trouble}
        </p>
      )}
      <Figures shown={shown} at={at} />
      <Data shown={shown} at={at} />
      <Again shown={shown} at={at} />
      <section aria-labelledby="export-link">
        <h3 id="export-link">Link</h3>
        <Row what="This page with this setting. Results are recomputed.">
          <button
            class="button"
            type="button"
            onClick={() => {
              close();
              return copyLink();
            }}
          >
            Copy link
          </button>
        </Row>
      </section>
    </Dialog>
  );
}
