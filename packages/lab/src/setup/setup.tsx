import { PolicySetup } from './policy-setup.tsx';
import { WorldSetup } from './world-setup.tsx';

export function Setup() {
  return (
    <>
      <WorldSetup />
      <PolicySetup />
    </>
  );
}
