// Lose no decision in a crash: journal decisions and rewards, and replay them after a restart.
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecider, type Decider, type Selection } from '@driftline/core';

const folder = mkdtempSync(join(tmpdir(), 'driftline-journal-'));
const snapshotFile = join(folder, 'snapshot.json');

interface Entry {
  readonly decision: Selection;
  /** Absent when the decision is made. */
  readonly reward?: number;
}

/** A decider that writes down every decision before it is used, and every reward before it is acknowledged. */
class Journaled {
  readonly #decider: Decider;
  #journal: string;

  constructor(decider: Decider, journal: string) {
    this.#decider = decider;
    this.#journal = journal;
  }

  decide(): Selection {
    const decision = this.#decider.decide();
    this.#write({ decision });
    return decision;
  }

  update(decision: Selection, reward: number): boolean {
    const counts = this.#decider.update(decision, reward);
    this.#write({ decision, reward });
    return counts;
  }

  /** Writes a snapshot that names a new, empty journal. The rename makes both valid at once. */
  save(): void {
    const before = this.#journal;
    const journal = join(folder, `journal-${this.#decider.policy.slot}-${Date.now()}.ndjson`);
    writeFileSync(journal, '');
    const text = JSON.stringify({ journal, snapshot: this.#decider.snapshot() });
    writeFileSync(`${snapshotFile}.new`, text, { flush: true });
    renameSync(`${snapshotFile}.new`, snapshotFile);
    this.#journal = journal;
    rmSync(before, { force: true });
  }

  #write(entry: Entry): void {
    appendFileSync(this.#journal, `${JSON.stringify(entry)}\n`, { flush: true });
  }
}

function start(): Journaled {
  const decider = createDecider('auto', { armCount: 3, seed: 7 });
  const first = new Journaled(decider, join(folder, 'none'));
  first.save();
  return first;
}

/** Restores the snapshot and replays its journal. A line that the crash cut off was not used yet. */
function restart(): Journaled {
  const decider = createDecider('auto', { armCount: 3, seed: 7 });
  const { journal, snapshot } = JSON.parse(readFileSync(snapshotFile, 'utf8'));
  decider.restore(snapshot);
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  for (const line of lines) {
    const { decision, reward }: Entry = JSON.parse(line);
    if (reward === undefined) decider.replay(decision);
    else decider.update(decision, reward);
  }
  const restarted = new Journaled(decider, journal);
  restarted.save();
  return restarted;
}

const rewardOf = ({ arm }: Selection) => (arm === 2 ? 1 : 0);

const before = start();
for (let visitor = 0; visitor < 50; visitor++) {
  const decision = before.decide();
  before.update(decision, rewardOf(decision));
}
before.save();
const waiting = Array.from({ length: 10 }, () => before.decide());
before.update(waiting[0], rewardOf(waiting[0]));
// The process crashes here, ten decisions after its last snapshot.

const after = restart();
const own = after.decide();
const counted = [...waiting.slice(1), own].filter((each) => after.update(each, rewardOf(each)));
if (counted.length !== 10) throw new Error('a decision was lost');
console.log('9 decisions of the crashed process and 1 new one got their rewards');
rmSync(folder, { recursive: true });
