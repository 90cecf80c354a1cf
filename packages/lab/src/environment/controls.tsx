/** The buttons of the environment's panel: to draw by hand, and while drawing. */
import { counted } from '@driftline/engine/display';
import { arrangement } from '@driftline/page-kit/charts';
import { useEffect, useState } from 'preact/hooks';
import { armLabel } from '../charts/arm-label.ts';
import { MOST_ARMS } from '../setting/limits.ts';
import { armName, setting } from '../state/store.ts';
import {
  addArm,
  chooseArm,
  drawByHand,
  drawing,
  endDrawing,
  redo,
  redoable,
  removeArm,
  undo,
  undoable,
} from './edit.ts';

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

/** Where typing has an undo of its own, and where the environment can't be seen. */
const OWN_UNDO =
  'dialog, textarea, select, input:not([type=range], [type=checkbox], [type=radio], [type=file])';

/** A change back, and a change forth. */
const TURNS = {
  undo: { name: 'Undo', keys: 'Ctrl+Z', act: undo, left: undoable, done: 'undone' },
  redo: { name: 'Redo', keys: 'Ctrl+Shift+Z', act: redo, left: redoable, done: 'redone' },
} as const;
type Turn = keyof typeof TURNS;

/** What a key press asks of the drawing. */
function askedBy({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (target instanceof Element && target.closest(OWN_UNDO) !== null) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}

/** What a button would do now. */
function titleOf({ name, keys, left, done }: (typeof TURNS)[Turn]): string {
  const count = left.value;
  return `${name} (${keys}): ${count === 0 ? 'nothing' : counted(count, 'change')} can be ${done}`;
}

/** What was done, and how often it can be done once more. */
function turnedText(done: 'undone' | 'redone', left: number): string {
  const more = left === 0 ? 'Nothing more' : counted(left, 'more change');
  return `${done === 'undone' ? 'Undone' : 'Redone'}. ${more} can be ${done}`;
}

/** Undo and redo: by buttons, or by the keys that do it everywhere. */
function UndoControls() {
  const [said, say] = useState('');
  const turn = (asked: Turn) => {
    const { act, left, done } = TURNS[asked];
    if (left.peek() === 0) return;
    act();
    say(turnedText(done, left.peek()));
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (asked === undefined) return;
      event.preventDefault();
      turn(asked);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      {(['undo', 'redo'] as const).map((each) => {
        const { name, left } = TURNS[each];
        return (
          // Not disabled, which would take the focus from whoever presses it to the end.
          <button
            key={each}
            id={each}
            class="button"
            type="button"
            aria-disabled={left.value === 0}
            title={titleOf(TURNS[each])}
            onClick={() => turn(each)}
          >
            {name}
          </button>
        );
      })}
      <span class="hidden-text" role="status">
        {said}
      </span>
    </>
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
        aria-label="Add arm"
        title="Add arm"
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
      <UndoControls />
    </>
  );
}

export function DrawControls() {
  const drawn = drawing.value;
  return (
    <>
      {drawn === undefined ? null : (
        <DrawingControls arm={drawn.arm} armCount={drawn.environment.knots.length} />
      )}
      {/* One and the same button, so that it keeps the focus. */}
      <button
        key="draw"
        id="draw"
        class="button"
        type="button"
        onClick={drawn === undefined ? drawByHand : endDrawing}
      >
        {drawn === undefined ? 'Draw by hand' : 'Finish drawing'}
      </button>
    </>
  );
}
