/** What a policy tells of a slot in words of its own, and what chance did in it. */
import type { ArmView, Kernel } from '@driftline/core';
import {
  isTelling,
  type PickView,
  type PreparedPolicy,
  type TellingKernel,
} from '@driftline/core/play';

type RewardMap = PreparedPolicy['rewardMap'];

/** Words that tables of their own hold. */
const KEPT_ELSEWHERE: readonly string[] = ['count', 'mean', 'width', 'index', 'deviation', 'bound'];
/** A guess that was drawn with the pick. */
const GUESS_WORDS: readonly string[] = ['guess', 'guessWeight'];

/** What turns a number that is told into `offset + factor × number`, where rewards count in their own units. */
interface Unit {
  readonly offset: number;
  readonly factor: number;
}

/** The unit of a word: a policy may see rewards centred and scaled. */
function unitOf(word: string, { center, scale }: RewardMap): Unit {
  if (/(mean|index)$/i.test(word)) return { offset: center, factor: scale };
  return { offset: 0, factor: word === 'gap' ? scale : 1 };
}

function inUnit(value: number, { offset, factor }: Unit): number {
  return offset + factor * value;
}

/** Keeps what is told, slot by slot. */
export class Telling {
  readonly #kernel: TellingKernel | undefined;
  readonly #armCount: number;
  readonly #armWords: readonly string[];
  readonly #armUnits: readonly Unit[];
  readonly #slotWords: readonly string[];
  readonly #slotUnits: readonly Unit[];
  readonly #armFacts: Float64Array<ArrayBuffer>;
  readonly #slotFacts: Float64Array<ArrayBuffer>;
  readonly #learners: Int32Array<ArrayBuffer>;
  readonly #slots: number;
  readonly #map: RewardMap;
  #draws: Float64Array<ArrayBuffer> = new Float64Array(0);
  #row = 0;

  constructor(kernel: Kernel, slots: number, armCount: number, map: RewardMap) {
    const telling = isTelling(kernel) ? kernel : undefined;
    const words = telling?.armWords() ?? [];
    this.#kernel = telling;
    this.#slots = slots;
    this.#map = map;
    this.#armCount = armCount;
    this.#armWords = words.filter((word) => !KEPT_ELSEWHERE.includes(word));
    this.#armUnits = this.#armWords.map((word) => unitOf(word, map));
    this.#slotWords = telling === undefined ? [] : [...telling.slotWords(), ...GUESS_WORDS];
    this.#slotUnits = this.#slotWords.map((word) => unitOf(word, map));
    this.#armFacts = new Float64Array(slots * armCount * this.#armWords.length);
    this.#slotFacts = new Float64Array(slots * this.#slotWords.length);
    this.#learners = new Int32Array(this.#slotWords.includes('learner') ? slots : 0);
  }

  /** After the pick of a slot. */
  noteSlot(slot: number, chance: PickView): void {
    this.#row = slot * this.#slotWords.length;
    this.#noteDraws(slot, chance.draws);
    const kernel = this.#kernel;
    if (kernel === undefined) return;
    const own = this.#slotWords.length - GUESS_WORDS.length;
    for (let place = 0; place < own; place++) {
      const told = kernel.tellSlot(place);
      this.#slotFacts[this.#row + place] = inUnit(told, this.#slotUnits[place]);
    }
    this.#slotFacts[this.#row + own] = chance.guess?.length ?? Number.NaN;
    this.#slotFacts[this.#row + own + 1] = chance.guess?.weight ?? Number.NaN;
    if (this.#learners.length > 0) this.#learners[slot] = this.fact('learner');
  }

  #noteDraws(slot: number, draws: Float64Array | undefined): void {
    if (draws === undefined) return;
    if (this.#draws.length === 0) this.#draws = new Float64Array(this.#slots * this.#armCount);
    const { center, scale } = this.#map;
    const inTheirs = draws.map((draw) => center + scale * draw);
    this.#draws.set(inTheirs, slot * this.#armCount);
  }

  /** What is told of an arm, at its place among the arms of all slots. */
  noteArm(place: number, { facts }: ArmView): void {
    const row = place * this.#armWords.length;
    for (let i = 0; i < this.#armWords.length; i++) {
      const told = facts[this.#armWords[i]] ?? Number.NaN;
      this.#armFacts[row + i] = inUnit(told, this.#armUnits[i]);
    }
  }

  /** What was told of the slot noted last; NaN where nothing was. */
  fact(word: string): number {
    const place = this.#slotWords.indexOf(word);
    return place < 0 ? Number.NaN : this.#slotFacts[this.#row + place];
  }

  /** Whether the learner that picked last knows nothing yet. */
  get isFresh(): boolean {
    return this.fact('fresh') === 1;
  }

  /** The earliest slot that what is told of arms rests on; 0 where nothing is said of that. */
  since(slot: number): number {
    if (this.isFresh) return slot;
    const since = this.fact('since');
    return Number.isNaN(since) ? 0 : since;
  }

  /** Everything that was noted. */
  told() {
    return {
      way: this.#kernel?.way() ?? '',
      draws: this.#draws,
      armWords: this.#armWords,
      armFacts: this.#armFacts,
      slotWords: this.#slotWords,
      slotFacts: this.#slotFacts,
      learners: this.#learners,
    };
  }
}
