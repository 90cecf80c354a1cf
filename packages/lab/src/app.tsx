import { Header } from './header.tsx';
import { InsidePanel } from './inside/inside-panel.tsx';
import { Lead } from './lead.tsx';
import { RegretPanel } from './panels/regret-panel.tsx';
import { WorldPanel } from './panels/world-panel.tsx';
import { RunBar } from './run-bar.tsx';
import { Setup } from './setup/setup.tsx';

export function App() {
  return (
    <>
      <Header />
      <main class="page">
        <div class="rail" id="setup">
          <Setup />
        </div>
        <div class="stage">
          <Lead />
          <RunBar />
          <WorldPanel />
          <RegretPanel />
          <InsidePanel />
          <p class="foot">
            Runs in your browser; nothing leaves it. The same seed gives the same numbers as{' '}
            <code>driftline compare</code>.
          </p>
        </div>
      </main>
    </>
  );
}
