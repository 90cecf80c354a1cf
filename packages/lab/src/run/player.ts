/** A worker that plays chunks. */
import { serveChunks } from '@driftline/engine/play';
import { scope } from './worker-scope.ts';

serveChunks(scope);
