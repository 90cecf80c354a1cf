/** A document to draw in where there is no browser. */
import { createRequire } from 'node:module';
import type { FigureDocument } from '@driftline/engine';

/** An empty document. linkedom is loaded when it is first needed: most commands draw nothing. */
export function createDocument(): FigureDocument {
  const { parseHTML } = createRequire(import.meta.url)('linkedom') as typeof import('linkedom');
  return parseHTML('<!doctype html><html></html>').document;
}
