/** The same on the server, in CommonJS. */
const { DriftlineProvider } = require('@driftline/openfeature/server');
const { OpenFeature } = require('@openfeature/server-sdk');

async function main() {
  const provider = new DriftlineProvider({ url: 'http://127.0.0.1:1', onProblem: () => {} });
  const start = await OpenFeature.setProviderAndWait(provider).catch((error) => error.code);
  const context = { targetingKey: 'u' };
  const value = await OpenFeature.getClient().getStringValue('button', 'blue', context);
  await OpenFeature.close();
  console.log(JSON.stringify({ node: process.versions.node, start, value }));
}

main();
