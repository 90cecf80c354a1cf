/** The checks of a plugin, one after another, and how each ended. */

import type { PolicyDefinition } from '@driftline/core';
import {
  type ContractCheck,
  ContractViolation,
  contextualPolicyContract,
  environmentContract,
  policyContract,
  rewardLawContract,
} from '@driftline/core/contract';
import { roleOf } from '@driftline/core/play';
import { type PluginModule, type PluginOrigin, Plugins, shownValue } from '@driftline/engine/play';

/** One check and how it ended. */
export interface CheckOutcome {
  readonly kind: 'policy' | 'environment' | 'reward law';
  readonly id: string;
  readonly check: string;
  /** Null where it was not run, because one that the others rely on failed, or one never ended. */
  readonly ok: boolean | null;
  /** What was found, and what should have been; nothing where all is well, or was not run. */
  readonly message: string | null;
  /** Advice on a check that is satisfied. */
  readonly note?: string;
}

/** A check of one of the definitions of a plugin. */
interface PlannedCheck extends Pick<CheckOutcome, 'kind' | 'id' | 'check' | 'note'> {
  readonly contract: ContractCheck;
}

/** Asks for roles where parameters have none: no rule is broken, but tuning then leaves them as they are. */
function rolesCheck(definition: Pick<PolicyDefinition, 'id' | 'parameters'>): PlannedCheck {
  const check = 'states what its parameters are for';
  const without = definition.parameters.filter((parameter) => roleOf(parameter) === undefined);
  const planned: PlannedCheck = {
    kind: 'policy',
    id: definition.id,
    check,
    contract: { name: check, run: () => {} },
  };
  if (without.length === 0) return planned;
  const ids = without.map(({ id }) => id).join(', ');
  const note = `no role: ${ids}; equal-effort tuning leaves such a parameter as written, so give each the role of memory, exploration, width, switch or fixed`;
  return { ...planned, note };
}

/** Everything that is to be checked, in order. */
export function plannedChecks(module: PluginModule): PlannedCheck[] {
  const { policies = [], contextualPolicies = [], environments = [], rewardLaws = [] } = module;
  // Ids that are taken are refused here, as they would be in any other command.
  const { rewardLaws: known } = new Plugins([module]);
  const others = { environments, rewardLaws };
  const planned = (kind: CheckOutcome['kind'], id: string, checks: readonly ContractCheck[]) =>
    checks.map((contract) => ({ kind, id, check: contract.name, contract }));
  return [
    ...policies.flatMap((definition) => [
      ...planned('policy', definition.id, policyContract(definition, others)),
      rolesCheck(definition),
    ]),
    ...contextualPolicies.flatMap((definition) => [
      ...planned('policy', definition.id, contextualPolicyContract(definition, others)),
      rolesCheck(definition),
    ]),
    ...environments.flatMap((definition) =>
      planned('environment', definition.id, environmentContract(definition, known)),
    ),
    ...rewardLaws.flatMap((definition) =>
      planned('reward law', definition.id, rewardLawContract(definition)),
    ),
  ];
}

/** What a check found, and where, if it was the plugin's own code that threw. */
function messageOf(error: unknown, origin: PluginOrigin): string {
  if (error instanceof ContractViolation) return error.message;
  if (!(error instanceof Error)) return `it threw ${shownValue(error)}, which is not an error`;
  const place = origin.placeOfError?.(error);
  return place === undefined
    ? error.message
    : `${error.name}: ${error.message} (${place.file}:${place.line})`;
}

/** Runs one check. */
export function outcomeOf(planned: PlannedCheck, origin: PluginOrigin): CheckOutcome {
  const { kind, id, check, contract, note } = planned;
  try {
    contract.run();
    return { kind, id, check, ok: true, message: null, ...(note === undefined ? {} : { note }) };
  } catch (error) {
    return { kind, id, check, ok: false, message: messageOf(error, origin) };
  }
}
