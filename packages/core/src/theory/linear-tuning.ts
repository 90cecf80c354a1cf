/**
 * Memory lengths of linear policies, from the ℓ₂ variation B of the hidden parameters: as published, and with the
 * correction of Wang, Zhao & Zhou (2023), who prove a rate for it. d is the number of hidden parameters.
 */
import { pow } from '../portable/math/pow.ts';
import { checkProblem } from './problem.ts';

/** A length within the horizon. A budget of 0, or one that asks for more slots than there are, gives the horizon. */
function within(length: number, horizon: number): number {
  return length < horizon ? Math.max(1, length) : horizon;
}

/** (dT/B)^(2/3) before rounding, with the number of changes Υ for B if that is known. */
function publishedSlots(dimension: number, horizon: number, variation: number): number {
  checkProblem(dimension, horizon, variation);
  return pow((dimension * horizon) / variation, 2 / 3);
}

/** d^(1/4) √(T/(1 + B)), the window and the epoch of Wang, Zhao & Zhou (2023). */
function correctedSlots(dimension: number, horizon: number, variation: number): number {
  checkProblem(dimension, horizon, variation);
  return pow(dimension, 0.25) * Math.sqrt(horizon / (1 + variation));
}

/** The window of SW-LinUCB. The published experiments compare ages with the real number, which rounds it up. */
export function linearWindow(
  dimension: number,
  horizon: number,
  variation: number,
  corrected: boolean,
): number {
  if (corrected) return Math.floor(within(correctedSlots(dimension, horizon, variation), horizon));
  return Math.ceil(within(publishedSlots(dimension, horizon, variation), horizon));
}

/** The epoch of RestartUCB, ⌊(dT/B)^(2/3)⌋ slots. */
export function linearPeriod(
  dimension: number,
  horizon: number,
  variation: number,
  corrected: boolean,
): number {
  const slots = corrected ? correctedSlots : publishedSlots;
  return Math.floor(within(slots(dimension, horizon, variation), horizon));
}

/** The discount of D-LinUCB, 1 − (B/(dT))^(2/3), or 1 − max{1/T, √(B/(dT))}. At least 0; 1 when B = 0. */
export function linearDiscount(
  dimension: number,
  horizon: number,
  variation: number,
  corrected: boolean,
): number {
  checkProblem(dimension, horizon, variation);
  const share = variation / (dimension * horizon);
  if (share === 0) return 1;
  if (corrected) return 1 - Math.min(1, Math.max(1 / horizon, Math.sqrt(share)));
  return 1 - Math.min(1, pow(share, 2 / 3));
}
