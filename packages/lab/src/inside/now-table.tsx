/** The numbers of now: in sight on a phone, else for those who do not see the chart. */
import { arrangement } from '@driftline/page-kit/charts';
import { signal } from '@preact/signals';
import { slot } from '../state/store.ts';
import { armAt, titleWords, valueWords } from './arm-now.ts';
import { outWord } from './moment.ts';
import { slotNumber } from './sentences.ts';
import { useShownArms } from './shown-arms.ts';
import type { Inside } from './state.ts';

type Quantity = 'mean' | 'estimate' | 'width' | 'index' | 'probability' | 'draw' | 'standing';

const HEADS: Readonly<Record<Quantity, string>> = {
  mean: 'Mean',
  estimate: 'Estimate',
  width: 'Width',
  index: 'Index',
  probability: 'Probability',
  draw: 'Draw',
  standing: 'Status',
};

const QUANTITIES: Readonly<Record<Inside['watched']['choice'], readonly Quantity[]>> = {
  index: ['mean', 'estimate', 'width', 'index'],
  posterior: ['mean', 'estimate', 'width', 'draw'],
  probability: ['mean', 'probability'],
  rule: ['mean', 'estimate', 'width', 'standing'],
  given: ['mean'],
  none: ['mean'],
};

/** What there is of a policy. */
function quantitiesOf(inside: Inside): readonly Quantity[] {
  const { watched, hasWidths } = inside;
  const isThere = (each: Quantity) => {
    if (each === 'draw') return watched.draws.length > 0;
    if (each === 'standing') return outWord(inside) !== undefined;
    return each !== 'width' || hasWidths;
  };
  return QUANTITIES[watched.choice].filter(isThere);
}

function NowRow({ inside, arm, at }: { inside: Inside; arm: number; at: number }) {
  const now = armAt(inside, at, arm);
  return (
    <tr>
      <th scope="row">{titleWords(inside.title(arm), now)}</th>
      {quantitiesOf(inside).map((each) => (
        <td key={each}>
          {each === 'standing' ? now.briefStanding : valueWords(now[each], inside.decimals)}
        </td>
      ))}
    </tr>
  );
}

/** A table that nobody sees follows the slot when it has come to rest. */
const RESTING_TIME = 300;

const restingSlot = signal(slot.peek());
let timer: ReturnType<typeof setTimeout> | undefined;
slot.subscribe((now) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    restingSlot.value = now;
  }, RESTING_TIME);
});

export function NowTable({ inside }: { inside: Inside }) {
  const { watched } = inside;
  const isSeen = arrangement.value === 'narrow';
  const now = isSeen ? slot.value : restingSlot.value;
  const at = Math.min(now, watched.slots - 1);
  const shown = useShownArms(inside, false);
  const arms = shown.filter((arm) => arm >= 0);
  return (
    <div class={isSeen ? 'inside-table-place' : 'hidden-text'}>
      <table class="inside-table">
        <caption class="hidden-text">
          What {inside.policy} knows at slot {slotNumber(at)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Arm</th>
            {quantitiesOf(inside).map((each) => (
              <th key={each} scope="col">
                {HEADS[each]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {arms.map((arm) => (
            <NowRow key={arm} inside={inside} arm={arm} at={at} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
