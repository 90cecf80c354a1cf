/** Both providers keep their promises, and providers that break one each are found. */
import { Driftline } from '@driftline/client';
import type { EvaluationContext } from '@openfeature/server-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeService } from '../../client/test/fake-service.ts';
import { DriftlineProvider } from '../src/server/provider.ts';
import { DriftlineWebProvider } from '../src/web/provider.ts';
import { serverPromises, webPromises } from './promises.ts';

let service: FakeService;
beforeEach(async () => {
  service = await FakeService.start();
});
afterEach(() => service.stop());

/** Longer than any test takes. */
const PATIENT = 3_600_000;
const quiet = { onProblem: () => {}, timeout: PATIENT };
const experiments = ['shown', 'unshown', 'mismatched'];

/** Says that it cancelled, and did not. */
class ForgetfulClient extends Driftline {
  override async cancel() {
    return 'cancelled' as const;
  }
}

/** Gives whatever there is, as if it had the type that was asked for. */
class CarelessProvider extends DriftlineProvider {
  override async resolveBooleanEvaluation(
    flagKey: string,
    _defaultValue: boolean,
    context: EvaluationContext,
  ) {
    const details = await this.resolveObjectEvaluation(flagKey, {}, context);
    return details as never;
  }
}

/** Closes without a look at what is under way. */
class HastyProvider extends DriftlineProvider {
  override async onClose() {}
}

function broken(kept: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(kept).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
}

describe('on the server', () => {
  test('the provider keeps its promises', async () => {
    const make = () => new DriftlineProvider({ url: service.url, ...quiet });
    expect(broken(await serverPromises(service, make))).toEqual([]);
  });

  test('one that never cancels is found', async () => {
    const client = new ForgetfulClient({ url: service.url, ...quiet });
    const make = () => new DriftlineProvider({ client });
    expect(broken(await serverPromises(service, make))).toEqual([
      'what is of another type is cancelled',
    ]);
  });

  test('one that gives another type in silence is found', async () => {
    const make = () => new CarelessProvider({ url: service.url, ...quiet });
    expect(broken(await serverPromises(service, make))).toEqual([
      'what is of another type is cancelled',
      'and the default is used',
    ]);
  });

  test('one that loses what is tracked at its end is found', async () => {
    const make = () => new HastyProvider({ url: service.url, ...quiet });
    const found = broken(await serverPromises(service, make));
    expect(found).toContain('what is tracked is not lost when the provider is closed');
  });
});

describe('in a page', () => {
  test('the provider keeps its promises', async () => {
    const make = () => new DriftlineWebProvider({ url: service.url, experiments, ...quiet });
    expect(broken(await webPromises(service, make))).toEqual([]);
  });

  test('one that never cancels is found', async () => {
    const client = new ForgetfulClient({ url: service.url, ...quiet });
    const make = () => new DriftlineWebProvider({ client, experiments, ...quiet });
    expect(broken(await webPromises(service, make))).toEqual([
      'what was not shown is cancelled when the unit changes',
      'and when the provider is closed',
    ]);
  });

  test('one that holds for shown what was of another type is found', async () => {
    class Careless extends DriftlineWebProvider {
      override resolveStringEvaluation(flagKey: string, _defaultValue: string) {
        return this.resolveObjectEvaluation(flagKey, {}) as never;
      }
    }
    const make = () => new Careless({ url: service.url, experiments, ...quiet });
    expect(broken(await webPromises(service, make))).toEqual([
      'what was not shown is cancelled when the unit changes',
    ]);
  });
});
