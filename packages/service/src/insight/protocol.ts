/** What travels between the thread that reads and those who ask it. */
import type { ProblemKind } from '../model/problems.ts';
import type { ExportOptions } from './export.ts';
import type { AskedRange } from './pages.ts';

/** What the thread is started with. */
export interface InsightSetup {
  /** Where the store is. */
  readonly location: string;
  /** Keys that sign ids of decisions. */
  readonly idKeys: readonly Uint8Array[];
}

/** A question. An export is begun once, and asked for the next piece of text until there is none. */
export type InsightAsk = { readonly id: number } & (
  | { readonly call: 'history'; readonly key: string; readonly bins: number | undefined }
  | { readonly call: 'report'; readonly key: string; readonly range: AskedRange }
  | { readonly call: 'begin'; readonly key: string; readonly options: ExportOptions }
  | { readonly call: 'next' | 'end'; readonly export: number }
  | { readonly call: 'close' }
);

export type InsightAnswer = { readonly id: number } & (
  | { readonly ok: unknown }
  | { readonly problem: { readonly kind: ProblemKind; readonly detail: string } }
  | { readonly error: unknown }
);

/** A way to and fro: a `MessagePort`, or what a thread has of one. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}
