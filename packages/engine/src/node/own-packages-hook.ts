/**
 * Lets a plugin anywhere on the disk import driftline's packages: where its own folder has none, it
 * gets those that this engine was installed with. Node before 22.15 runs this file on a thread of its
 * own, so it imports nothing.
 */

/** The part of Node's context that matters here. */
interface ResolveContext {
  readonly parentURL?: string | undefined;
}

/** Whether an import names one of driftline's packages. */
export function isOurs(specifier: string): boolean {
  return specifier.startsWith('@driftline/');
}

/** Whether a module was not found, by import or by require; any other failure has its own reason. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
}

/** The hook in the form that `module.register` takes. */
export async function resolve<C extends ResolveContext, R>(
  specifier: string,
  context: C,
  nextResolve: (specifier: string, context: C) => Promise<R>,
): Promise<R> {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if (!isOurs(specifier) || !isMissing(error)) throw error;
    return nextResolve(specifier, { ...context, parentURL: import.meta.url });
  }
}
