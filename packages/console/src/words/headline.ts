/** The facts that an operator wants to know first, in plain words. */
import type { Experiment, ExperimentState, History, Report } from '@driftline/client/wire';
import { counted, listed } from '@driftline/engine/display';
import { estimateText, percent, whole } from './numbers.ts';
import { type Piece, strong } from './pieces.ts';
import { type Standing, standingOf } from './standing.ts';

/** Shares are of this many decisions, or of all if there are fewer. */
const RECENT = 1000;

function recentText(decisions: number): string {
  return decisions < RECENT
    ? `the ${whole(decisions)} decisions so far`
    : `the last ${whole(RECENT)} decisions`;
}

function leadText({ since, always, before }: Standing, history: History | undefined): string {
  if (since === undefined) return ' is ahead. ';
  if (!always) {
    const overtaken = before === undefined ? '' : `, when it overtook ${before}`;
    return ` has been ahead since about decision ${whole(since)}${overtaken}. `;
  }
  return history?.from === 0
    ? ' has been ahead from the start. '
    : ` has been ahead since decision ${whole(history?.from ?? 0)} or earlier. The log has no older decisions. `;
}

/** The shares of the most chosen arms, for when no arm is clearly ahead. */
function spreadText({ arms }: ExperimentState): string {
  const shown = [...arms].sort((a, b) => b.share - a.share).slice(0, 3);
  const parts = shown.map(({ key, share, state }) => {
    const now = state === 'active' ? '' : ` (${state} since)`;
    return `${percent(share)} went to ${key}${now}`;
  });
  return listed(parts);
}

/** The reason why no arm can be ahead yet. */
function uncountedText({ reward }: Experiment, decisions: number): string {
  const isHeld = reward.missing !== undefined && reward.early !== true;
  const when = isHeld ? ` Each reward counts ${reward.timeout} after its decision.` : '';
  return `${counted(decisions, 'decision')} so far, but no reward has counted yet.${when}`;
}

function aheadPieces(
  experiment: Experiment,
  state: ExperimentState,
  history: History | undefined,
): Piece[] {
  const { decisions } = state;
  if (decisions === 0) return ['No decisions yet.'];
  if (state.arms.every(({ observed }) => observed === 0)) {
    return [uncountedText(experiment, decisions)];
  }
  const standing = standingOf(state, history);
  const recent = recentText(decisions);
  if (standing === undefined) {
    return [`No arm is clearly ahead. In ${recent}, ${spreadText(state)}.`];
  }
  const { leader } = standing;
  return [
    strong(leader.key),
    `${leadText(standing, history)}It got `,
    strong(percent(leader.share)),
    ` of ${recent}.`,
  ];
}

/** The gain over random choice, estimated from explored decisions alone. */
export function gainPieces({ gain, uniform }: Report): Piece[] {
  if (gain === null) {
    const explored =
      uniform === null ? 'no explored decision' : counted(uniform.rewards, 'explored decision');
    const has = uniform?.rewards === 1 || uniform === null ? 'has' : 'have';
    return [
      `The gain over random choice can’t be estimated yet. So far, ${explored} ${has} a reward.`,
    ];
  }
  const text = strong(estimateText(gain));
  if (gain.low > 0) return ['Compared with random choice, it gains ', text, ' per decision.'];
  if (gain.high < 0) {
    const loss = { ...gain, value: -gain.value, low: -gain.high, high: -gain.low };
    return ['Compared with random choice, it loses ', strong(estimateText(loss)), ' per decision.'];
  }
  return ['Its gain over random choice is not significant yet: ', text, ' per decision.'];
}

function statusPieces({ status, defaultArm }: Experiment): Piece[] {
  if (status === 'paused' && defaultArm === null) {
    return ['The experiment is paused and has no active arm, so every request is refused. '];
  }
  if (status === 'paused') {
    return [
      'The experiment is paused: every request is answered with ',
      strong(defaultArm ?? ''),
      ', and no decisions are made. ',
    ];
  }
  return status === 'archived'
    ? ['The experiment is archived and no longer makes decisions. ']
    : [];
}

/** The first sentences about an experiment. */
export function headline(
  experiment: Experiment,
  state: ExperimentState,
  history: History | undefined,
  report: Report | undefined,
): Piece[] {
  const learns = experiment.policy.type !== 'uniform';
  const ahead: Piece[] = learns
    ? aheadPieces(experiment, state, history)
    : ['The policy is uniform: it chooses every arm equally often and learns nothing.'];
  const gain =
    report === undefined || state.decisions === 0 || !learns ? [] : [' ', ...gainPieces(report)];
  return [...statusPieces(experiment), ...ahead, ...gain];
}
