/** The decision service on PostgreSQL: one and two processes, one hot experiment and a hundred, beside what bounds them. */
import { median } from '@driftline/engine/studies';
import { type Aim, atLeast, medianRatio } from '../aims.ts';
import { count, ratioText, shortNumber } from '../format.ts';
import type { BenchContext, Section, Table } from '../section.ts';
import {
  type BareFound,
  type BareLoop,
  makeBareTables,
  runBareLoop,
} from '../service/bare-postgres.ts';
import { asked, type Bench, type Case, Cleanup, EXPERIMENTS, openBench } from '../service/cases.ts';
import { closedLoop, type Load, openLoop } from '../service/load.ts';
import { totalOf } from '../service/metrics.ts';
import { ask, residentMegabytes } from '../service/processes.ts';
import {
  failures,
  inTurn,
  type Loads,
  latencyCells,
  loadData,
  type Rounds,
  rates,
  roundsOf,
} from '../service/turns.ts';

const CONNECTIONS = 64;
/** Of the least rate that any of them reached: an open loop beyond that measures its own queue. */
const OPEN_SHARE = 0.5;

const EMPTY = 'bare server: answers {}';
const CHECKED = 'stateless server: key, schema and signed id';

/** As many rows are under way as the load has connections, whatever they are divided among. */
const bareLoops: readonly BareLoop[] = [
  bareLoop('lock, insert, commit: 1 connection, 1 experiment', 1, 1),
  bareLoop('lock, insert, commit: 2 connections, 1 experiment', 2, 1),
  bareLoop('lock, insert, commit: 8 connections, 100 experiments', 8, EXPERIMENTS),
];
const [ONE_ROW, TWO_ON_ONE_ROW, MANY_ROWS] = bareLoops.map(({ name }) => name);

function bareLoop(name: string, connections: number, experiments: number): BareLoop {
  return { name, connections, experiments, rowsPerCommit: CONNECTIONS / connections };
}

/** What a case did in one round, and how many operations its commits had. */
interface Measured {
  readonly load: Load;
  readonly perCommit: number;
}

async function batchesOf({ served, key }: Case): Promise<{ sum: number; count: number }> {
  let [sum, commits] = [0, 0];
  for (const each of served) {
    const metrics = await ask(each, 'GET', '/metrics', key);
    sum += totalOf(metrics, 'driftline_batch_operations_sum');
    commits += totalOf(metrics, 'driftline_batch_operations_count');
  }
  return { sum, count: commits };
}

/**
 * Two processes first read what each wrote since their last turn, of a hundred experiments one by one. Traffic that
 * goes on has that behind it, and so has what is measured.
 */
async function leadIn({ target }: Case, seconds: number): Promise<void> {
  await closedLoop(target, CONNECTIONS, seconds / 3);
}

async function measureClosed(each: Case, seconds: number): Promise<Measured> {
  await leadIn(each, seconds);
  const before = await batchesOf(each);
  const load = await closedLoop(each.target, CONNECTIONS, seconds);
  const after = await batchesOf(each);
  return { load, perCommit: (after.sum - before.sum) / (after.count - before.count) };
}

interface Found {
  readonly cases: readonly Case[];
  readonly closed: Loads;
  readonly perCommit: Rounds<number>;
  readonly open: Loads;
  readonly openRate: number;
  readonly bare: Rounds<BareFound>;
  readonly rest: Awaited<ReturnType<typeof measureRest>>;
}

/** In each round all take turns, the bare loops among them: ratios are of the same round. */
async function measureTurns(cases: readonly Case[], bareUrl: string, context: BenchContext) {
  const [rounds, seconds] = context.quick ? [1, 1] : [5, 3];
  const status = (text: string) => context.status(`postgres, ${text}`);
  type Turn = { readonly name: string; run(): Promise<Measured | BareFound> };
  const turns: Turn[] = [
    ...cases.map((each) => ({ name: each.name, run: () => measureClosed(each, seconds) })),
    ...bareLoops.map((loop) => ({
      name: loop.name,
      run: () => runBareLoop(bareUrl, loop, seconds),
    })),
  ];
  const all = await inTurn(turns, rounds, (turn) => turn.run(), status);
  const measured = new Map(
    cases.map(({ name }) => [name, roundsOf(all, name).filter((each) => 'load' in each)]),
  );
  const closed: Loads = new Map(
    Array.from(measured, ([name, each]) => [name, each.map(({ load }) => load)]),
  );
  const perCommit: Rounds<number> = new Map(
    Array.from(measured, ([name, each]) => [name, each.map((one) => one.perCommit)]),
  );
  const bare: Rounds<BareFound> = new Map(
    bareLoops.map(({ name }) => [
      name,
      roundsOf(all, name).filter((each) => 'rowsPerSecond' in each),
    ]),
  );
  const openRate =
    (Math.min(...cases.map(({ name }) => median(rates(closed, name)))) / 2) * OPEN_SHARE;
  const open = await inTurn(
    cases,
    rounds,
    async (each) => {
      await leadIn(each, seconds);
      return openLoop(each.target, CONNECTIONS, openRate, seconds);
    },
    status,
  );
  return { closed, perCommit, bare, open, openRate };
}

