/** The decision service beside servers that keep nothing, and beside the bare insert of its rows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '@driftline/engine/studies';
import { type Aim, atLeast, atMost } from '../aims.ts';
import { count, ratioText, shortNumber } from '../format.ts';
import { now } from '../in-turns.ts';
import type { BenchContext, Section, Table } from '../section.ts';
import { closedLoop, openLoop, type Target } from '../service/load.ts';
import { metricsOf, quantileOf, statedQuantile } from '../service/metrics.ts';
import {
  ask,
  baselineTarget,
  createExperiment,
  ended,
  makeKey,
  ready,
  residentMegabytes,
  type Served,
  serviceTarget,
  startBaseline,
  startService,
} from '../service/processes.ts';
import { rawInsertRate } from '../service/raw-insert.ts';
import {
  costRatio,
  failures,
  inTurn,
  type Loads,
  latency,
  latencyCells,
  loadData,
  rates,
} from '../service/turns.ts';

const CONNECTIONS = 64;
const PENDING = 1_000_000;
const PER_REQUEST = 1000;
/** Of the least rate that any of them reached: an open loop beyond that measures its own queue. */
const OPEN_SHARE = 0.5;

const EMPTY = 'bare server: answers {}';
const CHECKED = 'stateless server: key, schema and signed id';
const FEW = 'the service, 5 arms';
const MANY = 'the service, 100 arms';

function loadTable(closed: Loads, open: Loads, rate: number): Table {
  const rowOf = (name: string) => [
    name,
    shortNumber(median(rates(closed, name))),
    ...latencyCells(open, name, [0.5, 0.99, 0.999]),
    String(failures(name, closed, open)),
  ];
  return {
    caption: `Requests per second of a closed loop, ${CONNECTIONS} connections; milliseconds of an open loop of ${count(2 * rate)} requests/s`,
    rows: [['', 'requests/s', 'p50', 'p99', 'p99.9', 'failed'], ...[...closed.keys()].map(rowOf)],
  };
}

/** Decisions that wait: how much memory they take, and how long the service is away when it is killed then. */
async function measurePending(
  data: string,
  key: string,
  pending: number,
  status: (t: string) => void,
) {
  let served = await startService(data);
  try {
    await ready(served, key);
    await createExperiment(served, key, 'waiting', 5);
    const before = residentMegabytes(served);
    const begun = now();
    const operations = Array.from({ length: PER_REQUEST }, () => ({ decide: 'waiting' }));
    for (let made = 0; made < pending; made += PER_REQUEST) {
      if (made % 50_000 === 0)
        status(`service: ${count(made)} of ${count(pending)} decisions wait`);
      const answer = await ask(served, 'POST', '/v1/batch', key, { operations });
      if (answer.includes('"problem"'))
        throw new Error(`a decision was refused: ${answer.slice(0, 300)}`);
    }
    const perSecond = pending / ((now() - begun) / 1000);
    const after = residentMegabytes(served);
    await ended(served, 'SIGKILL');
    const killed = now();
    served = await startService(data);
    await ready(served, key);
    const restart = (now() - killed) / 1000;
    return { before, after, restart, perSecond };
  } finally {
    await ended(served, 'SIGKILL');
  }
}

interface Measured {
  readonly closed: Loads;
  readonly open: Loads;
  readonly openRate: number;
  readonly raw: { readonly by64: number; readonly by512: number };
  readonly commitP99: number;
  readonly loopP99: number;
  readonly pending: Awaited<ReturnType<typeof measurePending>>;
  readonly pendingCount: number;
}

async function measureLoads(targets: readonly Target[], context: BenchContext) {
  const [rounds, seconds] = context.quick ? [1, 2] : [5, 5];
  const closed = await inTurn(
    targets,
    rounds,
    (target) => closedLoop(target, CONNECTIONS, seconds),
    context.status,
  );
  const least = Math.min(...[...closed.keys()].map((name) => median(rates(closed, name))));
  const openRate = (least / 2) * OPEN_SHARE;
  const open = await inTurn(
    targets,
    rounds,
    (target) => openLoop(target, CONNECTIONS, openRate, seconds),
    context.status,
  );
  return { closed, open, openRate };
}

