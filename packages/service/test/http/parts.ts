/** Parts for a server of which only the shell is tried. */

import { ExperimentKeys } from '../../src/http/experiment-keys.ts';
import { Keyring } from '../../src/http/keys/keyring.ts';
import { OpenExports } from '../../src/http/open-exports.ts';
import type { HttpParts } from '../../src/http/parts.ts';
import { RateLimit } from '../../src/http/rates.ts';
import { ReaderInsight } from '../../src/insight/insight.ts';
import { DecisionIds } from '../../src/model/decision-ids.ts';
import { defaultLimits } from '../../src/model/limits.ts';
import type { StoreReader } from '../../src/store/store.ts';

/** A reader of a store that holds nothing. */
const emptyReader: StoreReader = {
  experiments: async () => [],
  damagedExperiments: async () => [],
  experimentOfId: async () => undefined,
  experiment: async () => undefined,
  decisions: async () => [],
  changes: async () => [],
  keys: async () => [],
  close: async () => {},
};

/** Parts behind which nothing is: for what is refused before anything is asked of them. */
export async function emptyParts(): Promise<HttpParts> {
  const unexpected = () => Promise.reject(new Error('nothing is behind this server'));
  const ids = new DecisionIds([new Uint8Array(32)]);
  return {
    writer: {
      submit: unexpected,
      turnsAway: () => false,
      health: unexpected,
      probe: unexpected,
      close: unexpected,
    },
    ask: unexpected,
    insight: new ReaderInsight(emptyReader, ids),
    experiments: new ExperimentKeys(emptyReader),
    ids,
    keyring: await Keyring.open(async () => []),
    rates: new RateLimit(defaultLimits.rate),
    exports: new OpenExports(defaultLimits),
    alarms: { ofExperiment: () => [], ofService: () => [] },
    metrics: { contentType: 'text/plain', observe: () => {}, render: async () => '' },
    page: new Map(),
    limits: defaultLimits,
    dev: true,
    version: '0.0.0',
    readiness: async () => ({ ready: true }),
  };
}
