/** A plugin may not end the process: what was being played would be lost without a word. */

import { isOfPlugins } from './plugin-imports.ts';
import { framesOf } from './plugin-place.ts';

let forbidden = false;

function calledByPlugin(): boolean {
  return framesOf(new Error('who calls').stack ?? '').some(({ url }) => isOfPlugins(url));
}

/** From now on in this thread, `process.exit` throws where a plugin calls it. */
export function forbidExit(): void {
  if (forbidden) return;
  forbidden = true;
  const { exit } = process;
  process.exit = (code) => {
    if (calledByPlugin()) {
      throw new Error(`process.exit(${code ?? ''}) was called; a plugin may not end the process`);
    }
    return exit.call(process, code);
  };
}
