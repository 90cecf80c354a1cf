/** The classes that give a policy its colour and dash. */
import { stylePlace } from '@driftline/engine/display';

/** Of the policy at a place, by the rule that figures on paper have too. */
export function styleClasses(place: number): string {
  const { colour, dash } = stylePlace(place);
  return `policy policy-${colour} dash-${dash}`;
}
