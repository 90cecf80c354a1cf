/** The facts that a policy shows of slots and of arms, in the units of rewards. */
import type { Kernel } from '@driftline/core';
import type { PreparedPolicy } from '@driftline/core/play';
import type { Drawn, Showing, Unit } from '@driftline/core/showing';

type RewardMap = PreparedPolicy['rewardMap'];

/** Where a fact of the slot stands in its row. */
export interface FactColumn {
  readonly name: string;
  readonly from: number;
  /** 1, or how many numbers its list has. */
  readonly length: number;
}

/** What turns a number as the policy has it into `offset + factor × number`. */
interface Conversion {
  readonly offset: number;
  readonly factor: number;
}

function conversionOf(unit: Unit, { center, scale }: RewardMap): Conversion {
  if (unit === 'reward') return { offset: center, factor: scale };
  return { offset: 0, factor: unit === 'difference' ? scale : 1 };
}

function converted(value: number, { offset, factor }: Conversion): number {
  return offset + factor * value;
}

/** What every slot keeps of a fact. */
interface Kept<F> {
  readonly fact: F;
  readonly from: number;
  readonly conversion: Conversion;
}

type SlotFact = NonNullable<Showing['slotFacts']>[string];
type ArmFact = NonNullable<Showing['armFacts']>[string];

/** Keeps facts, slot by slot. */
export class FactTables {
  readonly slotColumns: readonly FactColumn[];
  readonly slotFacts: Float64Array<ArrayBuffer>;
  readonly armColumns: readonly string[];
  readonly armFacts: Float64Array<ArrayBuffer>;
  readonly #kernel: Kernel;
  readonly #ofSlot: readonly Kept<SlotFact>[];
  readonly #ofArm: readonly Kept<ArmFact>[];
  readonly #slotWidth: number;

  constructor(shows: Showing, kernel: Kernel, slots: number, armCount: number, map: RewardMap) {
    const { slotFacts = {}, armFacts = {} } = shows;
    let from = 0;
    this.slotColumns = Object.entries(slotFacts).map(([name, fact]) => {
      const value = fact.of(kernel, undefined);
      const length = typeof value === 'number' ? 1 : value.length;
      from += length;
      return { name, from: from - length, length };
    });
    this.#kernel = kernel;
    this.#slotWidth = from;
    this.#ofSlot = Object.values(slotFacts).map((fact, i) => ({
      fact,
      from: this.slotColumns[i].from,
      conversion: conversionOf(fact.unit, map),
    }));
    this.armColumns = Object.keys(armFacts);
    this.#ofArm = Object.values(armFacts).map((fact, i) => ({
      fact,
      from: i,
      conversion: conversionOf(fact.unit, map),
    }));
    this.slotFacts = new Float64Array(slots * from);
    this.armFacts = new Float64Array(slots * armCount * this.armColumns.length);
  }

  /** After the pick of a slot. */
  noteSlot(slot: number, drawn: Drawn | undefined): void {
    const row = slot * this.#slotWidth;
    for (const { fact, from, conversion } of this.#ofSlot) {
      const value = fact.of(this.#kernel, drawn);
      if (typeof value === 'number') this.slotFacts[row + from] = converted(value, conversion);
      else
        value.forEach((each, i) => {
          this.slotFacts[row + from + i] = converted(each, conversion);
        });
    }
  }

  /** Of an arm, at its place among the arms of all slots. */
  noteArm(place: number, arm: number): void {
    const row = place * this.armColumns.length;
    for (const { fact, from, conversion } of this.#ofArm) {
      this.armFacts[row + from] = converted(fact.of(this.#kernel, arm), conversion);
    }
  }
}
