/** What the service takes at most. Above a limit a request is refused, and the refusal names the limit. */

export const defaultLimits = {
  /** Experiments in a store, archived ones included. */
  experiments: 10_000,
  /** Arms that an experiment ever had. */
  arms: 1000,
  /** Of these, arms that are not retired. */
  liveArms: 100,
  /** Decisions of an experiment that wait for their reward or timeout. */
  pending: 1_000_000,
  /** Slots that a policy counts before it is made anew; core counts twice as many. */
  slots: 2 ** 30,
  /** Bytes of an arm's payload, as JSON. */
  payloadBytes: 4096,
  /** Bytes of a decision's context, as JSON. */
  contextBytes: 2048,
  /** Characters of a unit. */
  unitLength: 128,
  /** Characters of an idempotency key. */
  requestLength: 128,
  /** Operations of `POST /v1/batch`. */
  batch: 1000,
  /** Lines of one import. */
  importLines: 200_000,
  /** Bytes of a request's body, and of an import. */
  bodyBytes: 65_536,
  importBytes: 64 * 1024 * 1024,
  /** Levels of JSON in a request. */
  jsonDepth: 16,
  /** API keys that are not revoked. */
  keys: 1000,
  /** Operations per second and key. */
  rate: 2000,
  /** Operations that wait for the writer, and how long the first of them may have waited, in milliseconds. */
  queued: 10_000,
  queuedMillis: 1000,
  /** Milliseconds for headers, for a whole request, and between requests of a connection. */
  headersMillis: 10_000,
  requestMillis: 15_000,
  keepAliveMillis: 65_000,
  connections: 4096,
  /** Exports under way in a process, and of these those of one key. */
  exports: 32,
  exportsPerKey: 4,
  /** Milliseconds after which an export ends if its connection takes no byte. */
  exportStallMillis: 60_000,
} as const;

export type Limits = { readonly [Name in keyof typeof defaultLimits]: number };
