import nodeModule from 'node:module';
import { isMissing, isOurs } from './own-packages-hook.ts';

let offered = false;

/** From now on in this thread, plugins that find no driftline of their own get this one. */
export function offerOwnPackages(): void {
  if (offered) return;
  offered = true;
  // Node 22.12 to 22.14 lacks it, whatever the types say.
  if (typeof nodeModule.registerHooks !== 'function') {
    nodeModule.register(new URL('./own-packages-hook.js', import.meta.url));
    return;
  }
  nodeModule.registerHooks({
    resolve: (specifier, context, nextResolve) => {
      try {
        return nextResolve(specifier, context);
      } catch (error) {
        if (!isOurs(specifier) || !isMissing(error)) throw error;
        return nextResolve(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
}
