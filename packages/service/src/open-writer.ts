/** The writer of a store, and what the rest of the service needs from it. */
import type { Logger } from 'pino';
import type { Limits } from './model/limits.ts';
import type { StoreBroken } from './store/errors.ts';
import { WriterThread } from './writer/handle.ts';
import type { Measures, MeasuresListener } from './writer/measures.ts';
import type { Writer } from './writer/operations.ts';

export interface OpenedWriter {
  readonly writer: Writer;
  /** Keys that sign ids of decisions. */
  readonly idKeys: readonly Uint8Array[];
  readonly broken: Promise<StoreBroken>;
  onMeasures(listener: MeasuresListener): void;
}

interface WriterSetup {
  readonly location: string;
  readonly limits: Limits;
  readonly acceptsClock: boolean;
  readonly log: Logger;
}

export async function openWriter({ log, ...setup }: WriterSetup): Promise<OpenedWriter> {
  let onBroken: (error: StoreBroken) => void = () => {};
  const broken = new Promise<StoreBroken>((resolve) => {
    onBroken = resolve;
  });
  const early: Measures[] = [];
  let listener: MeasuresListener = (measures) => early.push(measures);
  const writer = await WriterThread.start({
    ...setup,
    onMeasures: (measures) => listener(measures),
    onFault: (what, error) => log.error({ err: error }, what),
    onNotice: (notice) => log.warn(notice),
    onBroken,
  });
  return {
    writer,
    idKeys: writer.idKeys,
    broken,
    onMeasures: (given) => {
      listener = given;
      for (const measures of early.splice(0)) given(measures);
    },
  };
}
