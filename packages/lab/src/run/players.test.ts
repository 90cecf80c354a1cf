import { describe, expect, it } from 'vitest';
import { Players, type StartedWorker } from './players.ts';

type Listener = Parameters<StartedWorker['addEventListener']>[1];

/** Answers when the test says so. */
class FakeWorker implements StartedWorker {
  readonly heard: unknown[] = [];
  terminated = false;
  readonly #listeners = new Map<string, Listener>();

  postMessage(message: unknown): void {
    this.heard.push(message);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(type: 'message' | 'error', event: Parameters<Listener>[0]): void {
    this.#listeners.get(type)?.(event);
  }
}

function shelf() {
  const started: FakeWorker[] = [];
  const players = new Players(() => {
    const worker = new FakeWorker();
    started.push(worker);
    return worker;
  });
  return { started, players };
}

const task = { comparison: 0, chunk: { from: 0, to: 2 } };

describe('players', () => {
  it('that have answered are lent again', () => {
    const { started, players } = shelf();
    const [first] = players.lend(1);
    first.postMessage(task);
    started[0].say('message', { data: 'rows' });
    first.terminate();
    players.lend(1);
    expect(started).toHaveLength(1);
    expect(started[0].terminated).toBe(false);
  });

  it('that are busy are ended', () => {
    const { started, players } = shelf();
    const [first] = players.lend(1);
    first.postMessage(task);
    first.terminate();
    expect(started[0].terminated).toBe(true);
    players.lend(1);
    expect(started).toHaveLength(2);
  });

  it('answer only the run that has them', () => {
    const { started, players } = shelf();
    const heard: string[] = [];
    const [first] = players.lend(1);
    first.addEventListener('message', () => heard.push('first'));
    first.terminate();
    const [second] = players.lend(1);
    second.addEventListener('message', () => heard.push('second'));
    second.postMessage(task);
    started[0].say('message', { data: 'rows' });
    // The first run has given it back: it can't end the second one's player.
    first.terminate();
    expect(heard).toEqual(['second']);
    expect(started[0].terminated).toBe(false);
  });

  it('that are lost are reported to their run alone, and not lent again', () => {
    const { started, players } = shelf();
    const reasons: (string | undefined)[] = [];
    let prevented = 0;
    const [first] = players.lend(1);
    first.addEventListener('error', ({ message }) => reasons.push(message));
    started[0].say('error', { message: 'out of memory', preventDefault: () => prevented++ });
    first.terminate();
    expect(reasons).toEqual(['out of memory']);
    expect(prevented).toBe(1);
    players.lend(1);
    expect(started).toHaveLength(2);
  });

  it('that are lost while nobody has them are not lent', () => {
    const { started, players } = shelf();
    players.prepare(2);
    started[0].say('error', { message: 'gone' });
    players.lend(1);
    expect(started).toHaveLength(2);
    players.lend(1);
    expect(started).toHaveLength(3);
  });

  it('are started ahead no more than wanted', () => {
    const { started, players } = shelf();
    players.prepare(2);
    players.prepare(2);
    expect(started).toHaveLength(2);
  });
});
