/** Advice judged where the truth is known: a log from a law, and what is advised played on other paths of it. */
import {
  type Choice,
  driftOf,
  fittedPath,
  InlineWorkers,
  isRefused,
  type Log,
  loggingOf,
  permutationTest,
} from '@driftline/advice';
import { loadKernels } from '@driftline/engine/node';
import { chooseOnce } from '../src/choice/choice.ts';
import type { ChoiceRequest } from '../src/choice/request.ts';
import { WorldPlayer } from '../src/worlds/play.ts';
import { type Law, laws, logOf } from './laws.ts';
import { madeLog, waves } from './synthetic.ts';

const kernels = loadKernels();

/** What is asked of a log, and with what is known of it by then. */
export function requestFor(log: Log, more: Partial<ChoiceRequest> = {}): ChoiceRequest {
  const { drift, data, fit } = driftOf(log, permutationTest(log, 1));
  const fitted = (without?: number) => fittedPath(data, fit, without);
  return { log, logging: loggingOf(log), drift, fitted, seed: 1, kernels, ...more };
}

/** What is advised for a log. */
export async function advisedFor(log: Log, more: Partial<ChoiceRequest> = {}): Promise<Choice> {
  const choice = await chooseOnce(requestFor(log, more), new InlineWorkers());
  if (isRefused(choice)) throw new Error(`nothing was advised: ${choice.refused}`);
  return choice;
}

/** The law of a name. */
export function lawOf(name: string): Law {
  const law = laws.find((each) => each.name === name);
  if (law === undefined) throw new Error(`there is no law ${name}`);
  return law;
}

/** Logs of a law, of seeds from `first` on. */
export interface Drawn {
  readonly armCount: number;
  readonly rows: number;
  readonly logs: number;
  readonly first: number;
}

/** What is advised for logs of a law. */
export async function adviceFor(
  law: string,
  { armCount, rows, logs, first }: Drawn,
  asked: Partial<ChoiceRequest>,
): Promise<Choice[]> {
  const choices: Choice[] = [];
  for (let seed = first; seed < first + logs; seed++)
    choices.push(await advisedFor(logOf(lawOf(law), armCount, rows, seed), asked));
  return choices;
}

/** Three arms .05 apart that rise and fall together. */
export function logOfTogether(seed: number): Log {
  const wave = waves(5000, 1, 0.2);
  const means = (slot: number, arm: number) => wave(slot, 0) - 0.05 * arm;
  return madeLog({ rows: 10_000, armCount: 3, means, seed });
}

/** A memory over many changes with a width that does not look for them; or any but a short one. */
export function isTooLong({ policy, params }: Choice): boolean {
  const { window = 0, scale = 1 } = params;
  const isNarrow = scale <= (policy === 'd-ucb' ? 0.18 : 0.36);
  return (window >= 6400 && isNarrow) || window > 1600;
}

/** How many decisions are made with what was advised, and on how many paths. */
export interface Deployment {
  readonly horizon: number;
  readonly paths: number;
}

/** Plays policies on paths of a law that no log is from. */
export class Deployed {
  readonly #law: Law;
  readonly #armCount: number;
  readonly #size: Deployment;
  readonly #player = new WorldPlayer(kernels);
  readonly #known = new Map<string, number>();

  constructor(law: Law, armCount: number, size: Deployment) {
    this.#law = law;
    this.#armCount = armCount;
    this.#size = size;
  }

  /** What a policy loses as a share of what choosing blindly does. */
  score(policy: string): number {
    const known = this.#known.get(policy) ?? this.#played(policy);
    this.#known.set(policy, known);
    return known;
  }

  #played(policy: string): number {
    let [lost, room] = [0, 0];
    for (let number = 0; number < this.#size.paths; number++) {
      const path = this.#law.path(this.#armCount, this.#size.horizon, 1000 + number);
      const { best, earned, uniform } = this.#player.play({
        policy,
        course: { path, eligible: undefined, sets: [], due: undefined },
        noise: { law: 'bernoulli' },
        rewardRange: [0, 1],
        luck: { seed: 77, replication: number },
        keepArms: false,
      });
      lost += best - earned;
      room += best - uniform;
    }
    return lost / room;
  }
}

/** What ways to choose come to for a law, on average over logs. */
export interface Compared {
  readonly law: string;
  readonly advised: number;
  readonly quick: number;
  readonly swUcb: number;
  readonly auto: number;
  readonly adr: number;
}

/** Chooses from some logs of a law in several ways, and plays what was chosen. */
export async function compareWays(
  law: Law,
  { armCount, rows, logs, first }: Drawn,
  size: Deployment,
): Promise<Compared> {
  const deployed = new Deployed(law, armCount, size);
  let [advised, quick, swUcb] = [0, 0, 0];
  for (let seed = first; seed < first + logs; seed++) {
    const request = requestFor(logOf(law, armCount, rows, seed), { horizon: size.horizon });
    const answer = await chooseOnce(request, new InlineWorkers());
    // Where a log cannot tell, nothing but what needs nothing is left.
    const choice = isRefused(answer) ? { spec: 'auto', candidates: [] } : answer;
    const own = choice.candidates.find(({ policy }) => policy === 'sw-ucb');
    const { window = size.horizon, scale = 0.36 } = ('quick' in choice && choice.quick) || {};
    advised += deployed.score(choice.spec) / logs;
    quick += deployed.score(`sw-ucb:window=${window};scale=${scale}`) / logs;
    swUcb += deployed.score(own?.spec ?? `sw-ucb:window=${window};scale=${scale}`) / logs;
  }
  const [auto, adr] = ['auto', 'adr'].map((policy) => deployed.score(policy));
  return { law: law.name, advised, quick, swUcb, auto, adr };
}
