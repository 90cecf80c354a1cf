/** An application: decides without a service, keeps a reward in a file, and prints what it got. */
import { Driftline } from '@driftline/client';
import { fileStorage } from '@driftline/client/node';

const storage = fileStorage('rewards.ndjson');
const driftline = new Driftline({ url: 'http://127.0.0.1:1', storage, onProblem: () => {} });
const { arm, reason } = await driftline.decide('checkout', { fallback: 'blue' });
const outcome = await driftline.reward('d_1', 1);
console.log(
  JSON.stringify({ node: process.versions.node, arm, reason, outcome, kept: storage.length }),
);
