/**
 * What an experiment must answer, and what its policy must know, straight from the rules in words: every decision is
 * kept, and everything is counted anew whenever it is asked for.
 */

export interface NaiveRules {
  readonly timeout: number;
  readonly missing: number | null;
  readonly early: boolean;
  /** Decisions in a window, or of which a discount is made; null where nothing is forgotten. */
  readonly memory: number | null;
  readonly discounts: boolean;
  /** Milliseconds after which all that is remembered is as old as it can be; null where time does not count. */
  readonly maxAge: number | null;
  readonly learns: boolean;
}

interface NaiveDecision {
  readonly arm: string;
  readonly slot: number;
  readonly deadline: number;
  outcome: number | 'cancelled' | undefined;
  isClosed: boolean;
  /** What the policy was given, and the slot that was next then. */
  learned: { readonly value: number; readonly next: number } | undefined;
}

export class NaiveExperiment {
  readonly #rules: NaiveRules;
  readonly decisions: NaiveDecision[] = [];
  #slots = 0;
  /** Since when nothing was decided, and how many slots that was worth so far. */
  #idleSince: number;
  #idleSlots = 0;

  constructor(rules: NaiveRules, start: number) {
    this.#rules = rules;
    this.#idleSince = start;
  }

  decide(at: number, arm: string): void {
    this.#event(at);
    this.decisions.push({
      arm,
      slot: this.#slots,
      deadline: at + this.#rules.timeout,
      outcome: undefined,
      isClosed: false,
      learned: undefined,
    });
    this.#slots += 1;
    this.#idleFrom(at);
  }

  reward(at: number, number: number, value: number): string {
    const decision = this.decisions[number];
    if (decision === undefined) return 'not-found';
    if (decision.outcome !== undefined) {
      return decision.outcome === value ? 'duplicate' : 'conflict';
    }
    this.#event(at);
    decision.outcome = value;
    if (decision.isClosed) return 'late';
    if (this.#rules.missing !== null && !this.#rules.early) {
      return this.#rules.learns ? 'held' : 'recorded';
    }
    const counts = this.#learn(decision, value);
    if (!this.#rules.learns) return 'recorded';
    return counts ? 'counted' : 'outside_memory';
  }

  cancel(at: number, number: number): string {
    const decision = this.decisions[number];
    if (decision === undefined) return 'not-found';
    if (decision.outcome !== undefined) {
      return decision.outcome === 'cancelled' ? 'duplicate' : 'conflict';
    }
    if (decision.isClosed) return 'late';
    this.#event(at);
    decision.outcome = 'cancelled';
    return 'cancelled';
  }

  /** Closes, in order, what is overdue before the first that is not. */
  sweep(at: number): number {
    const waits = (each: NaiveDecision) =>
      !each.isClosed && (each.outcome === undefined || this.#isHeld(each));
    const open = this.decisions.filter(waits);
    const stop = open.findIndex(({ deadline }) => deadline > at);
    const overdue = stop < 0 ? open : open.slice(0, stop);
    const last = overdue.at(-1);
    if (last === undefined) return 0;
    this.#event(at);
    for (const decision of this.decisions.slice(0, this.decisions.indexOf(last) + 1)) {
      if (!waits(decision)) {
        decision.isClosed = true;
        continue;
      }
      const value = typeof decision.outcome === 'number' ? decision.outcome : this.#rules.missing;
      if (value !== null) this.#learn(decision, value);
      decision.isClosed = true;
    }
    return overdue.length;
  }

  /** What is remembered of an arm: how many rewards, and their mean. */
  known(arm: string): { readonly count: number; readonly sum: number } {
    let count = 0;
    let sum = 0;
    for (const { arm: own, slot, learned } of this.decisions) {
      if (own !== arm || learned === undefined) continue;
      const weight = this.#weight(slot, this.#slots);
      count += weight;
      sum += weight * learned.value;
    }
    return { count, sum };
  }

  #isHeld({ outcome, learned }: NaiveDecision): boolean {
    return typeof outcome === 'number' && learned === undefined;
  }

  #learn(decision: NaiveDecision, value: number): boolean {
    const counts = this.#weight(decision.slot, this.#slots) > 0;
    decision.learned = { value, next: this.#slots };
    return counts;
  }

  #weight(slot: number, next: number): number {
    const { memory, discounts } = this.#rules;
    if (memory === null) return 1;
    const age = next - 1 - slot;
    if (discounts) return (1 - 1 / memory) ** age;
    return age < memory ? 1 : 0;
  }

  /** Time without a decision is worth a slot for each part of `maxAge`, at most one memory of them at once. */
  #event(at: number): void {
    const { memory, maxAge } = this.#rules;
    if (memory === null || maxAge === null) return;
    let slots = 0;
    // In whole numbers: k parts have passed where k × maxAge / memory is no more than the time.
    while ((this.#idleSlots + 1) * maxAge <= (at - this.#idleSince) * memory && slots < memory) {
      this.#idleSlots += 1;
      slots += 1;
    }
    if (slots === memory) this.#idleFrom(at);
    this.#slots += slots;
  }

  #idleFrom(at: number): void {
    this.#idleSince = at;
    this.#idleSlots = 0;
  }
}
