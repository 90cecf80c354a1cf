import { arrangement } from '../charts/geometry.ts';
import { RunFields } from '../run-fields.tsx';
import { PolicySetup } from './policy-setup.tsx';
import { WorldSetup } from './world-setup.tsx';

/** On a phone the run bar has no room for fields. */
function RunSetup() {
  if (arrangement.value !== 'narrow') return null;
  return (
    <section class="setup-part run-setup" aria-labelledby="run-setup-title">
      <h2 id="run-setup-title">Run</h2>
      <RunFields />
    </section>
  );
}

export function Setup() {
  return (
    <>
      <WorldSetup />
      <PolicySetup />
      <RunSetup />
    </>
  );
}
