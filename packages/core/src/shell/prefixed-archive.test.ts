import { expect, test } from 'vitest';
import { Window } from '../portable/memory/window.ts';
import { RestoringArchive, savedState } from './kernel-state.ts';
import { prefixed } from './prefixed-archive.ts';

function filled(window: number): Window {
  const memory = new Window(2, window);
  for (let slot = 0; slot < 6; slot++) {
    memory.advance();
    memory.learn(slot, slot % 2, slot / 10);
  }
  return memory;
}

test('two windows under the same names are refused, with the remedy', () => {
  const [short, long] = [filled(2), filled(4)];
  const transfer = (archive: Parameters<Window['transfer']>[0]) => {
    short.transfer(archive);
    long.transfer(archive);
  };
  expect(() => savedState({ transfer })).toThrow(
    /got 'cellAt' twice, for example from two windows in one kernel; .* prefixed\(archive, 'NAME-'\)/,
  );
});

test('two windows with prefixes are saved and restored', () => {
  const [short, long] = [filled(2), filled(4)];
  const state = savedState({
    transfer: (archive) => {
      short.transfer(prefixed(archive, 'short-'));
      long.transfer(prefixed(archive, 'long-'));
    },
  });
  expect(Object.keys(state)).toContain('short-cellAt');
  const [again, longer] = [new Window(2, 2), new Window(2, 4)];
  const archive = new RestoringArchive(state, 6);
  again.transfer(prefixed(archive, 'short-'));
  longer.transfer(prefixed(archive, 'long-'));
  expect([0, 1].map((arm) => [again.mean(arm), longer.mean(arm)])).toEqual(
    [0, 1].map((arm) => [short.mean(arm), long.mean(arm)]),
  );
});
