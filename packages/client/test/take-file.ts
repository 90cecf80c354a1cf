/** Says `ready`, tries to take a file when it is told to go, and says what came of that: `node take-file.ts FILE`. */
import { once } from 'node:events';
import { ClientError } from '@driftline/client';
import { fileStorage } from '@driftline/client/node';

console.log('ready');
await once(process.stdin, 'data');
try {
  fileStorage(process.argv[2]);
  console.log('got it');
} catch (error) {
  if (!(error instanceof ClientError)) throw error;
  console.log(error.code);
}
// It has the file until it is told to end.
await once(process.stdin, 'end');
