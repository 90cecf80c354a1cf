/** What the HTTP side is made of, and what it asks of the rest of the service. */
import type { Experiment, ServiceWarning } from '@driftline/client/wire';
import type { PageFile } from '@driftline/engine/page-files';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Insight } from '../insight/insight.ts';
import type { DecisionIds } from '../model/decision-ids.ts';
import type { Limits } from '../model/limits.ts';
import type { ProblemKind } from '../model/problems.ts';
import type { Writer } from '../writer/operations.ts';
import type { Ask } from './ask.ts';
import type { ExperimentKeys } from './experiment-keys.ts';
import type { Keyring } from './keys/keyring.ts';
import type { OpenExports } from './open-exports.ts';
import type { RateLimit } from './rates.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What an operator should look at, as of now. */
export interface Alarms {
  ofExperiment(experiment: Experiment): readonly ServiceWarning[];
  ofService(): readonly ServiceWarning[];
}

export interface HttpMetrics {
  readonly contentType: string;
  observe(route: string, status: number, seconds: number): void;
  render(): Promise<string>;
}

/** Whether the service may be sent requests; if not, why; if so, what an operator should know all the same. */
export type Readiness =
  | { readonly ready: true; readonly note?: string }
  | { readonly ready: false; readonly problem: ProblemKind; readonly why: string };

export interface HttpParts {
  readonly writer: Writer;
  readonly ask: Ask;
  readonly insight: Insight;
  readonly experiments: ExperimentKeys;
  readonly ids: DecisionIds;
  readonly keyring: Keyring;
  readonly rates: RateLimit;
  readonly exports: OpenExports;
  readonly alarms: Alarms;
  readonly metrics: HttpMetrics;
  /** The files of the page, by their paths. */
  readonly page: ReadonlyMap<string, PageFile>;
  readonly limits: Limits;
  /** No key is needed, and only this machine is answered. */
  readonly dev: boolean;
  readonly version: string;
  readiness(): Promise<Readiness>;
}
