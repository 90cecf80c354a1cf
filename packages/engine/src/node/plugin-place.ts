/** Finds the line of a plugin that an error or a function comes from. */

import { realpathSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PluginOrigin, PluginPlace } from '@driftline/engine/play';
import { entering, left } from './activity.ts';
import { belongsTo } from './plugin-imports.ts';

/** The address, or of CommonJS modules the path, and the line at the end of a line of a stack. */
const FRAME = /((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+)(?::\d+)?\)?$/gm;

function asUrl(place: string): string {
  return place.startsWith('file:') ? place : pathToFileURL(place).href;
}

/** The addresses and lines of a stack, the innermost first. */
export function framesOf(stack: string): { readonly url: string; readonly line: number }[] {
  return Array.from(stack.matchAll(FRAME), ([, address, line]) => ({
    url: asUrl(address),
    line: Number(line),
  }));
}

/** Where a function was written, as the engine knows it; undefined for what is built in. */
function functionPlace(written: unknown): { url: string; line: number } | undefined {
  const session = new Session();
  session.connect();
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  let place: { url: string; line: number } | undefined;
  // Answers come before `post` returns.
  session.post('Debugger.enable');
  const key = `driftline ${Math.random()}`;
  Object.defineProperty(globalThis, key, { value: written, configurable: true });
  session.post('Runtime.evaluate', { expression: `globalThis['${key}']` }, (_, answer) => {
    const { objectId } = answer.result;
    if (objectId === undefined) return;
    session.post('Runtime.getProperties', { objectId }, (_error, { internalProperties = [] }) => {
      const found = internalProperties.find(({ name }) => name === '[[FunctionLocation]]');
      const at = found?.value?.value as { scriptId: string; lineNumber: number } | undefined;
      const url = at === undefined ? undefined : urls.get(at.scriptId);
      if (at !== undefined && url !== undefined) place = { url, line: at.lineNumber + 1 };
    });
  });
  Reflect.deleteProperty(globalThis, key);
  session.disconnect();
  return place;
}

/** A path as it is shown: from here, unless it lies elsewhere and was given whole. */
function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

/**
 * Where a plugin comes from, and the lines of what goes wrong in it.
 *
 * @param file - as the user gave it
 */
export function originOf(file: string): PluginOrigin {
  const path = resolve(file);
  const name = isAbsolute(file) ? shownPath(path) : file;
  const placed = (url: string, line: number): PluginPlace | undefined => {
    if (!belongsTo(path, url)) return undefined;
    const found = fileURLToPath(url);
    return { file: found === realpathSync(path) ? name : shownPath(found), line };
  };
  return {
    file: name,
    entering,
    left,
    placeOfError: (error) => {
      const frames = framesOf(error instanceof Error ? (error.stack ?? '') : '');
      return frames.map(({ url, line }) => placed(url, line)).find((place) => place !== undefined);
    },
    placeOfFunction: (written) => {
      const place = typeof written === 'function' ? functionPlace(written) : undefined;
      return place === undefined ? undefined : placed(place.url, place.line);
    },
  };
}
