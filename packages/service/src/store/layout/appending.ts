/** What a batch appends, checked against where its experiment stands: the log has no holes and nothing twice. */
import { ContractError } from '@driftline/core';
import type { ExperimentRow } from '../../model/rows.ts';
import type { Writes } from '../store.ts';

function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new ContractError(`a batch must append what fits its experiment: ${what}`);
}

/** The experiment's row afterwards; undefined where nothing is written. */
export function checkWrites(before: ExperimentRow, writes: Writes): ExperimentRow | undefined {
  const { experiment: after, decisions, outcomes, changes } = writes;
  if (after === undefined) {
    demand(
      decisions.length + outcomes.length + changes.length === 0,
      'events come with the experiment as it is afterwards',
    );
    return undefined;
  }
  demand(after.id === before.id && after.key === before.key, 'it stays the same experiment');
  for (const part of ['revision', 'swept', 'at', 'next', 'head'] as const)
    demand(
      after[part] >= before[part],
      `${part} goes forward from ${before[part]}; got ${after[part]}`,
    );
  checkSeqs(before.head, after.head, [decisions, outcomes, changes]);
  decisions.forEach(({ number }, place) => {
    demand(
      number === before.next + place,
      `decision ${before.next + place} is next; got ${number}`,
    );
  });
  demand(after.next === before.next + decisions.length, `next is the number after the last`);
  return after;
}

/** Each `seq` from `head` + 1 to `last` stands in just one of the lists, and each list is in order. */
function checkSeqs(head: number, last: number, lists: Lists): void {
  const places = lists.map(() => 0);
  for (let seq = head + 1; seq <= last; seq++) {
    const list = lists.findIndex((events, which) => events[places[which]]?.seq === seq);
    demand(list >= 0, `no event has the seq ${seq}`);
    places[list]++;
  }
  const left = lists.some((events, which) => places[which] < events.length);
  demand(!left, `each seq from ${head + 1} to ${last} once, and no other`);
}

type Lists = readonly (readonly { readonly seq: number }[])[];
