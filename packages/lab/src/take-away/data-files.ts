/** A result's numbers as files: the same as the command line writes and prints. */
import {
  type ComparisonResult,
  comparisonRecord,
  csvOf,
  curvesColumns,
  finalsColumns,
} from '@driftline/engine';
import { stemOf, type TextFile } from '../setting/experiment-file.ts';

/** The file `curves.csv` of a result folder. */
export function curvesFile(result: ComparisonResult): TextFile {
  const text = csvOf(curvesColumns({ comparisons: [result] }));
  return { name: `${stemOf(result)}-curves.csv`, text };
}

/** The file `finals.csv` of a result folder. */
export function finalsFile(result: ComparisonResult): TextFile {
  const text = csvOf(finalsColumns({ comparisons: [result] }));
  return { name: `${stemOf(result)}-finals.csv`, text };
}

/** What `driftline compare --json` prints. */
export function recordFile(result: ComparisonResult): TextFile {
  const text = `${JSON.stringify(comparisonRecord(result), null, 2)}\n`;
  return { name: `${stemOf(result)}.json`, text };
}
