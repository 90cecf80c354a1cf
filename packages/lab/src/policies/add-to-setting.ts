/** Adds a policy to those that the page plays. */
import { computed } from '@preact/signals';
import { MOST_POLICIES } from '../setting/limits.ts';
import { freeStyle } from '../setting/setting.ts';
import { change, setting } from '../state/store.ts';

/** Whether the page shows as many policies as it can. */
export const isFull = computed(() => setting.value.policies.length >= MOST_POLICIES);

/** Adds the policy with this id and its defaults. A full page stays unchanged. */
export function addToSetting(id: string): void {
  if (isFull.value) return;
  const { policies } = setting.peek();
  change({ policies: [...policies, { spec: id, style: freeStyle(policies) }] });
}
