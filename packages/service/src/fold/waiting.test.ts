import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Waiting, type WaitingEntry } from './waiting.ts';

/** The same in a map. */
class PlainWaiting {
  readonly entries = new Map<number, WaitingEntry>();

  below(number: number): WaitingEntry[] {
    return [...this.entries.values()].filter((entry) => entry.number < number);
  }
}

type Step =
  | { readonly do: 'add'; readonly timeout: number }
  | { readonly do: 'end' | 'hold'; readonly back: number }
  | { readonly do: 'sweep'; readonly most: number }
  | { readonly do: 'save' | 'renumber' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('add' as const), timeout: fc.nat(60) }) },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constantFrom('end', 'hold'), back: fc.nat(100) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const), most: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('save', 'renumber') }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 300, maxLength: 700, size: 'max' },
);

function bytesOf(waiting: Waiting): ArrayBuffer {
  const bytes = new ArrayBuffer(waiting.bytes + 8);
  waiting.save(bytes, 8);
  return bytes;
}

it('is what a map of decisions would be, whatever ended and was saved between', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let waiting = new Waiting();
      const plain = new PlainWaiting();
      let next = 0;
      for (const [now, step] of list.entries()) {
        if (step.do === 'add') {
          const decision = {
            number: next,
            slot: next * 2,
            place: next % 7,
            ticket: next / 3,
            at: now,
            deadline: now + step.timeout,
          };
          waiting.add(decision);
          plain.entries.set(next, { ...decision, held: undefined });
          next += 1;
        } else if (step.do === 'end' || step.do === 'hold') {
          const number = next - 1 - step.back;
          const entry = plain.entries.get(number);
          expect(waiting.get(number)).toEqual(entry);
          if (step.do === 'end') {
            waiting.end(number);
            plain.entries.delete(number);
          } else if (entry !== undefined) {
            waiting.hold(number, now);
            plain.entries.set(number, { ...entry, held: now });
          }
        } else if (step.do === 'sweep') {
          sweepBoth(waiting, plain, now, step.most);
        } else if (step.do === 'save') {
          waiting = Waiting.restore(waiting.size, bytesOf(waiting), 8);
        } else {
          const from = next - 20;
          waiting.renumber(from);
          for (const entry of plain.entries.values()) {
            const slot = Math.max(-1, entry.number - from);
            plain.entries.set(entry.number, { ...entry, slot });
          }
        }
        expect(waiting.size).toBe(plain.entries.size);
        expect(waiting.first).toBe([...plain.entries.keys()][0]);
      }
      expect(waiting.countFrom(next - 10)).toBe(
        plain.below(next).filter(({ number }) => number >= next - 10).length,
      );
    }),
    { numRuns: 60, seed: 4 },
  );
});

function sweepBoth(waiting: Waiting, plain: PlainWaiting, now: number, most: number): void {
  const all = [...plain.entries.values()];
  const stop = all.findIndex(({ deadline }) => deadline > now);
  const overdue = (stop < 0 ? all : all.slice(0, stop)).slice(0, most);
  const found = waiting.overdue(now, most);
  expect(found.count).toBe(overdue.length);
  if (found.count === 0) return;
  expect(found.through).toBe((overdue.at(-1)?.number ?? -1) + 1);
  const visited: WaitingEntry[] = [];
  expect(waiting.endBelow(found.through, (entry) => visited.push(entry))).toBe(overdue.length);
  expect(visited).toEqual(overdue);
  for (const { number } of overdue) plain.entries.delete(number);
}

it('takes 49 bytes for each decision that waits, and half as many again in reserve', () => {
  const waiting = new Waiting();
  for (let number = 0; number < 10_000; number++) {
    waiting.add({ number, slot: number, place: 0, ticket: 0, at: 0, deadline: 1 });
  }
  expect(waiting.bytes).toBe(490_000);
  // What ends makes room: a million that come and go need no more than those that wait.
  for (let number = 10_000; number < 1_000_000; number++) {
    waiting.add({ number, slot: number, place: 0, ticket: 0, at: 0, deadline: 1 });
    waiting.end(number - 10_000);
  }
  expect(waiting.size).toBe(10_000);
  expect(waiting.capacity).toBeLessThan(20_000);
});

it('knows arms beyond as many as a service can be set to take', () => {
  const waiting = new Waiting();
  waiting.add({ number: 0, slot: 0, place: 99_999, ticket: 0, at: 0, deadline: 1 });
  expect(waiting.get(0)?.place).toBe(99_999);
});