async function measure(folder: string, context: BenchContext): Promise<Measured> {
  const data = join(folder, 'load.db');
  const key = makeKey(data);
  const started: Served[] = [];
  const start = async (starting: Promise<Served>) => {
    const served = await starting;
    started.push(served);
    return served;
  };
  try {
    const empty = await start(startBaseline('empty', key));
    const checked = await start(startBaseline('checked', key));
    const service = await start(startService(data));
    await ready(service, key);
    await createExperiment(service, key, 'few', 5);
    await createExperiment(service, key, 'many', 100);
    const loads = await measureLoads(
      [
        baselineTarget(EMPTY, empty, key),
        baselineTarget(CHECKED, checked, key),
        serviceTarget(FEW, [service], key, ['few']),
        serviceTarget(MANY, [service], key, ['many']),
      ],
      context,
    );
    const metrics = await ask(service, 'GET', '/metrics', key);
    await Promise.all(started.map((served) => ended(served, 'SIGKILL')));
    context.status('service: the bare insert of its rows');
    const seconds = context.quick ? 1 : 5;
    const raw = { by64: rawInsertRate(64, seconds), by512: rawInsertRate(512, seconds) };
    const pendingCount = context.quick ? PENDING / 10 : PENDING;
    const waiting = join(folder, 'waiting.db');
    const pending = await measurePending(waiting, makeKey(waiting), pendingCount, context.status);
    return {
      ...loads,
      raw,
      commitP99: 1000 * quantileOf(metricsOf(metrics), 'driftline_commit_seconds', 0.99),
      loopP99: 1000 * statedQuantile(metrics, 'driftline_loop_delay_seconds', 0.99),
      pending,
      pendingCount,
    };
  } finally {
    await Promise.all(started.map((served) => ended(served, 'SIGKILL')));
  }
}

function aimsOf({ closed, open, raw, commitP99, loopP99, pending }: Measured): Aim[] {
  const p99 = (name: string) => latency(open, name, 0.99);
  return [
    atLeast(
      'rate of decide and reward over the stateless server’s',
      1 / costRatio(closed, FEW, CHECKED),
      0.8,
    ),
    atLeast(
      'rows per second over the bare insert by 64',
      median(rates(closed, FEW)) / raw.by64,
      0.3,
    ),
    atMost(
      'p99 over the stateless server’s p99 and three commits’ p99',
      p99(FEW) / (p99(CHECKED) + 3 * commitP99),
      1,
    ),
    atMost('loop delay, p99 in ms', loopP99, 10),
    atMost('100 arms over 5, cost', costRatio(closed, MANY, FEW), 1.5),
    atMost('memory of 10⁶ decisions that wait, MB', pending.after, 300),
    atMost('killed with 10⁶ events, seconds until it is ready', pending.restart, 5),
  ];
}

function otherTable({ raw, commitP99, loopP99, pending, pendingCount }: Measured): Table {
  const rows = [
    ['', ''],
    ['bare insert, 64 rows per commit, rows/s', count(raw.by64)],
    ['bare insert, 512 rows per commit, rows/s', count(raw.by512)],
    ['commit, p99 below, ms', shortNumber(commitP99)],
    ['delay of the event loop, p99 below, ms', shortNumber(loopP99)],
    [`decisions by batches of ${PER_REQUEST}, one at a time, per second`, count(pending.perSecond)],
    ['memory before, MB', shortNumber(pending.before)],
    [`memory with ${count(pendingCount)} decisions that wait, MB`, shortNumber(pending.after)],
    ['killed then: seconds until it is ready again', shortNumber(pending.restart)],
  ];
  return { caption: 'The store, and many decisions that wait', rows };
}

/** The decision service. */
export const serviceSection: Section = {
  id: 'service',
  title: 'The decision service',
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'driftline-bench-'));
    try {
      const measured = await measure(folder, context);
      const { closed, open, openRate } = measured;
      const tables = [loadTable(closed, open, openRate), otherTable(measured)];
      const ratio = ratioText(1 / costRatio(closed, FEW, EMPTY));
      return {
        tables,
        notes: [
          `Each server has its own process. The servers and the load generator share the cores of this machine. In each round all servers take turns, and ratios are taken within a round. Latencies of the open loop count from the moment at which a request was due. The service reaches ${ratio} of the bare server’s rate.`,
          'The service answers after its commit, with synchronous=FULL. The bare and the stateless server store nothing.',
        ],
        aims: context.quick ? [] : aimsOf(measured),
        data: {
          ...measured,
          closed: loadData(closed),
          open: loadData(open),
        },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
