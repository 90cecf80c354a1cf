/** The same in CommonJS, where it finds the reward that was kept. */
const { Driftline } = require('@driftline/client');
const { fileStorage } = require('@driftline/client/node');

async function main() {
  const storage = fileStorage('rewards.ndjson');
  const driftline = new Driftline({ url: 'http://127.0.0.1:1', storage, onProblem: () => {} });
  const { arm, reason } = await driftline.decide('checkout', { fallback: 'blue' });
  const left = await driftline.flush();
  console.log(JSON.stringify({ node: process.versions.node, arm, reason, left: left.length }));
}

main();
