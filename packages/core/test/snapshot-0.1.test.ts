/**
 * Snapshots that version 0.1 wrote open, and continue bit for bit. `fixtures/snapshots-0.1.json` has one of
 * each of its policies after 60 decisions, two of them pending, and what 0.1 itself did in 60 more.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SnapshotError } from '../src/base/errors.ts';
import { createDecider, type DeciderSnapshot } from '../src/shell/decider.ts';
import type { Selection } from '../src/shell/selection.ts';

interface Saved {
  readonly id: string;
  readonly options: { readonly armCount: number; readonly horizon: number; readonly seed?: number };
  readonly snapshot: DeciderSnapshot;
  /** The decisions that wait for a reward. */
  readonly late: readonly Selection[];
  readonly arms: string;
  readonly random: readonly number[];
  /** Mean and index of each arm at the end; null where there is none. */
  readonly known: readonly (readonly (number | null)[])[];
}

const FIRST = 60;
const LAST = 120;
/** Late rewards come after this slot. */
const ARRIVAL = 65;

const file = new URL('fixtures/snapshots-0.1.json', import.meta.url);
const all: readonly Saved[] = JSON.parse(readFileSync(file, 'utf8'));

function rewardOf(slot: number, arm: number): number {
  return ((7 * slot + 5 * arm) % 11) / 11 + (arm === 2 ? 0.09 : 0);
}

function onwards({ id, options, snapshot, late }: Saved) {
  const decider = createDecider(id, options);
  decider.restore(snapshot);
  let arms = '';
  for (let slot = FIRST; slot < LAST; slot++) {
    const decision = decider.decide();
    arms += decision.arm;
    decider.update(decision, rewardOf(slot, decision.arm));
    if (slot === ARRIVAL) for (const each of late) decider.update(each, 0.5);
  }
  const known = decider.policy
    .inspect()
    .map(({ mean = null, index = null }) => [mean, Number.isFinite(index) ? index : null]);
  return { arms, known, random: decider.snapshot().random };
}

describe.each(all)('$id', (saved) => {
  test('opens and continues bit for bit', () => {
    const { arms, known, random } = saved;
    expect(onwards(saved)).toEqual({ arms, known, random });
  });
});

test('there is one of each policy of 0.1 that applications can use', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(35);
});

describe('a parameter that 0.1 did not have', () => {
  const { snapshot } = all.find(({ id }) => id === 'dts') as Saved;
  const taken = { armCount: 3, horizon: 400, variation: 0.5 };

  test('counts as its default, and is written from then on', () => {
    const decider = createDecider('dts', taken);
    decider.restore(snapshot);
    expect(snapshot.policy.params).not.toHaveProperty('gaussian');
    expect(decider.snapshot().policy.params).toMatchObject({ gaussian: 0, g: 1 });
    createDecider('dts', taken).restore(decider.snapshot());
  });

  test('refuses the snapshot where it is set to something else', () => {
    const decider = createDecider('dts', { ...taken, gaussian: 1 });
    expect(() => decider.restore(snapshot)).toThrow(
      new SnapshotError(
        'cannot restore a snapshot with params.gaussian 0, because params.gaussian is 1 here; restore it with the settings that wrote it',
        'snapshot-of-another',
      ),
    );
  });

  test('refuses it where a volatility made the same memory', () => {
    const { discount } = snapshot.policy.params;
    const volatility = ((1 - discount) * Math.sqrt(3)) / 2;
    const decider = createDecider('dts', { armCount: 3, horizon: 400, volatility });
    expect(() => decider.restore(snapshot)).toThrow(SnapshotError);
  });
});
