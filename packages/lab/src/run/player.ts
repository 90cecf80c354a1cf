/** A worker that plays chunks. */
import { serveChunks } from '@driftline/engine';
import { scope } from './worker-scope.ts';

serveChunks(scope);
