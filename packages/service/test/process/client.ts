/** Speaks to a service under test; a service that is gone is an answer, too. */
import type {
  BatchOperation,
  BatchResult,
  ExperimentState,
  ExportLine,
  Problem,
} from '@driftline/client/wire';

export const EXPERIMENT = 'load';

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request; undefined where no whole answer came. */
export async function send(
  address: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered | undefined> {
  try {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    // What fetch throws where a connection ends: anything else is a mistake of the test.
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** Sends a batch; undefined where no whole answer came. A batch that is turned away as a whole is in each part. */
export async function sendBatch(
  address: string,
  operations: readonly BatchOperation[],
): Promise<readonly BatchResult[] | undefined> {
  const answered = await send(address, 'POST', 'v1/batch', { operations });
  if (answered === undefined) return undefined;
  if (answered.status === 503 || answered.status === 502)
    return operations.map(() => ({ problem: answered.body as Problem }));
  if (answered.status !== 200) throw new Error(`a batch was refused: ${JSON.stringify(answered)}`);
  return (answered.body as { results: readonly BatchResult[] }).results;
}

/** Makes the experiment where it is not there. */
export async function createExperiment(
  address: string,
  timeout = '7d',
  key = EXPERIMENT,
): Promise<void> {
  const answered = await send(address, 'PUT', `v1/experiments/${key}`, {
    arms: [{ key: 'blue' }, { key: 'green' }, { key: 'red' }],
    // It never forgets, so that its counts are those of all rewards.
    policy: { type: 'ucb1' },
    reward: { min: 0, max: 1, timeout },
  });
  if (answered !== undefined && answered.status < 300) return;
  throw new Error(`the experiment could not be made: ${JSON.stringify(answered)}`);
}

export async function stateOf(address: string, key = EXPERIMENT): Promise<ExperimentState> {
  const answered = await send(address, 'GET', `v1/experiments/${key}/state`);
  if (answered?.status !== 200) throw new Error(`no state: ${JSON.stringify(answered)}`);
  return answered.body as ExperimentState;
}

/** All lines of the export. */
export async function* exported(address: string, key = EXPERIMENT): AsyncGenerator<ExportLine> {
  const answer = await fetch(`${address}v1/experiments/${key}/export`);
  if (!answer.ok || answer.body === null) throw new Error(`no export: ${answer.status}`);
  let open = '';
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (open + text).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  if (open !== '') throw new Error('the export ended within a line');
}
