/** What a queue costs: the same run here and through two workers, and how fast PostgreSQL carries results. */
import { rmSync } from 'node:fs';
import { median } from '@driftline/engine/studies';
import { Fleet, type Started } from '../../tools/fleet.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { measureRate, type Rate } from '../../tools/queue-rate.ts';
import { Workplace } from '../../tools/workplace.ts';
import { atLeast, medianRatio } from '../aims.ts';
import { count, ratioText, shortNumber } from '../format.ts';
import { now } from '../in-turns.ts';
import type { BenchContext, Section, Table } from '../section.ts';

const WORKERS = 2;
const LIMIT = 0.9;
const POLICIES = ['r-moss', 'sw-moss', 'd-ucb', 'sw-rmoss', 'ucb1', 'sw-ucb'];
const HORIZON = 5000;

function commandOf(replications: number, out: string): string[] {
  const words = `compare --environment paper-2 --horizon ${HORIZON} --policies ${POLICIES.join(',')}`;
  return [...words.split(' '), '--replications', String(replications), '--out', out];
}

/** Seconds that a command takes, from its start to its end. */
async function secondsOf(start: () => Started): Promise<number> {
  const begun = now();
  await start().expectCode(0);
  return (now() - begun) / 1000;
}

/** The same command here and through the queue; both leave the same bytes, which is checked. */
class Pair {
  readonly #fleet: Fleet;
  #runs = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async here(replications: number): Promise<number> {
    const command = commandOf(replications, this.#out('here'));
    const args = ['driftline', ...command, '--workers', String(WORKERS)];
    return secondsOf(() => this.#fleet.start(args));
  }

  async queued(replications: number): Promise<number> {
    const command = commandOf(replications, this.#out('queued'));
    return secondsOf(() => this.#fleet.submit(command));
  }

  #out(way: string): string {
    return `${way}-${this.#runs}`;
  }

  /** Looks whether the last two of a kind are the same, and forgets them. */
  compare(): void {
    const { place } = this.#fleet;
    const [here, queued] = ['here', 'queued'].map((way) => this.#out(way));
    place.run('diff', '-r', here, queued);
    for (const out of [here, queued]) rmSync(place.path(out), { recursive: true });
    this.#runs += 1;
  }
}

/** What the same run took, one of each a round. */
interface Rounds {
  readonly replications: number;
  readonly here: readonly number[];
  readonly queued: readonly number[];
}

async function playRounds(
  pair: Pair,
  replications: number,
  rounds: number,
  status: (text: string) => void,
): Promise<Rounds> {
  const [here, queued]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    status(`fleet, ${replications} replications, here: round ${round} of ${rounds}`);
    here.push(await pair.here(replications));
    status(`fleet, ${replications} replications, queue: round ${round} of ${rounds}`);
    queued.push(await pair.queued(replications));
    pair.compare();
  }
  return { replications, here, queued };
}

/** Short enough that only what is paid once counts. */
const SHORT = 100;
const TRIAL = 3000;

/** A run of many jobs, and one that has next to nothing to play. */
async function measureRounds(fleet: Fleet, { quick, status }: BenchContext) {
  const [rounds, seconds] = quick ? [1, 5] : [3, 20];
  const pair = new Pair(fleet);
  await fleet.workers(WORKERS);
  // The first run through the queue also lets the workers compile what they play.
  const trial = await playRounds(pair, TRIAL, 1, status);
  const short = await playRounds(pair, SHORT, rounds, status);
  const each = (trial.here[0] - median(short.here)) / (TRIAL - SHORT);
  const replications = Math.max(TRIAL, Math.ceil(seconds / each / 100) * 100);
  return { short, long: await playRounds(pair, replications, rounds, status) };
}

/** Sizes of results, and how many jobs of each are enough to see a rate. */
const RESULTS = [
  { bytes: 10_000, jobs: 1500 },
  { bytes: 200_000, jobs: 600 },
] as const;
const PER_FETCH = [1, 4];
const TAKERS = { processes: 2, takersPerProcess: 2 };

interface MeasuredRate extends Rate {
  readonly bytes: number;
  readonly perFetch: number;
}

async function measureRates(url: string, { quick, status }: BenchContext): Promise<MeasuredRate[]> {
  const rates: MeasuredRate[] = [];
  for (const { bytes, jobs } of RESULTS) {
    for (const perFetch of PER_FETCH) {
      status(`fleet, PostgreSQL: results of ${bytes / 1000} KB, ${perFetch} per fetch`);
      const some = quick ? jobs / 10 : jobs;
      const rate = await measureRate({ url, jobs: some, bytes, perFetch, ...TAKERS });
      rates.push({ bytes, perFetch, ...rate });
    }
  }
  return rates;
}

function roundsTable({ replications, here, queued }: Rounds): Table {
  const slots = replications * HORIZON * POLICIES.length;
  const rowOf = (name: string, seconds: readonly number[], share: string) => [
    name,
    shortNumber(median(seconds)),
    shortNumber(slots / median(seconds) / 1e6),
    share,
  ];
  return {
    caption: `${POLICIES.length} policies × ${count(replications)} replications of paper-2, whole commands`,
    rows: [
      ['', 'seconds', 'M slots/s', 'of the rate here'],
      rowOf(`here, ${WORKERS} threads`, here, ''),
      rowOf(`through a queue, ${WORKERS} workers`, queued, ratioText(medianRatio(here, queued))),
    ],
  };
}

function ratesTable(rates: readonly MeasuredRate[]): Table {
  return {
    caption: 'The most that PostgreSQL carries here: jobs that play nothing',
    rows: [
      ['KB per result', 'jobs per fetch', 'jobs/s', 'MB/s'],
      ...rates.map(({ bytes, perFetch, jobsPerSecond, megabytesPerSecond }) => [
        String(bytes / 1000),
        String(perFetch),
        shortNumber(jobsPerSecond),
        shortNumber(megabytesPerSecond),
      ]),
    ],
  };
}

/** A queue on PostgreSQL. */
export const fleetSection: Section = {
  id: 'fleet',
  title: 'A queue on PostgreSQL',
  async run(context) {
    const place = new Workplace();
    const postgres = await startPostgres();
    const fleet = await Fleet.open(place, postgres);
    try {
      const { short, long } = await measureRounds(fleet, context);
      await fleet.close();
      const rates = await measureRates(fleet.url, context);
      const ratio = medianRatio(long.here, long.queued);
      return {
        tables: [roundsTable(long), roundsTable(short), ratesTable(rates)],
        notes: [
          'The ratio is taken within each round, the median is shown; both ways left the same bytes. Start-up, figures and writing are part of the seconds; the short run shows what is paid once: a worker that had nothing to do asks again within 2 s.',
          `Jobs are made to last about 2 s. PostgreSQL, its ${TAKERS.processes} × ${TAKERS.takersPerProcess} takers and the process that collects the results share the cores of this machine. PostgreSQL does not wait for its disk.`,
        ],
        aims: [atLeast('a queue with two workers over two threads, rate', ratio, LIMIT)],
        data: { long, short, ratio, rates },
      };
    } finally {
      await fleet.close();
      await postgres.stop();
      rmSync(place.folder, { recursive: true, force: true });
    }
  },
};
