/** A request as an experiment file. Nothing that reads files is loaded for it. */
import type { Comparison } from '../play/comparison.ts';
import { type ContextFiles, requestOf } from './comparison.ts';
import { type ComparisonRequest, fieldEntries } from './fields.ts';
import { yamlText } from './yaml-text.ts';

/** The fields of a request by their keys, of those that files have with each environment, or of the others. */
function keyed(request: ComparisonRequest, withEnvironment: boolean): object {
  const fields = fieldEntries.filter(
    ([, { file }]) => (file.environment !== undefined) === withEnvironment,
  );
  return Object.fromEntries(fields.map(([id, { file }]) => [file.key, request[id]]));
}

/** An experiment file that asks for what a request asks for. */
export function requestText(request: ComparisonRequest, plugins: readonly string[] = []): string {
  return yamlText({
    name: request.name,
    environments: [keyed(request, true)],
    ...keyed(request, false),
    plugins: plugins.length === 0 ? undefined : plugins,
  });
}

/** What a comparison does not know of the files that it came from. */
interface WrittenFrom {
  /** The path of the table of means or rewards, where there is one. */
  readonly table?: string;
  /** The paths of recorded contexts and of their features, where there are any. */
  readonly recorded?: ContextFiles;
  readonly plugins: readonly string[];
}

/** An experiment file that asks for exactly this comparison. */
export function experimentText(
  comparison: Comparison,
  { table, recorded, plugins }: WrittenFrom,
): string {
  return requestText(requestOf(comparison, table, recorded), plugins);
}
