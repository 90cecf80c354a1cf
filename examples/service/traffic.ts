/**
 * Simulates visitors of a shop for a decision service: three variants, and a different one becomes the best every 2000
 * visitors. Prints how many visitors got the best one, and exits.
 *
 *   npx driftline serve --dev
 *   npx node examples/service/traffic.ts [--url http://127.0.0.1:8080] [--key KEY] [--visitors 6000]
 */
import { parseArgs } from 'node:util';
import { Driftline } from '@driftline/client';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    key: { type: 'string' },
    visitors: { type: 'string', default: '6000' },
  },
});
const visitors = Number(values.visitors);
const key = values.key === undefined ? {} : { key: values.key };

const EXPERIMENT = 'traffic';
const ARMS = ['blue', 'green', 'red'];
/** Share of visitors who buy, with the best variant and with the others. */
const BEST_RATE = 0.6;
const OTHER_RATE = 0.3;
const CHANGE_EVERY = 2000;
const LINE_EVERY = 500;
/** Number of visitors who are on the page at the same time. */
const TOGETHER = 25;

async function create(): Promise<void> {
  const response = await fetch(`${values.url}/v1/experiments/${EXPERIMENT}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      ...(values.key === undefined ? {} : { authorization: `Bearer ${values.key}` }),
    },
    body: JSON.stringify({
      arms: ARMS.map((arm) => ({ key: arm })),
      reward: { min: 0, max: 1, timeout: '10m' },
    }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Simulated visitors can wait: the service may be busy. */
const driftline = new Driftline({ url: values.url, ...key, timeout: 10_000 });

/** Shows a visitor a variant and reports whether they bought; returns whether it was the best one. */
async function visit(visitor: number): Promise<boolean> {
  const best = bestFor(visitor);
  const choice = await driftline.decide(EXPERIMENT, { fallback: ARMS[0] });
  const rate = choice.arm === best ? BEST_RATE : OTHER_RATE;
  await choice.reward(Math.random() < rate ? 1 : 0);
  return choice.arm === best;
}

function bestFor(visitor: number): string {
  return ARMS[Math.floor(visitor / CHANGE_EVERY) % ARMS.length];
}

function line(from: number, hits: number, count: number): string {
  const share = hits / count;
  const range = `${from + 1}–${from + count}`.padStart(11);
  const bar = '█'.repeat(Math.round(share * 20)).padEnd(20, '·');
  return `${range}  ${bestFor(from).padEnd(5)}  ${bar} ${Math.round(share * 100)}%`;
}

async function main(): Promise<void> {
  await create();
  console.log('   visitors  best   share of visitors who got it');
  for (let from = 0; from < visitors; from += LINE_EVERY) {
    const count = Math.min(LINE_EVERY, visitors - from);
    let hits = 0;
    for (let start = from; start < from + count; start += TOGETHER) {
      const together = Math.min(TOGETHER, from + count - start);
      const chosen = await Promise.all(
        Array.from({ length: together }, (_, place) => visit(start + place)),
      );
      hits += chosen.filter((isBest) => isBest).length;
    }
    console.log(line(from, hits, count));
  }
  const left = await driftline.flush();
  if (left.length > 0) console.log(`${left.length} rewards were not delivered`);
  console.log('Random choice would give it to 33%.');
}

try {
  await main();
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  console.error(
    `${values.url}: ${why}\nIs the service running? Start it with  npx driftline serve --dev`,
  );
  process.exitCode = 1;
}
