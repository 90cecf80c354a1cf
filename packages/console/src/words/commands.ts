/** Requests as one would type them in a terminal. */
import type { NewExperiment } from '@driftline/client/wire';

/** A word of a shell that stands for itself, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function address(path: string): string {
  return new URL(path, globalThis.document?.baseURI ?? 'http://localhost:8080/').href.replace(
    /#.*$/,
    '',
  );
}

/** The key is never shown: whoever copies the line puts it in. */
function headers(withKey: boolean): string {
  const key = withKey ? ` -H "Authorization: Bearer $DRIFTLINE_KEY"` : '';
  return `${key} -H 'Content-Type: application/json'`;
}

export function createCommand(key: string, body: NewExperiment, withKey = false): string {
  return `curl -X PUT ${address(`v1/experiments/${key}`)}${headers(withKey)} -d ${quoted(JSON.stringify(body))}`;
}

/** Asks for a decision, then rewards it. */
export function askCommands(key: string, withKey: boolean): string {
  return [
    `curl -X POST ${address(`v1/experiments/${key}/decisions`)}${headers(withKey)} -d '{}'`,
    `curl -X POST ${address('v1/decisions/DECISION_ID/reward')}${headers(withKey)} -d '{"value": 1}'`,
  ].join('\n');
}
