/** What travels between the writer's thread and the one that started it. Operations and answers go in bundles. */
import type { Limits } from '../model/limits.ts';
import type { Answer, Operation } from '../model/operations.ts';
import type { Measures } from './measures.ts';
import type { WriterHealth } from './operations.ts';

/** What the thread is started with. */
export interface ThreadSetup {
  /** Where the store is. */
  readonly location: string;
  readonly limits: Limits;
  /** Whether an operator confirmed that the clock of the machine is right. */
  readonly acceptsClock: boolean;
}

/** An error as it crosses a thread. */
export interface SentError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

export type ToWriter =
  | { readonly operations: readonly (readonly [id: number, operation: Operation])[] }
  | { readonly call: 'health' | 'probe' | 'close'; readonly id: number };

export type FromWriter =
  | { readonly started: { readonly idKeys: readonly Uint8Array[] } }
  | { readonly refused: SentError }
  | { readonly answers: readonly (readonly [id: number, answer: Answer])[] }
  | { readonly done: number; readonly health?: WriterHealth; readonly error?: SentError }
  | { readonly measures: Measures }
  | { readonly fault: { readonly what: string; readonly error: SentError } }
  | { readonly notice: string }
  | { readonly broken: SentError };

export function sentError(error: unknown): SentError {
  const isError = error instanceof Error;
  const code = isError && 'code' in error ? String(error.code) : undefined;
  return {
    message: isError ? error.message : String(error),
    stack: isError ? error.stack : undefined,
    code,
  };
}
