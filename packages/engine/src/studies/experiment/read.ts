/** From the text of an experiment file to its content, with the place of everything in it. */
import { Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { ExperimentError } from '../../request/experiment-error.ts';
import { type Issue, issuesOf, type Path, pathText } from './issues.ts';
import { beyondPlain, checkPlain } from './plain-yaml.ts';
import { type Experiment, experimentSchema } from './schema.ts';

/** An experiment, and how mistakes in it are reported. */
export interface ExperimentFile {
  /** As it is called in messages. */
  readonly file: string;
  readonly experiment: Experiment;
  /** An error that names the place of each mistake. */
  errorOf(issues: readonly Issue[]): ExperimentError;
}

/** The offset of what a path leads to, or of the nearest thing around it. */
function offsetOf(document: Document, path: Path, atKey: boolean): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last);
      const node = isPair(pair) && (atKey || !isNode(pair.value)) ? pair.key : pair?.value;
      if (isNode(node) && node.range) return node.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return isNode(document.contents) ? (document.contents.range?.[0] ?? 0) : 0;
}

/** Mistakes in the order of the text: `experiment.yaml:7:12 policies[1].eta must be …; got 0.3`. */
function linesOf(
  file: string,
  document: Document,
  counter: LineCounter,
  issues: readonly Issue[],
): string[] {
  const placed = issues.map((issue) => ({
    issue,
    offset: offsetOf(document, issue.path, issue.atKey === true),
  }));
  placed.sort((first, second) => first.offset - second.offset);
  return placed.map(({ issue: { path, text }, offset }) => {
    const { line, col } = counter.linePos(offset);
    const where = pathText(path) || 'the experiment';
    return `${file}:${line}:${col} ${where}${text.startsWith(':') ? '' : ' '}${text}`;
  });
}

/**
 * Reads an experiment file.
 *
 * @param file - names the file in messages
 * @throws ExperimentError with a line for each mistake
 */
export function readExperiment(text: string, file: string): ExperimentFile {
  checkPlain(text, file);
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new ExperimentError(
      document.errors.map(({ pos, message }) => {
        const { line, col } = counter.linePos(pos[0]);
        return `${file}:${line}:${col} is not YAML: ${message}`;
      }),
    );
  }
  const beyond = beyondPlain(document);
  if (beyond.length > 0) {
    throw new ExperimentError(
      beyond.map(({ offset, problem }) => {
        const { line, col } = counter.linePos(offset);
        return `${file}:${line}:${col} ${problem}`;
      }),
    );
  }
  const errorOf = (issues: readonly Issue[]) =>
    new ExperimentError(linesOf(file, document, counter, issues));
  const data: unknown = document.toJS();
  const parsed = experimentSchema.safeParse(data);
  if (!parsed.success) throw errorOf(issuesOf(parsed.error.issues, data));
  return { file, experiment: parsed.data, errorOf };
}
