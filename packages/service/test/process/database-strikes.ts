/** What befalls the database of a team, or the way to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../../../../tools/postgres.ts';
import type { Direction, Fate, TcpProxy } from '../../../../tools/tcp-proxy.ts';
import { send } from './client.ts';
import type { Team } from './team.ts';
import type { Occasion, Strike } from './team-cycles.ts';

/** Asks each service for a decision while the database is gone: none may be given, and none is ready. */
async function demandRefusals(team: Team, key: string): Promise<void> {
  for (const address of team.addresses) {
    const decided = await send(address, 'POST', `v1/experiments/${key}/decisions`, {});
    if (decided?.status !== 503)
      throw new Error(`without a database it answered ${JSON.stringify(decided)}`);
  }
}

/** The database is restarted as its operator does it. */
export function databaseRestarts(postgres: Postgres): Strike {
  return (team, { experiment }) => postgres.restart(() => demandRefusals(team, experiment));
}

/** All processes of the database are killed; it recovers from its log. */
export function databaseCrashes(postgres: Postgres): Strike {
  return async (team, { experiment }) => {
    await postgres.crash();
    await demandRefusals(team, experiment);
    await postgres.start();
  };
}

function isCommitOf(bytes: Buffer): boolean {
  return bytes.includes('INSERT INTO') && bytes.includes('COMMIT');
}

function isAnswerOfCommit(bytes: Buffer): boolean {
  return bytes.includes('INSERT 0 ') && bytes.includes('COMMIT\0');
}

type NetworkStrike = (proxy: TcpProxy, occasion: Occasion) => Promise<void>;

/** The next bytes that are meant meet their fate; it is over when that has happened. */
function once(isMeant: (bytes: Buffer, way: Direction) => boolean, fate: Fate): NetworkStrike {
  return async (proxy, { givenUp }) => {
    const happened = new Promise<void>((resolve) => {
      proxy.judge = (bytes, way) => {
        if (!isMeant(bytes, way)) return 'pass';
        proxy.judge = undefined;
        resolve();
        return fate;
      };
    });
    await Promise.race([happened, givenUp]);
    proxy.judge = undefined;
  };
}

/** For a while all is so, then as before. */
async function forAWhile(millis: number, begin: () => void, end: () => void): Promise<void> {
  begin();
  await sleep(millis);
  end();
}

/** What a network does. A silence takes ten seconds and more, until both sides have given up. */
export const networkFaults = {
  'the commit is cut before it arrives': once(
    (bytes, way) => way === 'to server' && isCommitOf(bytes),
    'cut',
  ),
  'the answer of a commit is cut': once(
    (bytes, way) => way === 'to client' && isAnswerOfCommit(bytes),
    'cut',
  ),
  'all connections are cut': async (proxy) => proxy.cut(),
  'a connection is cut within what it sends': async (proxy, { random }) =>
    proxy.cutAfter(random.below(20_000), 'to server'),
  'a connection is cut within its answer': async (proxy, { random }) =>
    proxy.cutAfter(random.below(5000), 'to client'),
  'all takes 100 ms each way': (proxy) =>
    forAWhile(
      2000,
      () => {
        proxy.delay = 100;
      },
      () => {
        proxy.delay = 0;
      },
    ),
  'nobody can connect': (proxy) =>
    forAWhile(
      1000,
      () => {
        proxy.isRefusing = true;
        proxy.cut();
      },
      () => {
        proxy.isRefusing = false;
      },
    ),
  'the answer of a commit is swallowed': once(
    (bytes, way) => way === 'to client' && isAnswerOfCommit(bytes),
    'swallow',
  ),
  'the network goes silent': (proxy) =>
    forAWhile(
      3000,
      () => {
        proxy.judge = () => 'swallow';
      },
      () => {
        proxy.judge = undefined;
      },
    ),
} as const satisfies Readonly<Record<string, NetworkStrike>>;
export type NetworkFault = keyof typeof networkFaults;

/** One fault of the network after the other. */
export function networkStrikes(proxy: TcpProxy, faults: readonly NetworkFault[]): Strike {
  return (_team, occasion) =>
    networkFaults[faults[occasion.cycle % faults.length]](proxy, occasion);
}
