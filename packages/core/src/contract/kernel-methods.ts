/** The check that comes first: without every method of a kernel the others can't tell anything. */
import type { PolicyDefinition } from '../definition.ts';
import type { Kernel } from '../kernel.ts';
import { resolveOptions } from '../policy-options.ts';
import { randomStream } from '../random/source.ts';
import { demand } from './check.ts';
import { usualOptions } from './fixtures.ts';

/** Written so that the compiler finds a method that was forgotten. */
const methods: Readonly<Record<keyof Kernel, true>> = {
  pick: true,
  pickAmong: true,
  propensity: true,
  ticket: true,
  acceptsTicket: true,
  advance: true,
  learn: true,
  weight: true,
  welcome: true,
  reset: true,
  transfer: true,
};

/** A plugin in JavaScript may return anything, whatever the type says. */
function methodOf(kernel: unknown, name: string): unknown {
  return typeof kernel === 'object' && kernel !== null ? Reflect.get(kernel, name) : undefined;
}

export function hasEveryMethod(definition: PolicyDefinition): void {
  const { settings, rewardMap } = resolveOptions(definition, usualOptions(definition));
  const kernel = definition.kernel(settings);
  const missing = Object.keys(methods).filter(
    (name) => typeof methodOf(kernel, name) !== 'function',
  );
  demand(
    missing.length === 0,
    `what kernel(settings) returns must have the methods ${Object.keys(methods).join(', ')}; missing: ${missing.join(', ')}`,
  );
  const arm = kernel.pick(randomStream(19));
  const ticket = kernel.ticket();
  kernel.advance(arm);
  const counts: unknown = kernel.learn(0, arm, ticket, rewardMap.apply(0.5));
  demand(
    typeof counts === 'boolean',
    `learn must return whether the reward counts, true or false; got ${String(counts)}`,
  );
}
