import { UserError } from '../terminal/errors.ts';

/** A queue can't be used as asked. */
export class QueueError extends UserError {}
