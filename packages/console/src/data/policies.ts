/** The policies that the service offers, asked for once. */
import type { OfferedPolicy } from '@driftline/client/wire';
import { signal } from '@preact/signals';
import { offeredPolicies } from '../api/service.ts';

export const policies = signal<readonly OfferedPolicy[]>([]);

export async function loadPolicies(): Promise<void> {
  if (policies.peek().length > 0) return;
  const answer = await offeredPolicies();
  if ('ok' in answer) policies.value = answer.ok.policies;
}
