import { beforeEach, describe, expect, test } from 'vitest';
import { type Example, firstVisit } from '../setting/examples.ts';
import type { Setting } from '../setting/setting.ts';
import {
  change,
  chosenNow,
  example,
  exampleTrouble,
  isExample,
  isExampleEnvironment,
  setting,
  showExample,
  takeChosen,
} from './store.ts';

/** An example whose setting comes when the test says so. */
function slowExample(id: string) {
  let resolve: (loaded: Setting) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<Setting>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });
  const made: Example = { ...firstVisit, id, title: id, setting: () => promise };
  const shown = showExample(made);
  return { made, shown, resolve, reject };
}

const own: Setting = { ...firstVisit.setting, seed: 5 };

/** Takes the first visit's setting as one that is no example's. */
function takeOwn(): void {
  takeChosen({ setting: firstVisit.setting, example: undefined, exampleSetting: undefined });
}

beforeEach(() => showExample(firstVisit));

describe('an example that takes time to load', () => {
  test('is named when its setting is there, not before', async () => {
    const { made, shown, resolve } = slowExample('slow');
    expect(example.value).toBe(firstVisit);
    resolve(own);
    await shown;
    expect(example.value).toBe(made);
    expect(setting.value).toBe(own);
    expect(isExample.value).toBe(true);
  });

  test('is reported where it cannot be loaded, and everything stays', async () => {
    const { shown, reject } = slowExample('broken');
    reject(new Error('no connection'));
    await shown;
    expect(exampleTrouble.value).toMatch(/^“broken” could not be loaded: no connection\./);
    expect(example.value).toBe(firstVisit);
    expect(setting.value).toBe(firstVisit.setting);
    await showExample(firstVisit);
    expect(exampleTrouble.value).toBe('');
  });

  test('gives way to what was chosen later, whether it comes or fails', async () => {
    const first = slowExample('first');
    const second = slowExample('second');
    second.resolve(own);
    await second.shown;
    first.resolve({ ...own, seed: 6 });
    await first.shown;
    expect(setting.value).toBe(own);

    const third = slowExample('third');
    takeOwn();
    third.reject(new Error('late'));
    await third.shown;
    expect(example.value).toBeUndefined();
    expect(exampleTrouble.value).toBe('');
  });
});

test('what was chosen can be taken up again', () => {
  const before = chosenNow();
  change({ seed: 9 });
  expect(isExample.value).toBe(false);
  const after = chosenNow();
  takeChosen(before);
  expect(isExample.value).toBe(true);
  takeChosen(after);
  expect(setting.value.seed).toBe(9);
  expect(example.value).toBe(firstVisit);
});

test('the environment stays the example’s while only policies and the rest change', () => {
  change({ seed: 9, policies: [{ spec: 'ucb1', style: 0 }] });
  expect([isExample.value, isExampleEnvironment.value]).toEqual([false, true]);
  change({ environment: { kind: 'named', spec: 'paper-1' } });
  expect(isExampleEnvironment.value).toBe(false);
  // Made anew, but the same.
  change({ environment: { kind: 'named', spec: 'paper-2' } });
  expect(isExampleEnvironment.value).toBe(true);
  takeOwn();
  expect(isExampleEnvironment.value).toBe(false);
});
