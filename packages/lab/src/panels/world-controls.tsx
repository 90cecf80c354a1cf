/** The buttons of the world's panel: to draw by hand, and while drawing. */
import { armLabel } from '../charts/arm-label.ts';
import { arrangement } from '../charts/geometry.ts';
import { MOST_ARMS } from '../setting/limits.ts';
import { armName, setting } from '../store.ts';
import { addArm, chooseArm, drawByHand, drawing, endDrawing, removeArm } from './world-edit.ts';

/** More arms than this are chosen from a list. */
const MOST_BUTTONS = { wide: 8, medium: 6, narrow: 5 } as const;

function ArmChoice({ arm, armCount }: { arm: number; armCount: number }) {
  const arms = Array.from({ length: armCount }, (_, each) => each);
  if (armCount > MOST_BUTTONS[arrangement.value]) {
    return (
      <select
        class="field arm-select"
        aria-label="Arm to draw"
        value={arm}
        onChange={({ currentTarget }) => chooseArm(Number(currentTarget.value))}
      >
        {arms.map((each) => (
          <option key={each} value={each}>
            {armName(each)}
          </option>
        ))}
      </select>
    );
  }
  const short = armCount > 4 || arrangement.value === 'narrow';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own.
    <div class="segmented" role="group" aria-label="Arm to draw">
      {arms.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === arm}
          aria-label={armName(each)}
          onClick={() => chooseArm(each)}
        >
          {short ? armLabel(each, setting.value.armNames) : armName(each)}
        </button>
      ))}
    </div>
  );
}

/** What is there only while drawing. */
function DrawingControls({ arm, armCount }: { arm: number; armCount: number }) {
  return (
    <>
      <ArmChoice arm={arm} armCount={armCount} />
      <button
        class="button"
        type="button"
        aria-label="Add an arm"
        title="Add an arm"
        disabled={armCount >= MOST_ARMS}
        onClick={addArm}
      >
        +
      </button>
      <button
        class="button"
        type="button"
        aria-label={`Remove ${armName(arm)}`}
        title={`Remove ${armName(arm)}`}
        disabled={armCount < 2}
        onClick={removeArm}
      >
        −
      </button>
    </>
  );
}

export function DrawControls() {
  const drawn = drawing.value;
  return (
    <>
      {drawn === undefined ? null : (
        <DrawingControls arm={drawn.arm} armCount={drawn.world.knots.length} />
      )}
      {/* One and the same button, so that it keeps the focus. */}
      <button
        key="draw"
        id="draw"
        class="button"
        type="button"
        onClick={drawn === undefined ? drawByHand : endDrawing}
      >
        {drawn === undefined ? 'Draw by hand' : 'Done'}
      </button>
    </>
  );
}
