/** A result's numbers as files: the same as the command line writes and prints. */
import { comparisonRecord, csvOf, curvesColumns } from '@driftline/engine/display';
import { type ComparisonResult } from '@driftline/engine/play';
import { type LongFile, stemOf, type TextFile } from '../setting/experiment-file.ts';

/** The file `curves.csv` of a result folder. */
export function curvesFile(result: ComparisonResult): TextFile {
  const text = csvOf(curvesColumns({ comparisons: [result] }));
  return { name: `${stemOf(result)}-curves.csv`, text };
}

/** Rows that are written in one go. */
const ROWS = 2000;

/** The rows of some replications of a policy, under a header. */
function finalsText(name: string, spec: string, finals: readonly number[], from: number): string {
  const regret = finals.slice(from, from + ROWS);
  return csvOf({
    texts: { comparison: regret.map(() => name), policy: regret.map(() => spec) },
    numbers: { replication: regret.map((_, i) => from + i), regret },
  });
}

/** All rows under one header. */
function* finalsParts({ name, policies }: ComparisonResult): Generator<string> {
  let isFirst = true;
  for (const { spec, finals } of policies) {
    for (let from = 0; from < finals.length; from += ROWS) {
      const text = finalsText(name, spec, finals, from);
      yield isFirst ? text : text.slice(text.indexOf('\n') + 1);
      isFirst = false;
    }
  }
}

/** The file `finals.csv` of a result folder; with many replications seconds of work. */
export function finalsFile(result: ComparisonResult): LongFile {
  return { name: `${stemOf(result)}-finals.csv`, parts: finalsParts(result) };
}

/** What `driftline compare --json` prints. */
export function recordFile(result: ComparisonResult): TextFile {
  const text = `${JSON.stringify(comparisonRecord(result), null, 2)}\n`;
  return { name: `${stemOf(result)}.json`, text };
}
