/**
 * What every store must do. The suite calls as the writer does, so it also judges a store that fails at times: a
 * batch is asked again until it is there.
 */
import { afterEach, beforeEach, describe } from 'vitest';
import { appending, creating } from './contract/appending.ts';
import { Given, type StoreUnderTest } from './contract/given.ts';
import { keeping, snapshots } from './contract/keeping.ts';
import { logging, wanting } from './contract/reading.ts';
import { refusing } from './contract/refusing.ts';
import { erasing, pruning } from './contract/removing.ts';
import { sharing } from './contract/sharing.ts';

export function storeContract(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    const given = new Given();
    beforeEach(async () => given.start(await make()));
    afterEach(() => given.end());
    creating(given);
    appending(given);
    refusing(given);
    wanting(given);
    logging(given);
    snapshots(given);
    pruning(given);
    erasing(given);
    keeping(given);
    sharing(given);
  });
}
