import { Floats, f64, fmax, fmin, i32 } from '../portable.ts';

/**
 * Means on a sinusoid, computed one by one: center + amplitude · sin(φ + ψ), φ the phase of the slot
 * and ψ that of the arm. Sines and cosines of both are given, so that a mean takes two products.
 */
export class Wave {
  center: f64;
  amplitude: f64;
  slotSines: Floats;
  slotCosines: Floats;
  armSines: Floats;
  armCosines: Floats;

  constructor(
    center: f64,
    amplitude: f64,
    slotSines: Floats,
    slotCosines: Floats,
    armSines: Floats,
    armCosines: Floats,
  ) {
    this.center = center;
    this.amplitude = amplitude;
    this.slotSines = slotSines;
    this.slotCosines = slotCosines;
    this.armSines = armSines;
    this.armCosines = armCosines;
  }

  /** The mean of an arm at a slot. */
  mean(slot: i32, arm: i32): f64 {
    const sine: f64 =
      this.slotSines[slot] * this.armCosines[arm] + this.slotCosines[slot] * this.armSines[arm];
    // Rounding may pass 1 by a hair, and a mean the bounds that its law has.
    return this.center + this.amplitude * fmax(-1.0, fmin(1.0, sine));
  }
}
