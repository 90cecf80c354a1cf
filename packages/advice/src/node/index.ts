/**
 * The parts of advice that need Node: reading logs from files, and threads.
 *
 * @packageDocumentation
 */
export {
  LOG_FORMATS,
  type LogFormat,
  type ReadLog,
  type ReadLogOptions,
  readLog,
} from './read-log/read-log.ts';
export { NodeWorkers } from './workers/node-workers.ts';
