import { expect, it } from 'vitest';
import { PaperExperiment } from '../../test/fold/paper.ts';
import { DamagedSnapshotError, hashOf, restoreFold, snapshotOf } from './snapshot.ts';

function played(): PaperExperiment {
  const paper = new PaperExperiment({
    arms: [{ key: 'a', payload: 'é' }, { key: 'b' }],
    reward: { min: 0, max: 1, timeout: '1m', missing: 0 },
  });
  for (let i = 0; i < 100; i++) {
    paper.decide();
    if (i % 2 === 0) paper.reward(i, 0.5);
  }
  return paper;
}

it('goes on from its bytes wherever these lie in memory', () => {
  const { fold } = played();
  const snapshot = snapshotOf(fold);
  for (let shift = 0; shift < 9; shift++) {
    const moved = new Uint8Array(snapshot.body.length + shift).subarray(shift);
    moved.set(snapshot.body);
    expect(hashOf(restoreFold({ ...snapshot, body: moved }))).toBe(hashOf(fold));
  }
});

it('is refused where a byte is another one', () => {
  const snapshot = snapshotOf(played().fold);
  for (let at = 0; at < snapshot.body.length; at += 97) {
    const body = new Uint8Array(snapshot.body);
    body[at] ^= 1;
    expect(() => restoreFold({ ...snapshot, body })).toThrow(DamagedSnapshotError);
  }
  const cut = snapshot.body.subarray(0, -1);
  expect(() => restoreFold({ ...snapshot, body: cut })).toThrow(DamagedSnapshotError);
});

it('is the same for the same log, and another one after any event', () => {
  const paper = played();
  expect(hashOf(played().fold)).toBe(hashOf(paper.fold));
  const before = hashOf(paper.fold);
  paper.reward(1, 0.5);
  expect(hashOf(paper.fold)).not.toBe(before);
});
