/** What an operator wants to know first, in plain words. */
import type { Experiment, ExperimentState, History, Report } from '@driftline/client/wire';
import { counted, listed } from '@driftline/engine/display';
import { estimateText, percent, whole } from './numbers.ts';
import { type Piece, strong } from './pieces.ts';
import { type Standing, standingOf } from './standing.ts';

/** Shares are of this many decisions, or of all where there are fewer. */
const RECENT = 1000;

function recentText(decisions: number): string {
  return decisions < RECENT
    ? `the ${whole(decisions)} decisions so far`
    : 'the last 1000 decisions';
}

function sinceText({ since, always, before }: Standing, history: History | undefined): string {
  if (since === undefined) return '';
  if (!always)
    return ` since about decision ${whole(since)}${before === undefined ? '' : `, after ${before}`}`;
  return history?.from === 0
    ? ' from the start'
    : ` since before decision ${whole(history?.from ?? 0)}, the first that is kept`;
}

/** How decisions are spread where no arm stands out. */
function spreadText({ arms }: ExperimentState): string {
  const shown = [...arms].sort((a, b) => b.share - a.share).slice(0, 3);
  const parts = shown.map(({ key, share, state }) => {
    const now = state === 'active' ? '' : ` (${state} since)`;
    return `${percent(share)} went to ${key}${now}`;
  });
  return listed(parts);
}

/** Why nothing can be said yet. */
function uncountedText({ reward }: Experiment, decisions: number): string {
  const isHeld = reward.missing !== undefined && reward.early !== true;
  const when = isHeld ? `: each counts when ${reward.timeout} have passed` : '';
  return `Of ${counted(decisions, 'decision')} no reward has counted so far${when}.`;
}

function aheadPieces(
  experiment: Experiment,
  state: ExperimentState,
  history: History | undefined,
): Piece[] {
  const { decisions } = state;
  if (decisions === 0) return ['No decision was asked for yet.'];
  if (state.arms.every(({ observed }) => observed === 0)) {
    return [uncountedText(experiment, decisions)];
  }
  const standing = standingOf(state, history);
  const recent = recentText(decisions);
  if (standing === undefined) {
    return [`No arm is clearly ahead: of ${recent} ${spreadText(state)}.`];
  }
  const { leader } = standing;
  return [
    strong(leader.key),
    ` is ahead${sinceText(standing, history)}; `,
    strong(percent(leader.share)),
    ` of ${recent} went to it.`,
  ];
}

/** What was gained against even play, by the explored slice alone. */
export function gainPieces({ gain, uniform }: Report): Piece[] {
  if (gain === null) {
    const explored =
      uniform === null ? 'no explored decision' : counted(uniform.rewards, 'explored decision');
    const has = uniform?.rewards === 1 || uniform === null ? 'has' : 'have';
    return [`What it gains against even play can’t be told yet: ${explored} ${has} a reward.`];
  }
  const text = strong(estimateText(gain));
  if (gain.low > 0) return ['Against even play it gains ', text, ' per decision.'];
  if (gain.high < 0) {
    const loss = { ...gain, value: -gain.value, low: -gain.high, high: -gain.low };
    return ['Against even play it loses ', strong(estimateText(loss)), ' per decision.'];
  }
  return ['It can’t be distinguished from even play yet: ', text, ' per decision.'];
}

function statusPieces({ status, defaultArm }: Experiment): Piece[] {
  if (status === 'paused' && defaultArm === null) {
    return ['It is paused and no arm is active: every request is refused. '];
  }
  if (status === 'paused') {
    return [
      'It is paused: every request is answered with ',
      strong(defaultArm ?? ''),
      ', and nothing new is decided. ',
    ];
  }
  return status === 'archived' ? ['It is archived: it decides no more. '] : [];
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
    : ['It plays all arms alike and learns nothing, as its policy is uniform.'];
  const gain =
    report === undefined || state.decisions === 0 || !learns ? [] : [' ', ...gainPieces(report)];
  return [...statusPieces(experiment), ...ahead, ...gain];
}
