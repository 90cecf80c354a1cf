/** An application: evaluates without a service, by both providers, and prints what it got. */
import { DriftlineProvider } from '@driftline/openfeature/server';
import { DriftlineWebProvider } from '@driftline/openfeature/web';
import { OpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';

const silent = { url: 'http://127.0.0.1:1', onProblem: () => {} };
const failed = (error) => error.code;
const start = await OpenFeature.setProviderAndWait(new DriftlineProvider(silent)).catch(failed);
const context = { targetingKey: 'u' };
const value = await OpenFeature.getClient().getStringValue('button', 'blue', context);
await WebOpenFeature.setContext(context);
const provider = new DriftlineWebProvider({ ...silent, experiments: ['button'] });
const webStart = await WebOpenFeature.setProviderAndWait(provider).catch(failed);
const webValue = WebOpenFeature.getClient().getStringValue('button', 'blue');
await provider.onClose();
await OpenFeature.close();
console.log(JSON.stringify({ node: process.versions.node, start, value, webStart, webValue }));
