/** What tests of the writer share: a clock that they move, a store in a folder of its own, and operations in short. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewExperiment } from '@driftline/client/wire';
import { randomStream } from '@driftline/core';
import type { Answer, Operation, OperationName, Operations } from '../../src/model/operations.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Clock } from '../../src/writer/clock.ts';
import { LocalWriter, type WriterOptions } from '../../src/writer/local-writer.ts';

/** Noon of some day. */
export const START = Date.UTC(2026, 0, 1, 12);

/** Time that passes only when a test says so. */
export class HandClock implements Clock {
  wall: number;
  passed = 0;

  constructor(wall = START) {
    this.wall = wall;
  }

  now(): number {
    return this.wall;
  }

  elapsed(): number {
    return this.passed;
  }

  takeAnew(): void {}

  pass(millis: number): void {
    this.wall += millis;
    this.passed += millis;
  }
}

/** A folder that goes with the test. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'driftline-writer-'));

  get file(): string {
    return join(this.path, 'driftline.db');
  }

  open(): Promise<Store> {
    return openSqliteStore(this.file);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export const plain: NewExperiment = {
  arms: [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
  reward: { min: 0, max: 1, timeout: '10m' },
};

/** A writer with short ways to ask it. */
export class Asked {
  readonly writer: LocalWriter;

  constructor(writer: LocalWriter) {
    this.writer = writer;
  }

  ask<Name extends OperationName>(
    name: Name,
    ask: Operations[Name]['ask'],
    by = 'key',
  ): Promise<Answer<Name>> {
    return this.writer.submit({ name, ask, by } as unknown as Operation<Name>);
  }

  /** The answer; fails where a problem came instead. */
  async ok<Name extends OperationName>(
    name: Name,
    ask: Operations[Name]['ask'],
  ): Promise<Operations[Name]['answer']> {
    const answer = await this.ask(name, ask);
    if ('ok' in answer) return answer.ok;
    throw new Error(`${name} was refused: ${JSON.stringify(answer.problem)}`);
  }

  /** The kind of problem that came; fails where there was none. */
  async problem<Name extends OperationName>(
    name: Name,
    ask: Operations[Name]['ask'],
  ): Promise<string> {
    const answer = await this.ask(name, ask);
    if ('problem' in answer) return answer.problem.type.slice('/problems/'.length);
    throw new Error(`${name} was not refused: ${JSON.stringify(answer.ok)}`);
  }

  create(key = 'x', config: NewExperiment = plain) {
    return this.ok('create', { key, config });
  }

  decide(key = 'x', request: Operations['decide']['ask']['request'] = {}, idempotencyKey?: string) {
    return this.ok('decide', {
      key,
      request,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  }

  async reward(number: number | null, value: number, experiment = 1) {
    const { status } = await this.ok('reward', { experiment, number: number ?? -1, value });
    return status;
  }

  async hash(key = 'x'): Promise<string> {
    return (await this.ok('state', { key })).hash;
  }
}

/** A writer over a store, started. */
export async function startWriter(
  store: Store,
  options: Partial<WriterOptions> = {},
): Promise<Asked> {
  const writer = new LocalWriter({ store, random: randomStream(7), ...options });
  await writer.start();
  return new Asked(writer);
}
