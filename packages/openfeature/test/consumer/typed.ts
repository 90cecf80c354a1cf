/** What a strict compiler has to understand of the package. */
import { Driftline } from '@driftline/client';
import { DriftlineProvider, type DriftlineProviderOptions } from '@driftline/openfeature/server';
import { DriftlineWebProvider } from '@driftline/openfeature/web';
import { type Client, OpenFeature, type Provider } from '@openfeature/server-sdk';
import { OpenFeature as Web, type Provider as WebProvider } from '@openfeature/web-sdk';

const options: DriftlineProviderOptions = { url: 'https://decide.example', key: 'dl_key' };
const server: Provider = new DriftlineProvider(options);
export const shared: Provider = new DriftlineProvider({
  client: new Driftline(options as { url: string }),
  logged: ['plan'],
});
const web: WebProvider = new DriftlineWebProvider({ ...options, experiments: ['button'] });
// @ts-expect-error: a page lists what it shows
export const unlisted = new DriftlineWebProvider({ url: 'https://decide.example' });

export async function use(): Promise<Client> {
  await OpenFeature.setProviderAndWait(server);
  await Web.setProviderAndWait(web);
  return OpenFeature.getClient();
}
