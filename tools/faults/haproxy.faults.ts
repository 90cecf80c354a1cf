/** The balancer of examples/service before two services on one database, each of which is stopped and killed under load. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { inSearchPath } from '../../packages/service/test/debian.ts';
import { createExperiment, EXPERIMENT } from '../../packages/service/test/process/client.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { freePort } from '../postgres.ts';
import { grouped } from '../records.ts';
import { place } from './place.ts';
import { note } from './record.ts';
import { startedPostgres } from './teams.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/service/haproxy.cfg', import.meta.url));
const CLIENTS = 8;
/** Longer than the balancer takes to see that a service is away, or back. */
const PAUSE_MILLIS = 4000;

/** The example, with the ports of this test, and a host that services for trying (`--dev`) listen to. */
function configuration(own: number, services: readonly number[]): string {
  const [a, b] = services.map((port) => `127.0.0.1:${port}`);
  return readFileSync(EXAMPLE, 'utf8')
    .replace('hdr Host driftline', 'hdr Host 127.0.0.1')
    .replace('bind :8080', `bind 127.0.0.1:${own}`)
    .replace('driftline-a:8080', a)
    .replace('driftline-b:8080', b);
}

async function startHaproxy(program: string, services: readonly number[]): Promise<string> {
  const port = await freePort();
  const file = join(place('haproxy'), 'haproxy.cfg');
  writeFileSync(file, configuration(port, services));
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  return `http://127.0.0.1:${port}/`;
}

/** How many requests were answered, by what. */
type Answers = Map<string, number>;

/** Sends a request once, and counts its answer; the answer where it is a success. */
async function post(address: string, body: unknown, answers: Answers): Promise<string | undefined> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    async (response) => ({ status: String(response.status), text: await response.text() }),
    // What fetch throws where a connection ends.
    (error: TypeError) => ({ status: error.message, text: '' }),
  );
  const isFine = answer.status === '200';
  const what = isFine ? answer.status : `${answer.status} ${answer.text.slice(0, 200)}`;
  answers.set(what, (answers.get(what) ?? 0) + 1);
  return isFine ? answer.text : undefined;
}

/** Decides and rewards, one after the other, and asks nothing twice. */
async function client(address: string, answers: Answers, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const decided = await post(`${address}v1/experiments/${EXPERIMENT}/decisions`, {}, answers);
    if (decided === undefined) continue;
    const { decisionId }: { readonly decisionId: string } = JSON.parse(decided);
    await post(`${address}v1/decisions/${decisionId}/reward`, { value: 1 }, answers);
  }
}

const haproxy = inSearchPath('haproxy');

test.skipIf(haproxy === undefined)('the balancer of the examples', async () => {
  const { url } = await startedPostgres();
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    ServiceProcess.start({ data: url, flags: ['--port', String(port)] });
  const services = [await start(ports[0]), await start(ports[1])];
  onTestFinished(async () => void (await Promise.all(services.map((each) => each.kill()))));
  await createExperiment(services[0].address);
  const address = await startHaproxy(haproxy ?? '', ports);
  await sleep(PAUSE_MILLIS);
  const answers: Answers = new Map();
  let goesOn = true;
  const clients = Array.from({ length: CLIENTS }, () => client(address, answers, () => goesOn));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const [place, port] of ports.entries()) {
      await sleep(PAUSE_MILLIS);
      await services[place].kill(signal);
      await sleep(PAUSE_MILLIS);
      services[place] = await start(port);
    }
  }
  await sleep(PAUSE_MILLIS);
  goesOn = false;
  await Promise.all(clients);
  const asked = answers.get('200') ?? 0;
  expect([...answers.keys()]).toEqual(['200']);
  note('HAProxy configuration of examples/service', {
    result: `${grouped(asked)} requests while both services were stopped and killed: all answered with 200`,
    details: `HAProxy with the configuration of the examples, in front of two services on PostgreSQL. Each service is stopped with SIGTERM and killed with −9 under load. ${CLIENTS} clients that never retry: ${grouped(asked)} requests, all answered with 200`,
  });
});
