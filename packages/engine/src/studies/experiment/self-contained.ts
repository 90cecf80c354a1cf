/** An experiment file that asks for the same wherever it lies: with its name and whole paths in it. */
import { isMap, isNode, isSeq, type Node, parseDocument, stringify } from 'yaml';
import { scalarText } from '../../request/yaml-text.ts';
import { readExperiment } from './read.ts';
import type { Experiment } from './schema.ts';

/** What a file leaves to where it lies and how it is called. */
export interface Bearings {
  readonly name: string;
  /** All modules that are loaded, by whole paths. */
  readonly plugins: readonly string[];
  /** The whole path of a table that the file names. */
  readonly pathOf: (named: string) => string;
}

/** A part of a text that is rewritten. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const TABLES = ['means', 'rewards', 'contexts', 'features'] as const;

function flowList(items: readonly string[]): string {
  return `[${items.map(scalarText).join(', ')}]`;
}

/** Where a value ends: a list in lines of its own claims the line end and a note after it, too. */
function endOf(node: Node): number | undefined {
  const last = isSeq(node) && node.flow !== true ? node.items.at(-1) : node;
  return isNode(last) ? last.range?.[1] : undefined;
}

function replacing(node: unknown, text: string): Edit[] {
  if (!isNode(node)) return [];
  const [from, to] = [node.range?.[0], endOf(node)];
  return from === undefined || to === undefined ? [] : [{ from, to, text }];
}

/** Tables by their whole paths, in the places where they are named. */
function tableEdits(environments: unknown, pathOf: Bearings['pathOf']): Edit[] {
  if (!isSeq(environments)) return [];
  return environments.items.filter(isMap).flatMap((entry) =>
    TABLES.flatMap((key) => {
      const named: unknown = entry.get(key);
      if (typeof named !== 'string' || pathOf(named) === named) return [];
      return replacing(entry.get(key, true), scalarText(pathOf(named)));
    }),
  );
}

function edited(text: string, edits: readonly Edit[]): string {
  const lastFirst = edits.toSorted((a, b) => b.from - a.from);
  return lastFirst.reduce(
    (result, { from, to, text: part }) => result.slice(0, from) + part + result.slice(to),
    text,
  );
}

/** The same with other paths, as data. */
function placed(data: object, plugins: readonly string[], pathOf: Bearings['pathOf']): object {
  const { environments, ...rest } = data as Experiment;
  const elsewhere = environments.map((entry) => {
    if (typeof entry === 'string') return entry;
    const named = Object.entries(entry).map(([key, value]) =>
      TABLES.some((table) => table === key) ? [key, pathOf(String(value))] : [key, value],
    );
    return Object.fromEntries(named);
  });
  return { ...rest, environments: elsewhere, ...(plugins.length === 0 ? {} : { plugins }) };
}

/** What an experiment asks for as text that is the same for the same. */
function canonical(experiment: object): string {
  const entries = Object.entries(experiment).filter(([, value]) => value !== undefined);
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function asksFor(text: string, wanted: object): boolean {
  try {
    return canonical(readExperiment(text, '').experiment) === canonical(wanted);
  } catch {
    return false;
  }
}

/**
 * The text of an experiment with what it leaves open put in; the rest, comments too, stays as written.
 *
 * @param text - of a file that can be read
 */
export function selfContained(text: string, { name, plugins, pathOf }: Bearings): string {
  const { experiment } = readExperiment(text, '');
  const document = parseDocument(text);
  const listed = document.get('plugins', true);
  const isListed = experiment.plugins.join('\n') === plugins.join('\n');
  const inPlace = edited(text, [
    ...tableEdits(document.get('environments', true), pathOf),
    ...(isListed ? [] : replacing(listed, flowList(plugins))),
  ]);
  const added = [
    ...(experiment.name === undefined ? [`name: ${scalarText(name)}\n`] : []),
    ...(isListed || isNode(listed) ? [] : [`plugins: ${flowList(plugins)}\n`]),
  ];
  const gap = added.length === 0 || inPlace.endsWith('\n') ? '' : '\n';
  const result = [inPlace, gap, ...added].join('');
  if (asksFor(result, { name, ...placed(experiment, plugins, pathOf) })) return result;
  // YAML has more ways to say a thing than can be edited in place, such as flow maps.
  return stringify({ name, ...placed(document.toJS(), plugins, pathOf) });
}

/** What is asked for, whatever its name, and wherever plugins and tables lie. */
function essence(text: string): string {
  const { name: _, ...experiment } = readExperiment(text, '').experiment;
  const fileName = (path: string) => path.split(/[\\/]/).pop() ?? path;
  return canonical(placed(experiment, experiment.plugins.map(fileName), fileName));
}

/** Whether two experiment files ask for the same; what their plugins and tables hold is not seen. */
export function sameExperiment(first: string, second: string): boolean {
  try {
    return essence(first) === essence(second);
  } catch {
    return false;
  }
}
