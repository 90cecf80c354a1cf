/** The figures and the report of a reproduction, drawn from its folder alone. */
import { join } from 'node:path';
import type { Figure } from '@driftline/engine/figures';
import {
  isRecordOf,
  ResultFolderError,
  readJson,
  reportFonts,
  type Texts,
} from '@driftline/engine/node';
import type { Result } from '@driftline/engine/play';
import {
  CLAIMS_FORMAT,
  CLAIMS_VERSION,
  PUBLISHED_REPLICATIONS,
  type ReproductionRecord,
  reproductionFigures,
  reproductionReport,
} from '@driftline/engine/reproduce';

const CLAIMS = 'claims.json';

/** The judged claims as a file of a result folder. */
export function claimsFile(record: ReproductionRecord): Texts {
  return { [CLAIMS]: `${JSON.stringify(record)}\n` };
}

/**
 * The judged claims of a result folder; undefined where it is not of a reproduction.
 *
 * @throws ResultFolderError when the file is none that this version reads
 */
export async function readClaims(folder: string): Promise<ReproductionRecord | undefined> {
  const path = join(folder, CLAIMS);
  const record = await readJson(path);
  if (record === undefined) return undefined;
  if (isRecordOf<ReproductionRecord>(record, CLAIMS_FORMAT, CLAIMS_VERSION)) return record;
  throw new ResultFolderError(
    `${path}: is not of a version that this driftline reads`,
    'result-unreadable',
  );
}

/** The command that gives the same numbers; the folder and the workers do not matter to them. */
function commandOf({ comparisons: [{ replications, seed }] }: Result): string {
  return [
    'driftline reproduce',
    ...(replications === PUBLISHED_REPLICATIONS ? [] : [`--replications ${replications}`]),
    ...(seed === 1 ? [] : [`--seed ${seed}`]),
  ].join(' ');
}

/** Everything that is drawn of a reproduction. */
export async function drawReproduction(
  result: Result,
  record: ReproductionRecord,
): Promise<{ readonly figures: readonly Figure[]; readonly report: string }> {
  const figures = reproductionFigures(result.comparisons);
  const narrowFigures = reproductionFigures(result.comparisons, { width: 'half' });
  const report = reproductionReport(result, record, {
    command: commandOf(result),
    fonts: await reportFonts(),
    figures,
    narrowFigures,
  });
  return { figures: [...figures.values()], report };
}
