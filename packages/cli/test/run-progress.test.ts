import { expect, onTestFinished, test, vi } from 'vitest';
import { keepShowing, RunAnnouncer, stoppedText } from '../src/shared/play-comparisons.ts';
import { clock, ProgressBar, progressLine } from '../src/terminal/progress.ts';

test('a line shows share, rate and time left', () => {
  expect(progressLine({ doneSlots: 250, totalSlots: 1000 }, 50)).toBe(
    `${'█'.repeat(8)}${'░'.repeat(22)}  25%  50 slots/s  0:15 left`,
  );
  expect(progressLine({ doneSlots: 3e9, totalSlots: 4e9 }, 2.34e6)).toContain(
    '2.3 M slots/s  7:08 left',
  );
  expect(progressLine({ doneSlots: 0, totalSlots: 10 }, 0)).toBe(`${'░'.repeat(30)}   0%`);
  expect(progressLine({ doneSlots: 5, totalSlots: 10 }, 1, 20)).toHaveLength(19);
});

test('a part of a run is named, and the line still fits 80 columns', () => {
  const phase = 'tuning for environment 10 of 12';
  const line = progressLine({ doneSlots: 3e9, totalSlots: 4e9, phase }, 2.34e4, 80);
  expect(line).toBe(`${phase}  ${'█'.repeat(8)}${'░'.repeat(2)}  75%  23 k slots/s  11:52:16 left`);
  expect(line.length).toBeLessThan(80);
});

test('a run that was stopped says how far it came, and in which part', () => {
  const reached = { doneReplications: 8, totalReplications: 12 };
  expect(stoppedText(undefined)).toBe('stopped before anything was played');
  expect(stoppedText(reached)).toBe('stopped after 8 of 12 replications');
  expect(stoppedText(reached, 'tuning for environment 2 of 4')).toBe(
    'stopped while tuning for environment 2 of 4, after 8 of 12 replications',
  );
});

test('times', () => {
  expect([0, 7, 59.2, 3599.5, 3725].map(clock)).toEqual([
    '0:00',
    '0:07',
    '1:00',
    '1:00:00',
    '1:02:05',
  ]);
});

/** A terminal that keeps what is written to it. */
function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 80, written, write: (text: string) => written.push(text) };
}

test('it is redrawn at most ten times per second, and cleared at the end', () => {
  const screen = terminal(true);
  let now = 0;
  const bar = new ProgressBar(screen, () => now);
  for (now = 0; now < 1000; now += 10) bar.update({ doneSlots: now, totalSlots: 1000 });
  expect(screen.written).toHaveLength(10);
  expect(screen.written[5]).toContain('1.0 k slots/s');
  bar.clear();
  bar.clear();
  expect(screen.written).toHaveLength(11);
  expect(screen.written[10]).toBe('\r\u001b[2K');
});

test('what was loaded is done, but does not count as speed', () => {
  const screen = terminal(true);
  let now = 0;
  const bar = new ProgressBar(screen, () => now);
  const totalSlots = 2_000_000;
  for (now = 0; now < 1000; now += 100) {
    const loadedSlots = 1000 * (now + 100);
    bar.update({ doneSlots: loadedSlots, loadedSlots, totalSlots });
  }
  expect(screen.written.at(-1)).toBe(`\r\u001b[2K${'█'.repeat(15)}${'░'.repeat(15)}  50%`);
  // From 900 ms on a slot is played each millisecond: 2000 are left of 999 s, rounded up.
  for (; now <= 1900; now += 100) {
    const played = now - 900;
    bar.update({ doneSlots: 1_000_000 + played, loadedSlots: 1_000_000, totalSlots });
  }
  expect(screen.written.at(-1)).toMatch(/ 50% {2}1\.0 k slots\/s {2}16:39 left$/);
});

test('without a terminal, long work writes a plain line every thirty seconds', () => {
  const pipe = terminal(false);
  let now = 0;
  const bar = new ProgressBar(pipe, () => now);
  for (now = 0; now <= 70_000; now += 100) bar.update({ doneSlots: 1000 * now, totalSlots: 1e8 });
  bar.clear();
  expect(pipe.written).toEqual([
    '30% of 100 M slots, 1.0 M slots/s, 1:10 left\n',
    '60% of 100 M slots, 1.0 M slots/s, 0:40 left\n',
  ]);
});

test('without a terminal, short phases of long work are reported too, each with its own speed', () => {
  const pipe = terminal(false);
  let now = 0;
  const bar = new ProgressBar(pipe, () => now);
  for (const phase of [
    'tuning for environment 1 of 2',
    'tuning for environment 2 of 2',
    'playing',
  ]) {
    for (let time = 100; time <= 25_000; time += 100) {
      now += 100;
      bar.update({ doneSlots: 1000 * time, totalSlots: 25e6, phase });
    }
    bar.clear();
  }
  expect(pipe.written).toEqual([
    'tuning for environment 2 of 2: 20% of 25 M slots, 1.0 M slots/s, 0:20 left\n',
    'playing: 40% of 25 M slots, 1.0 M slots/s, 0:15 left\n',
  ]);
});

