import type { GivenValue } from '@driftline/core';

/** `id:name=value;name=value` for parameters that are numbers or words, as `parseSpec` reads it. */
export function writeSpec(id: string, params: Readonly<Record<string, GivenValue>>): string {
  const parts = Object.entries(params).map(([name, value]) => `${name}=${String(value)}`);
  return parts.length === 0 ? id : `${id}:${parts.join(';')}`;
}
