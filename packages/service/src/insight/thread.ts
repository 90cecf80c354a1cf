/** The thread that reads: exports and reports of large logs do not disturb decisions. */
import { parentPort, workerData } from 'node:worker_threads';
import { DecisionIds } from '../model/decision-ids.ts';
import { openReader } from '../opening/open-store.ts';
import { ReaderInsight } from './insight.ts';
import type { InsightSetup } from './protocol.ts';
import { serveInsight } from './serve-insight.ts';

const port = parentPort;
if (port === null) throw new Error('this file is the code of a thread');
const { location, idKeys } = workerData as InsightSetup;
const reader = await openReader(location);
serveInsight(port, new ReaderInsight(reader, new DecisionIds(idKeys)), () => port.close());
