/** A team that is renewed one by one under load, and one of its services whose clock is wrong. */
import { expect, onTestFinished, test } from 'vitest';
import { startBalancer } from '../../packages/service/test/process/balancer.ts';
import { createExperiment, EXPERIMENT, send } from '../../packages/service/test/process/client.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';

import { grouped } from '../records.ts';
import { note } from './record.ts';
import { clockLibrary, SetClock } from './set-clock.ts';
import { expectAllThere, foundIn, playedCycles, sentenceOf, startedPostgres } from './teams.ts';

const RESTARTS = 10;

test.each([
  { drain: 0, what: 'one of two services restarts behind a load balancer' },
  { drain: 5000, what: 'one of two services restarts behind a load balancer, with --drain' },
])('$what', async ({ drain, what }) => {
  const postgres = await startedPostgres();
  const exits: (number | null)[] = [];
  const figures = await playedCycles({
    ...{ rewards: 1000, batch: 20, clients: 2, experiments: 3, seed: 6 },
    ...{ data: postgres.url, cycles: RESTARTS, flags: ['--drain', String(drain)] },
    before: (team) => startBalancer(() => team.addresses),
    strike: async (team, { cycle }) => {
      exits.push((await team.member(cycle % 2).kill('SIGTERM')).code);
      await team.replace(cycle % 2);
    },
  });
  expectAllThere(figures, RESTARTS);
  expect(exits).toEqual(Array(RESTARTS).fill(0));
  const refused = Object.values(figures.refusals).reduce((sum, each) => sum + each, 0);
  // Whoever is drained answers to the end.
  if (drain > 0) expect(figures.refusals).toEqual({});
  note(what, {
    ...foundIn(figures, `${RESTARTS} restarts`),
    details: `SIGTERM under load, ${RESTARTS} times, behind a load balancer that asks for readiness ten times per second and never retries. All requests of clients that retry are acknowledged. Clients that do not retry would have seen ${grouped(refused)} of ${grouped(figures.requests)} requests fail. ${sentenceOf(figures)}`,
  });
});

const preloaded = clockLibrary();

async function readiness(address: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${address}readyz`);
  return { status: answer.status, text: await answer.text() };
}

test.skipIf(preloaded === undefined)('the clock of one of two services is off', async () => {
  const postgres = await startedPostgres();
  const right = await ServiceProcess.start({ data: postgres.url });
  onTestFinished(async () => void (await right.kill()));
  await createExperiment(right.address);
  const decide = (address: string) =>
    send(address, 'POST', `v1/experiments/${EXPERIMENT}/decisions`, {});
  const found: string[] = [];
  let number = 0;
  for (const offset of ['+10', '-10', '+1d']) {
    const { env } = new SetClock(preloaded ?? '', offset);
    const wrong = await ServiceProcess.listening({ data: postgres.url, env });
    onTestFinished(async () => void (await wrong.kill()));
    const { status, text } = await readiness(wrong.address);
    expect(status).toBe(503);
    expect(text).toMatch(/clock/);
    expect((await decide(wrong.address))?.status).toBe(503);
    expect(await decide(right.address)).toMatchObject({ status: 200, body: { number: number++ } });
    expect((await readiness(right.address)).status).toBe(200);
    await wrong.kill();
    found.push(offset);
  }
  const { env } = new SetClock(preloaded ?? '', '+2');
  const near = await ServiceProcess.start({ data: postgres.url, env });
  expect(await decide(near.address)).toMatchObject({ status: 200, body: { number } });
  await near.kill();
  note('the clock of one of two services is off', {
    result: 'the service with the wrong clock is not ready, and the other one decides',
    details: `With libfaketime, by ${found.join(', ')} (seconds, or a day): the service is not ready, states the reason, and answers decisions with 503, while the other one decides. A service that is off by 2 s decides`,
  });
});