test('a bar that goes on with another phase does not count what the one before played', () => {
  const screen = terminal(true);
  let now = 0;
  const bar = new ProgressBar(screen, () => now);
  bar.update({ doneSlots: 0, totalSlots: 1000, phase: 'tuning' });
  now = 1000;
  bar.update({ doneSlots: 1000, totalSlots: 1000, phase: 'tuning' });
  now = 2000;
  bar.update({ doneSlots: 5000, totalSlots: 10_000, phase: 'playing' });
  expect(screen.written.at(-1)).toBe('\r\u001b[2Kplaying  █████░░░░░  50%');
});

test('how much a run takes is announced once, whatever its phases', () => {
  const said: string[] = [];
  const announcer = new RunAnnouncer(undefined, (text) => said.push(text));
  announcer.announce(undefined, 'tuning for environment 1 of 2');
  announcer.announce('this takes long', 'tuning for environment 2 of 2');
  announcer.announce('this takes longer', 'playing');
  expect(said).toEqual(['tuning for environment 2 of 2: this takes long']);
});

test('without a terminal, short work writes nothing', () => {
  const pipe = terminal(false);
  let now = 0;
  const bar = new ProgressBar(pipe, () => now);
  for (now = 0; now < 30_000; now += 100) bar.update({ doneSlots: now, totalSlots: 30_000 });
  bar.clear();
  expect(pipe.written).toEqual([]);
});

/** What stands on a terminal after all that was written to it, line by line. */
function screenOf(written: readonly string[]): string[] {
  const lines = [''];
  let [row, column] = [0, 0];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it reads what a terminal reads
  for (const [piece] of written.join('').matchAll(/\u001b\[\d*[A-Z]|[\r\n]|[^\r\n\u001b]+/g)) {
    if (piece === '\r') column = 0;
    else if (piece === '\n') [row, column] = [row + 1, 0];
    else if (piece.endsWith('[J')) lines.splice(row, lines.length, lines[row].slice(0, column));
    else if (piece.endsWith('[2K')) lines[row] = '';
    else if (piece.startsWith('\u001b')) row -= Number.parseInt(piece.slice(2), 10);
    else {
      lines[row] =
        `${(lines[row] ?? '').slice(0, column).padEnd(column)}${piece}${(lines[row] ?? '').slice(column + piece.length)}`;
      column += piece.length;
    }
    lines[row] ??= '';
  }
  return lines;
}

const playing = (workers: number) => ({
  count: `${workers} workers`,
  doing: Array.from({ length: workers }, (_, i) => `host-${i}:4711 brownian:variation=2 ${i}–${i}`),
});

test('workers elsewhere stand below the bar, each with what it does, and what others write above it', () => {
  const screen = terminal(true);
  let now = 0;
  const bar = new ProgressBar(screen, () => now);
  bar.update({ doneSlots: 0, totalSlots: 1000, players: playing(3) });
  now = 1000;
  bar.update({ doneSlots: 500, totalSlots: 1000, players: playing(2) });
  const drawn = [
    '█████░░░░░  50%  500 slots/s  0:01 left  2 workers',
    '  host-0:4711 brownian:variation=2 0–0',
    '  host-1:4711 brownian:variation=2 1–1',
  ];
  expect(screenOf(screen.written)).toEqual(drawn);
  // As notes do.
  screen.write('\r\u001b[Jthe database does not answer\n');
  expect(screenOf(screen.written)).toEqual(['the database does not answer', '']);
  now = 2000;
  bar.refresh({ doneSlots: 500, totalSlots: 1000, players: playing(2) });
  // Nothing came for a second, so that it is slower.
  const slower = '█████░░░░░  50%  250 slots/s  0:02 left  2 workers';
  expect(screenOf(screen.written)).toEqual([
    'the database does not answer',
    slower,
    ...drawn.slice(1),
  ]);
  bar.clear();
  expect(screenOf(screen.written)).toEqual(['the database does not answer', '']);
});

test('of a thousand workers twelve lines are shown, and no line is longer than the terminal', () => {
  const screen = terminal(true);
  const bar = new ProgressBar(screen, () => 0);
  const { count, doing } = playing(1000);
  const long = doing.map((text) => text.padEnd(200, '.'));
  bar.update({ doneSlots: 1, totalSlots: 2, players: { count, doing: long } });
  const lines = screenOf(screen.written);
  expect(lines).toHaveLength(13);
  expect(lines[12]).toBe('  and 989 more');
  expect(Math.max(...lines.map(({ length }) => length))).toBe(79);
  const pipe = terminal(false);
  let now = 0;
  const log = new ProgressBar(pipe, () => now);
  log.update({ doneSlots: 1, totalSlots: 2, players: { count, doing } });
  now = 30_000;
  log.refresh({ doneSlots: 1, totalSlots: 2, players: { count, doing } });
  expect(pipe.written).toHaveLength(1);
  expect(pipe.written[0]).toMatch(/^50% of 2 slots, 1000 workers: host-0:.*; and 989 more\n$/);
});

test('who plays elsewhere is shown also while nothing comes back', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const shown: unknown[] = [];
  const bar = { refresh: (advance: unknown) => shown.push(advance) };
  const elsewhere = { players: playing(0), executorOf: vi.fn(), told: vi.fn() };
  const stop = keepShowing(bar, elsewhere, () => ({ doneSlots: 0, totalSlots: 9 }));
  vi.advanceTimersByTime(4000);
  stop();
  vi.advanceTimersByTime(4000);
  const seen = { doneSlots: 0, totalSlots: 9, players: playing(0) };
  expect(shown).toEqual([seen, seen]);
});