/** What a million events take, and a process: after some more of them. */
async function measureRest({ alone: { url, served }, cases }: Bench, seconds: number) {
  const number = async (statement: string) => Number(await asked(url, statement));
  const events = () =>
    number(
      'SELECT (SELECT count(*) FROM driftline.decision) + (SELECT count(*) FROM driftline.outcome)',
    );
  const wal = () => number("SELECT pg_current_wal_lsn() - '0/0'");
  const [eventsBefore, walBefore] = [await events(), await wal()];
  const target = cases.find((each) => each.served === served)?.target;
  if (target !== undefined) await closedLoop(target, CONNECTIONS, seconds);
  const eventsNow = await events();
  const bytes = await number(
    `SELECT sum(pg_total_relation_size(oid)) FROM pg_class
       WHERE relnamespace = 'driftline'::regnamespace AND relkind = 'r'`,
  );
  const connections = await number(
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'driftline' AND datname = current_database()",
  );
  return {
    bytesPerEvent: bytes / eventsNow,
    walPerEvent: ((await wal()) - walBefore) / (eventsNow - eventsBefore),
    connections,
    memory: Math.max(...served.map(residentMegabytes)),
  };
}

/** How its rate stands to another's, in the same rounds; nothing where there is no other. */
function share(own: readonly number[], base: readonly number[]): number | undefined {
  return base.length === 0 ? undefined : medianRatio(own, base);
}

function bareRates(bare: Rounds<BareFound>, name: string | undefined): number[] {
  return roundsOf(bare, name ?? '').map(({ rowsPerSecond }) => rowsPerSecond);
}

function loadTable({ cases, closed, open, openRate, perCommit, bare }: Found): Table {
  const rowOf = ({ name, bare: base, served }: Case) => {
    const own = rates(closed, name);
    const ratios = [rates(closed, CHECKED), bareRates(bare, base)].map((each) =>
      ratioText(share(own, each)),
    );
    const operations = median(roundsOf(perCommit, name));
    return [
      name,
      count(median(own)),
      ...ratios,
      served.length === 0 ? '–' : shortNumber(operations),
      ...latencyCells(open, name, [0.5, 0.99]),
      String(failures(name, closed, open)),
    ];
  };
  const titles = ['', 'requests/s', 'of stateless', 'of the bare loop', 'per commit', 'p50', 'p99'];
  return {
    caption: `Requests per second of a closed loop, ${CONNECTIONS} connections, and how many of them a commit had; milliseconds of an open loop of ${count(2 * openRate)} requests/s`,
    rows: [[...titles, 'failed'], ...cases.map(rowOf)],
  };
}

function bareTable({ bare, rest }: Found): Table {
  const rowOf = ({ name, rowsPerCommit }: BareLoop) => {
    const rounds = roundsOf(bare, name);
    return [
      name,
      count(median(rounds.map(({ rowsPerSecond }) => rowsPerSecond))),
      String(rowsPerCommit),
      shortNumber(median(rounds.map(({ perCommit }) => perCommit))),
    ];
  };
  const titles = ['PostgreSQL without the service', 'rows/s', 'per commit', 'ms per commit'];
  return {
    caption: `The same server without the service. A million events of the service took ${count(rest.bytesPerEvent)} MB of disk and ${count(rest.walPerEvent)} MB of WAL; its process had ${rest.connections} connections and ${count(rest.memory)} MB of memory`,
    rows: [titles, ...bareLoops.map(rowOf)],
  };
}

/** The bare loop does nothing but the statements; the service also parses, signs, folds and answers. */
function aimsOf({ cases, closed, bare }: Found): Aim[] {
  return cases.flatMap(({ name, bare: base }) => {
    const value = share(rates(closed, name), bareRates(bare, base));
    return value === undefined ? [] : [atLeast(`${name}: rows over the bare loop’s`, value, 0.3)];
  });
}

async function measure(context: BenchContext): Promise<Found> {
  const cleanup = new Cleanup();
  try {
    context.status('postgres: starting');
    const bare = {
      one: { hot: ONE_ROW, many: MANY_ROWS },
      two: { hot: TWO_ON_ONE_ROW, many: MANY_ROWS },
    };
    const bench = await openBench({ empty: EMPTY, checked: CHECKED }, bare, cleanup);
    await makeBareTables(bench.bareUrl);
    const turns = await measureTurns(bench.cases, bench.bareUrl, context);
    const rest = await measureRest(bench, context.quick ? 1 : 5);
    return { cases: bench.cases, ...turns, rest };
  } finally {
    await cleanup.run();
  }
}

/** The decision service on PostgreSQL. */
export const postgresSection: Section = {
  id: 'postgres',
  title: 'The decision service on PostgreSQL',
  async run(context) {
    const found = await measure(context);
    const { closed, open, openRate, bare, perCommit, rest } = found;
    return {
      tables: [loadTable(found), bareTable(found)],
      notes: [
        'Servers, database and senders share the cores of this machine, so ratios say more than rates. In each round all take turns, the bare loops among them; ratios are taken within a round; a short load before each turn is not counted. Two processes get requests in turn, so that a reward often goes to another than its decision.',
        `The server has fsync on, and the service answers after the commit. A bare loop locks the experiment’s row, inserts and commits, in the same two messages; ${CONNECTIONS} rows are under way, divided among its connections.`,
        'Several processes are for availability and for many experiments. One hot experiment is bounded by its row lock: its commits are made one after the other, by any process.',
      ],
      aims: context.quick ? [] : aimsOf(found),
      data: {
        closed: loadData(closed),
        open: loadData(open),
        openRate,
        bare: [...bare],
        perCommit: [...perCommit],
        rest,
      },
    };
  },
};
