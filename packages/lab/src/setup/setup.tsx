import { arrangement } from '@driftline/page-kit/charts';
import { EnvironmentSetup } from '../environment/setup.tsx';
import { PolicySetup } from '../policies/setup.tsx';
import { RunFields } from './run-fields.tsx';

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

/** Policies first: they are what is compared, and there are fewer fields to them. */
export function Setup() {
  return (
    <>
      <PolicySetup />
      <EnvironmentSetup />
      <RunSetup />
    </>
  );
}
