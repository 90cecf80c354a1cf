/** Decisions: which arm, and what is written of it. */
import type { DecisionReason, DecisionRequest } from '@driftline/client/wire';
import { activePlaces, defaultAmong, placeOf } from '../model/configuration.ts';
import type { Operations } from '../model/operations.ts';
import { invalid, ProblemError } from '../model/problems.ts';
import type { DecisionRow } from '../model/rows.ts';
import { momentOf } from '../model/write-configuration.ts';
import type { Session } from './session.ts';

type Ask = Operations['decide']['ask'];
type Answer = Operations['decide']['answer'];

/** The answer for a decision that is written. */
function answerOf(session: Session, row: DecisionRow, reason: DecisionReason): Answer {
  const { key, payload } = session.fold.config.arms[row.arm];
  return {
    experiment: session.identity.id,
    number: row.number,
    arm: key,
    payload,
    propensity: row.propensity,
    reason,
    expiresAt: momentOf(row.deadline),
    at: row.at,
  };
}

/** Places of arms by their keys; one that there never was is a mistake. */
function placesOf(session: Session, keys: readonly string[], pointer: string): Set<number> {
  const places = keys.map((key, i) => {
    const place = placeOf(session.fold.config, key);
    return place ?? invalid(`${pointer}/${i}`, `the experiment has no arm "${key}"`);
  });
  return new Set(places);
}

interface Eligible {
  readonly places: readonly number[];
  /** Whether these are all that are active. */
  readonly isAll: boolean;
}

function eligibleOf(session: Session, { only, exclude }: DecisionRequest): Eligible {
  const active = activePlaces(session.fold.config);
  if (only === undefined && exclude === undefined && active.length > 0) {
    return { places: active, isAll: true };
  }
  const wanted = only === undefined ? undefined : placesOf(session, only, '/only');
  const unwanted = placesOf(session, exclude ?? [], '/exclude');
  const places = active.filter(
    (place) => (wanted === undefined || wanted.has(place)) && !unwanted.has(place),
  );
  if (places.length === 0) {
    const { arms } = session.fold.config;
    const why =
      active.length === 0
        ? 'no arm is active; activate an arm, or add one'
        : `only and exclude leave out every active arm; allow one of ${active.map((place) => arms[place].key).join(', ')}`;
    throw new ProblemError('no-eligible-arm', why);
  }
  return { places, isAll: places.length === active.length };
}

/** The answer of a paused experiment: nothing is decided. */
function defaultAnswer(session: Session, { places }: Eligible): Answer {
  const { config } = session.fold;
  const { key, payload } = config.arms[defaultAmong(config, places)];
  return {
    experiment: session.identity.id,
    number: null,
    arm: key,
    payload,
    propensity: null,
    reason: 'paused',
    expiresAt: null,
    at: null,
  };
}

/** A unit's last decision, where that is to be given again. */
function stickyOf(
  session: Session,
  unit: string | undefined,
  { places }: Eligible,
): DecisionRow | undefined {
  const { sticky } = session.fold.config;
  if (sticky === null || unit === undefined) return undefined;
  const last = session.byUnit(unit);
  // One that was cancelled was not shown, and takes no reward any more.
  if (last === undefined || last.outcome?.kind === 'cancel') return undefined;
  const { decision } = last;
  if (session.at - decision.at >= sticky) return undefined;
  return places.includes(decision.arm) ? decision : undefined;
}

function checkRequest({ request }: Ask, session: Session): void {
  const { contextBytes } = session.setting.limits;
  if (request.context === undefined) return;
  const bytes = Buffer.byteLength(JSON.stringify(request.context));
  if (bytes <= contextBytes) return;
  invalid('/context', `context must be at most ${contextBytes} bytes of JSON; got ${bytes}`);
}

function checkRoom(session: Session): void {
  const { pending } = session.setting.limits;
  if (session.fold.waiting.size < pending) return;
  throw new ProblemError(
    'too-many-pending',
    `${pending} decisions are pending, which is the limit; send rewards, cancel decisions that were not used, or shorten reward.timeout`,
  );
}

/** Lets the policy choose, and writes what it chose. */
function decideAnew(session: Session, { request, idempotencyKey }: Ask, eligible: Eligible) {
  const { fold, at } = session;
  const { config, learner } = fold;
  checkRoom(session);
  fold.age(at);
  const isEvery = eligible.places.length === learner.places.length;
  const selection = learner.policy.select(session.setting.random, {
    among: isEvery ? undefined : eligible.places.flatMap((place) => learner.armAt(place) ?? []),
    floor: config.explore,
  });
  const row: DecisionRow = {
    number: fold.facts.next,
    seq: session.seq,
    at,
    deadline: at + config.reward.timeout,
    slot: selection.slot,
    arm: learner.places[selection.arm],
    reason: selection.explored ? 'explored' : 'policy',
    propensity: selection.propensity ?? null,
    ticket: selection.ticket,
    eligible: eligible.isAll ? null : JSON.stringify(eligible.places),
    request: idempotencyKey ?? null,
    unit: request.unit ?? null,
    context: request.context === undefined ? null : JSON.stringify(request.context),
    digest:
      idempotencyKey === undefined ? null : session.setting.digests.of(idempotencyKey, request),
  };
  session.decide(row);
  return row;
}

/** What a written decision was made by, as answers name it. */
function reasonOf({ reason }: DecisionRow): DecisionReason {
  return reason === 'explored' ? 'explored' : 'policy';
}

/** The decision that this very request got before. An idempotency key that another request got one with is refused. */
function retriedOf(session: Session, { idempotencyKey, request }: Ask): DecisionRow | undefined {
  if (idempotencyKey === undefined) return undefined;
  const known = session.byRequest(idempotencyKey)?.decision;
  if (known === undefined || known.digest === null) return known;
  if (session.setting.digests.isOf(known.digest, idempotencyKey, request)) return known;
  throw new ProblemError(
    'idempotency-key-reused',
    `the idempotency key "${idempotencyKey}" belongs to a request with another unit, only, exclude or context; send a new key with each new request, and repeat a key only with the same request`,
  );
}

/** A retry gets what was decided; a paused experiment its default; a unit what it has, while that is fresh. */
export function decide(session: Session, ask: Ask): Answer {
  const { status } = session.fold.facts;
  const { request } = ask;
  if (status === 'archived') {
    throw new ProblemError(
      'archived',
      'the experiment is archived and makes no decisions; use another experiment',
    );
  }
  const retried = retriedOf(session, ask);
  if (retried !== undefined) return answerOf(session, retried, reasonOf(retried));
  checkRequest(ask, session);
  const eligible = eligibleOf(session, request);
  if (status === 'paused') return defaultAnswer(session, eligible);
  const again = stickyOf(session, request.unit, eligible);
  if (again !== undefined) return answerOf(session, again, 'sticky');
  const row = decideAnew(session, ask, eligible);
  return answerOf(session, row, reasonOf(row));
}
