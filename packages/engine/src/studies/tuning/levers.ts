/** Parameters that tuning can vary in a policy, found by their roles, and the ones that it leaves alone. */
import type { PolicyParameter } from '@driftline/core';
import { type Amount, AS_FACTOR } from '@driftline/core/parts';
import { inRole, type PreparedPolicy, roleOf } from '@driftline/core/play';
import { type ParameterRole, parseSpec } from '@driftline/core/spec';

/** If a limit is excluded, this share of the way from it to the published value is kept clear. */
const CLEARANCE = 0.01;

/** Why a parameter of a policy was not varied. */
export type UntunedReason =
  | 'given'
  | 'switch'
  | 'center'
  | 'fixed'
  | 'no-role'
  | 'stated-otherwise'
  | 'no-amount'
  | 'no-range';

/** A parameter that was not varied. */
export interface Untuned {
  readonly parameter: string;
  readonly reason: UntunedReason;
}

/** A parameter that can be varied, and how its values amount to what is varied. */
export interface Lever extends Amount {
  readonly parameter: PolicyParameter;
  /** Parameters that state the same, and must not be given together with it. */
  readonly others: readonly string[];
}

/** Levers that are varied together, in one dimension. */
export interface LeverGroup {
  /** `memory` is in slots, the others are multiples of the published value. */
  readonly dimension: 'memory' | 'forgetting' | 'exploration' | 'width';
  readonly levers: readonly Lever[];
}

/** The least and the largest value that may be tried, clear of limits that are excluded. */
export function limitsOf(parameter: PolicyParameter, published: number): [number, number] {
  const { least, above, most, below } = parameter;
  const low = above === undefined ? least : above + CLEARANCE * (published - above);
  const high = below === undefined ? most : below - CLEARANCE * (below - published);
  return [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY];
}

/** A value as it is, whole if the parameter is. */
function asItself({ kind }: PolicyParameter): Amount {
  return kind === 'integer' ? { of: (value) => value, value: Math.round } : AS_FACTOR;
}

/** The amount that the values of a parameter have by its role; undefined if it is none to vary. */
function amountOf(parameter: PolicyParameter): Amount | undefined {
  const role = roleOf(parameter);
  switch (role?.of) {
    case 'memory':
      return role.slots ?? asItself(parameter);
    case 'exploration':
      return asItself(parameter);
    case 'width':
      return role.width;
    case 'scale':
      return AS_FACTOR;
    default:
      return undefined;
  }
}

/** The parameter that this one states the same as; itself if there is none. */
function statedBy(parameter: PolicyParameter): string {
  const role = roleOf(parameter);
  const instead = role?.of === 'memory' || role?.of === 'exploration' ? role.insteadOf : undefined;
  return instead ?? parameter.id;
}

/** Whether a value amounts to slots, rather than being varied as it is. */
function hasSlots(parameter: PolicyParameter): boolean {
  const role = roleOf(parameter);
  return role?.of === 'memory' && role.slots !== undefined;
}

/** Parameters that state the same, with the one to vary first: one that the spec gives, unless they amount to slots. */
function alternatives(parameters: readonly PolicyParameter[], spec: string): PolicyParameter[][] {
  const given = parseSpec(spec).params;
  const keys = [...new Set(parameters.map(statedBy))];
  return keys.map((key) => {
    const own = parameters.filter((parameter) => statedBy(parameter) === key);
    const first = own.find((parameter) => parameter.id in given && !hasSlots(parameter)) ?? own[0];
    return [first, ...own.filter((parameter) => parameter !== first)];
  });
}

/** The levers of a role in a policy, one for each thing that its parameters state. */
function leversOf(
  of: ParameterRole['of'],
  { definition, params }: PreparedPolicy,
  { spec, horizon }: { readonly spec: string; readonly horizon: number },
): Lever[] {
  const amounting = inRole(definition, of).filter((parameter) => {
    const [amount, value] = [amountOf(parameter), params[parameter.id]];
    return amount !== undefined && value !== undefined && amount.of(value, horizon) > 0;
  });
  return alternatives(amounting, spec).flatMap(([parameter, ...others]) => {
    const amount = amountOf(parameter);
    return amount === undefined
      ? []
      : [{ ...amount, parameter, others: others.map(({ id }) => id) }];
  });
}

/**
 * The dimensions of the width. `scale` alone sets it if nothing is clipped, else the first width does, with `scale` for
 * the part that it cannot reach. Every further width is a dimension of its own.
 */
function widthGroups(prepared: PreparedPolicy, scale: readonly Lever[], own: readonly Lever[]) {
  const clips = prepared.definition.rewards === 'finite-variance';
  const first = scale.length > 0 && !clips ? scale : [...own.slice(0, 1), ...scale];
  return [first, ...own.slice(1).map((lever) => [lever])].filter((levers) => levers.length > 0);
}

/** Everything that can be varied in a policy, in the order in which it is set. */
export function leverGroups(spec: string, prepared: PreparedPolicy, horizon: number): LeverGroup[] {
  const of = (role: ParameterRole['of']) => leversOf(role, prepared, { spec, horizon });
  const memories = of('memory');
  const alone = (dimension: LeverGroup['dimension'], levers: readonly Lever[]) =>
    levers.map((lever) => ({ dimension, levers: [lever] }));
  return [
    ...alone(
      'memory',
      memories.filter(({ parameter }) => hasSlots(parameter)),
    ),
    ...alone(
      'forgetting',
      memories.filter(({ parameter }) => !hasSlots(parameter)),
    ),
    ...alone('exploration', of('exploration')),
    ...widthGroups(prepared, of('scale').slice(0, 1), of('width')).map(
      (levers): LeverGroup => ({ dimension: 'width', levers }),
    ),
  ];
}

/** Why a parameter that is in no group was left alone. */
function reasonOf(
  parameter: PolicyParameter,
  groups: readonly LeverGroup[],
  widthIsVaried: boolean,
): UntunedReason {
  const role = roleOf(parameter);
  switch (role?.of) {
    case undefined:
      return 'no-role';
    case 'given':
    case 'switch':
    case 'center':
    case 'fixed':
      return role.of;
    case 'width':
    case 'scale':
      return widthIsVaried ? 'stated-otherwise' : 'no-amount';
    default: {
      const isStated = groups.some(({ levers }) =>
        levers.some(({ others }) => others.includes(parameter.id)),
      );
      return isStated ? 'stated-otherwise' : 'no-amount';
    }
  }
}

/**
 * The parameters of a policy that are not varied, each with its reason.
 *
 * @param groups - everything that can be varied
 * @param varied - the parameters of the groups that have a range worth varying
 */
export function untunedOf(
  { definition }: PreparedPolicy,
  groups: readonly LeverGroup[],
  varied: readonly string[],
): Untuned[] {
  const grouped = groups.flatMap(({ levers }) => levers.map(({ parameter }) => parameter.id));
  const widthIsVaried = groups.some(({ dimension }) => dimension === 'width');
  return definition.parameters
    .filter(({ id }) => !varied.includes(id))
    .map((parameter) => ({
      parameter: parameter.id,
      reason: grouped.includes(parameter.id)
        ? 'no-range'
        : reasonOf(parameter, groups, widthIsVaried),
    }));
}
