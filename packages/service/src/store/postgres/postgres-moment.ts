/** All that a database holds at one moment, while others go on writing. */
import type { StoreMoment } from '../store.ts';
import { HeldSession, patientDatabase } from './held-session.ts';
import { readLog } from './log.ts';
import { openingError, refuseServer, refuseTables } from './opening.ts';
import { Reads } from './reads.ts';
import { refuseUnfit } from './unfit.ts';

/** What can be read of a store, within one transaction. */
export async function momentOf(session: HeldSession): Promise<StoreMoment> {
  const reads = new Reads(session);
  return {
    idKeys: await reads.idKeys(),
    keys: () => reads.keys(),
    experiments: () => reads.experiments(),
    damagedExperiments: () => reads.damagedExperiments(),
    decisions: (experiment, page) => reads.decisions(experiment, page),
    log: (experiment, afterSeq, limit) => readLog(session, experiment, afterSeq, limit),
    snapshots: (experiment) => reads.snapshots(experiment),
  };
}

export interface PostgresMoment {
  readonly moment: StoreMoment;
  /** Rejects with `StoreDamaged` where rows do not fit to each other. */
  demandFit(): Promise<void>;
  close(): Promise<void>;
}

export async function openPostgresMoment(url: string): Promise<PostgresMoment> {
  const database = patientDatabase(url);
  try {
    await refuseServer(database);
    await refuseTables(database, false);
    const session = await HeldSession.begin(database, 'REPEATABLE READ READ ONLY');
    return {
      moment: await momentOf(session),
      demandFit: () => refuseUnfit(session, database.shown),
      close: async () => {
        await session.end();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw openingError(error, database.shown);
  }
}
