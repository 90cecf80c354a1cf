/**
 * Numbers as a reader wants them, on a terminal: by itself, so that a command that needs nothing else loads
 * nothing else.
 *
 * @module @driftline/engine/numbers
 */
export {
  columnFormat,
  plainlyCounted as counted,
  readable,
} from '../words/numbers.ts';
