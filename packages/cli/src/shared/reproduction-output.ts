/** The figures and the report of a reproduction, drawn from its folder alone. */
import { commandLine } from '@driftline/engine/display';
import type { Figure } from '@driftline/engine/figures';
import { reportFonts } from '@driftline/engine/node';
import type { Result } from '@driftline/engine/play';
import {
  PUBLISHED_REPLICATIONS,
  type ReproductionRecord,
  reproductionFigures,
  reproductionReport,
} from '@driftline/engine/reproduce';
import { FIELDS, flagWords } from '@driftline/engine/request';

/** The command that gives the same numbers; the folder and the workers do not matter to them. */
function commandOf({ comparisons: [{ replications, seed }] }: Result): string {
  const asked = {
    ...(replications === PUBLISHED_REPLICATIONS ? {} : { replications }),
    ...(seed === FIELDS.seed.default ? {} : { seed }),
  };
  return commandLine(['reproduce', ...flagWords(asked)]);
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
