/** Play, back, on, the scrubber, the speed, and which replication. */
import { counted, formatFixed } from '@driftline/engine/display';
import { comparison, slot } from '../state/store.ts';
import { mayPlay, playing, SPEEDS, speed, togglePlaying } from './playing.ts';
import { goTo, horizon, replication } from './state.ts';

function Icon({ path }: { path: string }) {
  return (
    <svg class="inside-icon" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const PLAY = 'M3,1.5V12.5L12,7Z';
const PAUSE = 'M3,2H6V12H3ZM8,2H11V12H8Z';
const BACK = 'M9.5,2L4.5,7L9.5,12';
const ON = 'M4.5,2L9.5,7L4.5,12';

function PlayButton() {
  return (
    <button
      class="button icon"
      type="button"
      id="inside-play"
      aria-label={playing.value ? 'Pause' : 'Play'}
      disabled={!mayPlay.value}
      title={mayPlay.value ? undefined : 'Off because your system requests reduced motion'}
      onClick={togglePlaying}
    >
      <Icon path={playing.value ? PAUSE : PLAY} />
    </button>
  );
}

function walk(slots: number): void {
  playing.value = false;
  goTo(slot.value + slots);
}

/** Goes to a slot that a hand has chosen: then it does not move on automatically. */
export function seek(wanted: number): void {
  playing.value = false;
  goTo(wanted);
}

function Scrubber() {
  return (
    <input
      id="inside-scrubber"
      class="inside-scrubber"
      type="range"
      min={0}
      max={horizon.value - 1}
      step={1}
      value={slot.value}
      aria-label="Slot"
      aria-valuetext={`slot ${formatFixed(slot.value, 0)}`}
      onInput={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
    />
  );
}

function nearestWhole(given: number, most: number): number {
  return Math.min(Math.max(0, Math.round(given)), most);
}

/** A whole number: the nearest that there is to what was typed; without a number it is put back. */
function WholeField(props: {
  id: string;
  label: string;
  isLabelShown: boolean;
  value: number;
  most: number;
  take: (value: number) => void;
}) {
  const { id, label, isLabelShown, value, most, take } = props;
  return (
    <div class="inside-field">
      <label for={id} class={isLabelShown ? undefined : 'hidden-text'}>
        {label}
      </label>
      <input
        id={id}
        class="field"
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        step={1}
        value={value}
        onChange={({ currentTarget }) => {
          const given = currentTarget.valueAsNumber;
          const taken = Number.isNaN(given) ? value : nearestWhole(given, most);
          take(taken);
          // A value that stays is not drawn again, and what was typed would stand there.
          currentTarget.value = String(taken);
        }}
      />
    </div>
  );
}

function SlotField() {
  return (
    <WholeField
      id="inside-slot"
      label="Go to slot"
      isLabelShown={false}
      value={slot.value}
      most={horizon.value - 1}
      take={seek}
    />
  );
}

function SpeedChoice() {
  return (
    <div class="inside-field">
      <label for="inside-speed">Speed</label>
      <select
        id="inside-speed"
        class="field"
        value={String(speed.value)}
        onChange={({ currentTarget }) => {
          speed.value = Number(currentTarget.value);
        }}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={String(each)}>
            {counted(each, 'slot')}/s
          </option>
        ))}
      </select>
    </div>
  );
}

export function Controls() {
  return (
    <div class="inside-controls">
      <div class="inside-buttons">
        <PlayButton />
        <button
          class="button icon"
          type="button"
          aria-label="Previous slot"
          onClick={() => walk(-1)}
        >
          <Icon path={BACK} />
        </button>
        <button class="button icon" type="button" aria-label="Next slot" onClick={() => walk(1)}>
          <Icon path={ON} />
        </button>
      </div>
      <Scrubber />
      <SlotField />
      <SpeedChoice />
      <WholeField
        id="inside-replication"
        label="Replication"
        isLabelShown
        value={replication.value}
        most={comparison.value.replications - 1}
        take={(number) => {
          replication.value = number;
        }}
      />
    </div>
  );
}
