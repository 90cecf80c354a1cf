import { arrangement } from '@driftline/page-kit/charts';
import type { ComponentChildren } from 'preact';
import { EnvironmentPanel } from '../environment/panel.tsx';
import { InsidePanel } from '../inside/inside-panel.tsx';
import { RegretPanel } from '../regret/panel.tsx';
import { active } from '../run/run.ts';
import { Setup } from '../setup/setup.tsx';
import { settling } from '../state/store.ts';
import { Imprint } from '../take-away/imprint.tsx';
import { Header } from './header.tsx';
import { Lead } from './lead.tsx';
import { RunBar } from './run-bar.tsx';

/** What a run changes; whether one is under way or about to start is announced to screen readers. */
function Stage({ children }: { children: ComponentChildren }) {
  return (
    <div class="stage" aria-busy={settling.value || active.value}>
      {children}
    </div>
  );
}

const rail = (
  <div key="rail" class="rail" id="setup">
    <Setup />
  </div>
);

const stage = (
  <Stage key="stage">
    <Lead />
    <RunBar />
    <EnvironmentPanel />
    <RegretPanel />
    <InsidePanel />
    <Imprint />
    <p class="foot">
      Everything runs in your browser, and no data leaves it. The same seed gives the same numbers
      as <code>driftline compare</code>. This page numbers slots and replications from 0, like the
      library. The command line’s tables and <code>result.json</code> number slots from 1. Arm A is
      arm 0 there and in CSV and YAML files, and arm B is arm 1. The paper is Wei &amp; Srivastava,
      “Nonstationary Stochastic Multiarmed Bandits: UCB Policies and Minimax Regret”.
    </p>
  </Stage>
);

/** The setup stands beside the results, or, where there is no room, after them. */
export function App() {
  return (
    <>
      <Header />
      <main class="page">{arrangement.value === 'wide' ? [rail, stage] : [stage, rail]}</main>
    </>
  );
}
