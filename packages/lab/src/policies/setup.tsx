/** The chosen policies and their parameters. */
import { policies } from '../state/store.ts';
import { AddPolicy } from './add-policy.tsx';
import { PolicyItem } from './item.tsx';
import { WhichPolicy } from './which-policy.tsx';

export function PolicySetup() {
  const shown = policies.value;
  return (
    <section class="setup-part policy-setup" aria-labelledby="policy-setup-title">
      <h2 id="policy-setup-title">Policies</h2>
      <p class="small">
        {shown.length === 0
          ? 'No policies yet. Add one to see its regret in this environment.'
          : 'The mark on each slider shows the value that theory gives for this environment.'}
      </p>
      <ul class="policy-items">
        {shown.map((policy) => (
          <PolicyItem key={policy.style} shown={policy} />
        ))}
      </ul>
      <AddPolicy /> <WhichPolicy />
    </section>
  );
}
