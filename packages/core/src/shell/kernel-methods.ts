import type { ContextualKernel } from '../portable/kernels/contextual-kernel.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';

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

/** The methods that every kernel has. */
export const kernelMethods: readonly string[] = Object.keys(methods);

const contextualMethods: Readonly<Record<keyof ContextualKernel, true>> = {
  pick: true,
  propensity: true,
  ticket: true,
  acceptsTicket: true,
  advance: true,
  hold: true,
  release: true,
  letGo: true,
  learn: true,
  weight: true,
  welcome: true,
  reset: true,
  transfer: true,
  value: true,
  widthOf: true,
  coefficient: true,
};

/** The methods that every kernel of a contextual policy has. */
export const contextualKernelMethods: readonly string[] = Object.keys(contextualMethods);

/** The methods that a value lacks: a plugin in JavaScript may return anything, whatever the type says. */
export function missingKernelMethods(
  kernel: unknown,
  methods: readonly string[] = kernelMethods,
): string[] {
  const methodOf = (name: string): unknown =>
    typeof kernel === 'object' && kernel !== null ? Reflect.get(kernel, name) : undefined;
  return methods.filter((name) => typeof methodOf(name) !== 'function');
}
