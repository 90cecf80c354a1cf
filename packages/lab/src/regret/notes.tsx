/** What regret is, what lines and bands are, and the formula for those who want it. */
import { outlinedPolicies, outlineText, policyNames } from '@driftline/engine/display';
import { arrangement } from '@driftline/page-kit/charts';
import type { ComponentChildren } from 'preact';
import { isAlwaysTheSame } from '../charts/benchmark.ts';
import { builtEnvironment, comparison } from '../state/store.ts';
import type { Bands } from './range.ts';
import { bands, hasOutlines, latest } from './state.ts';

const BAND_WORDS: Readonly<Record<Bands, string>> = {
  interval: 'Lines are means over replications. Bands are the 95% intervals of these means.',
  spread:
    'Lines are means over replications. Bands contain the middle 90% of replications at each slot.',
  none: 'Lines are means over replications.',
};

/** What the notes speak of: the result that is shown, else the one to come. */
function shownReplications(): number {
  return latest.value?.result.replications ?? comparison.value.replications;
}

/** Whether the replications of any policy differ, as far as is known. */
function hasSpread(): boolean {
  return latest.value?.result.policies.some(({ regret }) => regret.sd > 0) ?? true;
}

/** What lines and bands are. */
function lineWords(): string {
  if (shownReplications() === 1) {
    return 'Lines show a single replication, which has neither bands nor intervals.';
  }
  const shown = latest.value?.result;
  if (shown !== undefined && isAlwaysTheSame(shown)) {
    return 'All replications are the same, so lines show one of them and there are no bands.';
  }
  return BAND_WORDS[bands.value];
}

/** What outlines are, and which are not like the others. */
function outlineWords(): string {
  const shown = latest.value;
  const isNarrow = arrangement.value === 'narrow';
  if (shown === undefined || !(isNarrow || hasOutlines.value)) return '';
  const { policies } = shown.result;
  const drawn = outlinedPolicies(policies, shown.outlines);
  if (drawn.length === 0) return '';
  const where = isNarrow ? 'below' : 'at the right';
  return ` Outlines ${where} show the distribution of the final regret over replications.${outlineText(policyNames(policies), drawn)}`;
}

/** What else stands at the ends of the lines. */
function endWords(): string {
  // Where nothing spreads there is no ± to explain.
  const half =
    arrangement.value === 'narrow' || !hasSpread()
      ? ''
      : ' ± is half the width of a mean’s 95% interval.';
  return half + outlineWords();
}

/** The benchmark of rested arms; undefined for other environments. */
function restedBenchmark(): string | undefined {
  const made = builtEnvironment.value;
  return 'value' in made ? made.value.means.benchmark : undefined;
}

/** What regret compares with. */
function benchmarkWords(): string {
  const { environment } = comparison.value;
  const benchmark = restedBenchmark();
  if (benchmark !== undefined) {
    return `Regret is the mean reward that a policy has lost compared with ${benchmark}. Means move with plays, so regret can fall and be negative.`;
  }
  if (environment.kind !== 'rewards') {
    return 'Regret is the mean reward that a policy has lost compared with always playing the best arm of each moment.';
  }
  const against =
    environment.against === 'fixed'
      ? 'always playing the one arm that was best over all slots'
      : `playing, in each slot, the arm with the best average over ${environment.smoothing} slots around it`;
  return `Regret is the recorded reward that a policy has lost compared with ${against}. It can be negative.`;
}

function Subscripted({ base, index }: { base: string; index: ComponentChildren }) {
  return (
    <msub>
      <mi>{base}</mi>
      {index}
    </msub>
  );
}

function SumOverSlots() {
  return (
    <munderover>
      <mo class="sum">∑</mo>
      <mrow>
        <mi>t</mi>
        <mo>=</mo>
        <mn>1</mn>
      </mrow>
      <mi>T</mi>
    </munderover>
  );
}

const playedArm = <Subscripted base="a" index={<mi>t</mi>} />;

/** The word, as MathML has it: Preact leaves out attributes that are false, and its types know no word. */
const UNSTRETCHED = { stretchy: 'false' } as unknown as { stretchy: boolean };

/** As high as a letter: browsers stretch parentheses to the highest thing in their row. */
function InParentheses({ children }: { children: ComponentChildren }) {
  return (
    <mrow>
      <mo {...UNSTRETCHED}>(</mo>
      {children}
      <mo {...UNSTRETCHED}>)</mo>
    </mrow>
  );
}

function OfSlot() {
  return (
    <InParentheses>
      <mi>t</mi>
    </InParentheses>
  );
}

/** Regret in means. */
function MeanFormula() {
  return (
    <math
      class="formula-line"
      displaystyle
      aria-label="R T is the sum over slots t from 1 to T of: the largest mean of an arm at t, less the mean of the arm played at t"
    >
      <Subscripted base="R" index={<mi>T</mi>} />
      <mo>=</mo>
      <SumOverSlots />
      <InParentheses>
        <munder>
          <mi>max</mi>
          <mi>k</mi>
        </munder>
        <mspace width="0.2em" />
        <Subscripted base="μ" index={<mi>k</mi>} />
        <OfSlot />
        <mo>−</mo>
        <Subscripted base="μ" index={playedArm} />
        <OfSlot />
      </InParentheses>
    </math>
  );
}

/** Regret in recorded rewards. */
function RewardFormula() {
  return (
    <math
      class="formula-line"
      displaystyle
      aria-label="R T is the sum over slots t from 1 to T of: the reward of the benchmark's arm at t, less the reward of the arm played at t"
    >
      <Subscripted base="R" index={<mi>T</mi>} />
      <mo>=</mo>
      <SumOverSlots />
      <InParentheses>
        <Subscripted base="x" index={<Subscripted base="b" index={<mi>t</mi>} />} />
        <OfSlot />
        <mo>−</mo>
        <Subscripted base="x" index={playedArm} />
        <OfSlot />
      </InParentheses>
    </math>
  );
}

function Formula() {
  // The formula below has the largest mean of each slot, which rested arms do not have.
  if (restedBenchmark() !== undefined) return null;
  const isRecorded = comparison.value.environment.kind === 'rewards';
  return (
    <details class="formula">
      <summary>Show the formula</summary>
      {isRecorded ? <RewardFormula /> : <MeanFormula />}
      <p class="small">
        {isRecorded ? (
          <>
            <i>T</i> is the number of slots, <i>x</i> the recorded reward of an arm, <i>a</i> the
            arm that the policy played, <i>b</i> the arm that it is compared with.
          </>
        ) : (
          <>
            <i>T</i> is the number of slots, <i>μ</i> the true mean of an arm, which policies never
            see, and <i>a</i> the arm that the policy played.
          </>
        )}{' '}
        The chart shows the mean over replications.
      </p>
    </details>
  );
}

export function RegretNotes() {
  return (
    <div class="regret-notes small">
      <p>
        {benchmarkWords()} {lineWords()}
        {shownReplications() === 1 ? '' : endWords()}
      </p>
      <Formula />
    </div>
  );
}

/** What ticks and bars of the table are. */
function tickWords(): string {
  if (shownReplications() === 1) {
    return 'The tick is the regret of the one replication. An interval and a spread need at least two.';
  }
  if (!hasSpread()) {
    return 'The tick is the regret of every replication. All are the same.';
  }
  return 'The tick is the mean and the bar its 95% interval. The thin line spans the middle 90% of the replications.';
}

/** How to read the bars of the table. */
export function TableNote() {
  return <p class="table-note small">{tickWords()}</p>;
}
