/** Kernels of linear policies, made with the settings of the naive forms. */

import { contextualPolicyCatalogue } from '../../src/contextual-policies/catalogue.ts';
import type { ContextForm } from '../../src/definitions/contextual.ts';
import type { ContextualKernel } from '../../src/portable/kernels/contextual-kernel.ts';
import {
  type PreparedContextualPolicy,
  prepareContextualPolicy,
} from '../../src/shell/contextual/prepare.ts';
import type { NaiveLinearId, NaiveLinearSettings } from './linear-family.ts';

/** The parameters of a policy among all settings. A window or a discount goes only to policies that forget by it. */
function specOf(id: NaiveLinearId, settings: NaiveLinearSettings): string {
  const accepted = contextualPolicyCatalogue.find(id).parameters.map((parameter) => parameter.id);
  const left = accepted.includes('discount') ? 'window' : 'discount';
  const params = Object.entries(settings)
    .filter(([name]) => accepted.includes(name) && name !== left)
    // A discount of 1 follows from a budget of 0.
    .map(([name, value]) =>
      name === 'discount' && value === 1 ? 'variation=0' : `${name}=${value}`,
    );
  return `${id}:${params.join(';')}`;
}

export function preparedLinear(
  id: NaiveLinearId,
  settings: NaiveLinearSettings,
  form: ContextForm = 'actions',
  blocks = 1,
): PreparedContextualPolicy {
  const { dimension, norm } = settings;
  const shape = { form, dimension, blocks, norm, intercept: false, horizon: 1000 };
  return prepareContextualPolicy(specOf(id, settings), { ...shape, onWarning: () => {} });
}

export function linearKernel(...of: Parameters<typeof preparedLinear>): ContextualKernel {
  return preparedLinear(...of).kernel;
}
