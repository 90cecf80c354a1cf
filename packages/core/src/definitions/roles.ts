/**
 * What the parameters of a policy are for. Whoever tunes a policy, shows it or gives it what is known of an
 * environment goes by these roles, never by the names of parameters.
 */
import { ln } from '../portable/math/log.ts';

/** What may be known of an environment, and is then given to every policy that takes it. */
export type GivenFact = 'variation' | 'changes' | 'volatility';

/** Every such fact. */
export const givenFacts: readonly GivenFact[] = ['variation', 'changes', 'volatility'];

/** How the value of a parameter amounts to a number of slots, or to a width up to a constant factor. */
export interface Amount {
  /** 0 or NaN where the value amounts to nothing. */
  of(value: number, horizon: number): number;
  /** The value that amounts to this much. */
  value(amount: number, horizon: number): number;
}

/**
 * What a parameter is for. Equal-effort tuning varies every `memory`, `exploration` and `width`, and `scale` for the
 * width of a policy that has one. It leaves the other roles alone.
 *
 * - `given`: a fact of the environment.
 * - `memory`: how long the policy remembers. `slots` states how many slots a value amounts to. Without it, tuning
 *   varies the value itself. `insteadOf` names the parameter that states the same in another way: only one of them is
 *   tuned. Of several with `slots`, listings show the last.
 * - `exploration`: how often the policy explores apart from its index, as a rate, share or multiple.
 * - `width`: how wide the policy's bonus is.
 * - `scale`, `center`: the policy sees (reward − center) / scale.
 * - `switch`: 0 or 1, which may lead to a kernel of another class.
 * - `fixed`: belongs to what the policy is, and is never tuned.
 */
export type ParameterRole =
  | { readonly of: 'given'; readonly fact: GivenFact }
  | { readonly of: 'memory'; readonly slots?: Amount; readonly insteadOf?: string }
  | { readonly of: 'exploration'; readonly insteadOf?: string }
  | { readonly of: 'width'; readonly width: Amount }
  | { readonly of: 'scale' | 'center' | 'switch' | 'fixed' };

/** Four significant digits: what is reported is what was played. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** The value is the number of slots itself. */
export const AS_SLOTS: Amount = { of: (slots) => slots, value: Math.round };

/** A discount γ remembers 1/(1 − γ) slots. */
export const AS_DISCOUNT: Amount = {
  of: (discount) => 1 / (1 - discount),
  value: (slots) => Number((1 - 1 / slots).toPrecision(12)),
};

/** A share α of all weight, taken in every slot, remembers 1/α slots. */
export const AS_SHARE: Amount = {
  of: (share) => 1 / share,
  value: (slots) => rounded(1 / slots),
};

/** The width is proportional to the value. */
export const AS_FACTOR: Amount = { of: (factor) => factor, value: rounded };

/** The width is proportional to the root of the value. */
export const AS_ROOT: Amount = { of: Math.sqrt, value: (width) => rounded(width * width) };

/** The width is 1 + the value. */
export const AS_ONE_PLUS: Amount = {
  of: (value) => 1 + value,
  value: (width) => rounded(width - 1),
};

/** The weight c of a kl bound's level ln t + c ln ln t, whose root at the horizon is the width. */
export const AS_KL_LEVEL: Amount = {
  of: (c, horizon) =>
    // Below 3 slots ln ln T is negative, and c would narrow the bound.
    horizon < 3 ? 0 : Math.sqrt(ln(horizon) + c * ln(ln(horizon))),
  value: (width, horizon) => rounded((width * width - ln(horizon)) / ln(ln(horizon))),
};

/** Names that mean the same in every policy: their parameters need not state their role. */
const USUAL_ROLES: Readonly<Record<string, ParameterRole>> = {
  variation: { of: 'given', fact: 'variation' },
  changes: { of: 'given', fact: 'changes' },
  volatility: { of: 'given', fact: 'volatility' },
  window: { of: 'memory', slots: AS_SLOTS },
  discount: { of: 'memory', slots: AS_DISCOUNT, insteadOf: 'window' },
  scale: { of: 'scale' },
  center: { of: 'center' },
};

/** A parameter that may state its role. */
export interface Described {
  readonly id: string;
  readonly role?: ParameterRole;
}

/** The role of a parameter: its own, or that of its name; undefined where it has none. */
export function roleOf({ id, role }: Described): ParameterRole | undefined {
  return role ?? (Object.hasOwn(USUAL_ROLES, id) ? USUAL_ROLES[id] : undefined);
}

/** The parameters of a definition that have a role, in their order. */
export function inRole<P extends Described>(
  { parameters }: { readonly parameters: readonly P[] },
  of: ParameterRole['of'],
): P[] {
  return parameters.filter((parameter) => roleOf(parameter)?.of === of);
}

/** The parameter by which a policy takes a fact of the environment; undefined where it does not. */
export function takesFact<P extends Described>(
  { parameters }: { readonly parameters: readonly P[] },
  fact: GivenFact,
): P | undefined {
  return parameters.find((parameter) => {
    const role = roleOf(parameter);
    return role?.of === 'given' && role.fact === fact;
  });
}
