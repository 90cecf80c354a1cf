/** The advised experiment for the decision service: the body of `PUT /v1/experiments/{key}`. */
import { policyCatalogue } from '@driftline/core';
import type { Advice } from '../contract/advice.ts';
import type { Choice } from '../contract/choice.ts';
import { isRefused } from '../contract/refusal.ts';

/** Range of rewards: refused outside it, or of any size around a center or in a range that the policy learns. */
type RewardPlace =
  | { readonly min: number; readonly max: number }
  | { readonly center: number; readonly scale: number }
  | Record<never, never>;

/** What the service is sent. */
export interface ServiceBody {
  readonly arms: readonly { readonly key: string; readonly payload?: { readonly arm: string } }[];
  readonly policy: {
    readonly type: string;
    readonly params?: Readonly<Record<string, number>>;
  };
  readonly memory?: { readonly decisions: number };
  readonly reward: RewardPlace & { readonly timeout: string; readonly missing?: number };
}

/** A body, and why it is not the very advice. */
export interface ServiceExperiment {
  readonly body: ServiceBody;
  /** Why the service cannot run the advice, as a sentence; absent if the body runs it. */
  readonly instead?: string;
}

/** Facts about the log in addition to the advice. */
export interface ServiceFacts {
  /** The least and the largest reward of the log. */
  readonly rewards: readonly [number, number];
  /** Whether all rewards are 0 or 1. */
  readonly isBinary: boolean;
  /** Milliseconds until a decision counts as silent, if they were stated. */
  readonly attribution?: number | undefined;
}

/** The parameters that the service accepts beside a memory; a test holds the list to the service's own. */
export const SERVICE_POLICIES: Readonly<Record<string, readonly string[]>> = {
  auto: [],
  adr: ['delta'],
  'sw-ucb': ['xi', 'scale'],
  'sw-moss': ['eta', 'scale'],
  'sw-klucb': ['c'],
  'sw-ts': ['gaussian', 'g'],
  'sw-rmoss': ['a', 'zeta'],
  'd-ucb': ['xi', 'scale'],
  'd-klucb': [],
  dts: ['gaussian', 'g'],
  'd-rmoss': ['a', 'zeta'],
  ucb1: ['scale'],
  'kl-ucb': ['c'],
  ts: [],
  uniform: [],
};
const DEFAULT = 'auto';

const KEY_LENGTH = 64;
const MOST_ARMS = 100;
const LEAST_MEMORY = 10;
const MOST_MEMORY = 1_000_000;

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** Where the log does not say how late rewards come. */
const USUAL_TIMEOUT = '1d';
const LONGEST_TIMEOUT = 3650 * DAY;

/** Keys that the service accepts, each its own; arms whose key is another have theirs as payload. */
function armsOf({ log }: Advice): ServiceBody['arms'] {
  const taken = new Set<string>();
  return log.arms.slice(0, MOST_ARMS).map(({ key }) => {
    const plain = key.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
    const stem = plain.slice(0, KEY_LENGTH - 4) || 'arm';
    let own = plain.length <= KEY_LENGTH && plain !== '' ? plain : stem;
    for (let number = 2; taken.has(own); number++) own = `${stem}-${number}`;
    taken.add(own);
    return own === key ? { key } : { key: own, payload: { arm: key } };
  });
}

/** A duration as the service reads it, rounded up. */
function durationText(milliseconds: number): string {
  const length = Math.min(LONGEST_TIMEOUT, Math.max(SECOND, milliseconds));
  if (length > 2 * DAY) return `${Math.ceil(length / DAY)}d`;
  if (length > 7200 * SECOND) return `${Math.ceil(length / (3600 * SECOND))}h`;
  if (length > 120 * SECOND) return `${Math.ceil(length / (60 * SECOND))}m`;
  return `${Math.ceil(length / SECOND)}s`;
}

function timeoutOf({ delays, units }: Advice, { attribution }: ServiceFacts): string {
  if (units.time !== 'milliseconds') return USUAL_TIMEOUT;
  if (attribution !== undefined) return durationText(attribution);
  if (isRefused(delays) || delays.ninetyNine === undefined) return USUAL_TIMEOUT;
  return durationText(delays.ninetyNine);
}

/** Silence is worth 0 if the advice counted it so. */
function missingOf({ delays, log, notes }: Advice): Pick<ServiceBody['reward'], 'missing'> {
  if (notes.some(({ code }) => code === 'missing-as-zero')) return { missing: 0 };
  const isSilent =
    !isRefused(delays) && delays.rewardedShare !== undefined && delays.rewardedShare < 0.99;
  return isSilent && log.columns.arrival !== undefined ? { missing: 0 } : {};
}

/** Twice as far from 0 as any reward of the log: the service refuses rewards outside. */
function rangeOf({ rewards: [least, largest], isBinary }: ServiceFacts): RewardPlace {
  if (isBinary) return { min: 0, max: 1 };
  const [min, max] = [2 * Math.min(0, least), 2 * Math.max(0, largest)];
  return min < max ? { min, max } : { min, max: min + 1 };
}

/** The range for a policy: none if it learns one from rewards that do not lie in [0, 1]. */
function placeFor(type: string, facts: ServiceFacts): RewardPlace {
  const [least, largest] = facts.rewards;
  const isUnit = least >= 0 && largest <= 1;
  return policyCatalogue.find(type).learnsRange === true && !isUnit ? {} : rangeOf(facts);
}

/** Number of decisions that a window or a discount remembers; undefined if the policy has neither. */
function memoryOf({ window, discount }: Choice['params']): number | undefined {
  if (window !== undefined || discount === undefined) return window;
  const whole = Math.round(1 / (1 - discount));
  return 1 - 1 / whole === discount ? whole : 1 / (1 - discount);
}

/** The scale of the advice: without one the service divides rewards by the width of the range, the advice by 1. */
function scaleOf(
  scale: number | undefined,
  accepted: readonly string[],
  range: RewardPlace,
): { readonly scale?: number } {
  if (scale !== undefined) return { scale };
  const isUnit = 'max' in range && range.max - range.min === 1;
  return isUnit || !accepted.includes('scale') ? {} : { scale: 1 };
}

/** The advised policy as the service takes it, or why it cannot. */
function policyOf(
  { policy: type, params }: Choice,
  facts: ServiceFacts,
): (Pick<ServiceBody, 'policy' | 'memory'> & { readonly place: RewardPlace }) | string {
  const accepted = SERVICE_POLICIES[type];
  if (accepted === undefined) return `it does not offer ${type}`;
  const range = placeFor(type, facts);
  const { window: _, discount: _discount, center, scale, ...others } = params;
  const decisions = memoryOf(params);
  if (decisions !== undefined && !isMemory(decisions)) {
    return `it accepts a memory of ${LEAST_MEMORY} to ${MOST_MEMORY} whole decisions, not ${decisions}`;
  }
  const isCentered = center !== undefined && scale !== undefined;
  const given = { ...others, ...(isCentered ? {} : scaleOf(scale, accepted, range)) };
  const unknown = Object.keys(given).find((name) => !accepted.includes(name));
  if (unknown !== undefined) return `it does not accept the parameter ${unknown} of ${type}`;
  return {
    policy: { type, ...(Object.keys(given).length === 0 ? {} : { params: given }) },
    ...(decisions === undefined ? {} : { memory: { decisions } }),
    place: isCentered ? { center, scale } : range,
  };
}

function isMemory(decisions: number): boolean {
  return Number.isInteger(decisions) && decisions >= LEAST_MEMORY && decisions <= MOST_MEMORY;
}

/** The body of an experiment with the advice; undefined where there is no advice. */
export function serviceExperiment(
  advice: Advice,
  facts: ServiceFacts,
): ServiceExperiment | undefined {
  const { advice: choice } = advice;
  if (isRefused(choice)) return undefined;
  const found = policyOf(choice, facts);
  const isRun = typeof found !== 'string';
  const { place, ...policy } = isRun
    ? found
    : { policy: { type: DEFAULT }, place: placeFor(DEFAULT, facts) };
  const body: ServiceBody = {
    arms: armsOf(advice),
    ...policy,
    reward: { ...place, timeout: timeoutOf(advice, facts), ...missingOf(advice) },
  };
  if (isRun) return { body };
  const instead = `The decision service cannot run ${choice.spec}: ${found}. service.json contains ${DEFAULT} instead.`;
  return { body, instead };
}
