import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './page/app.tsx';
import { followAddress, route } from './state/route.ts';
import '@driftline/page-kit/look.css';
import './styles/page.css';
import './styles/forms.css';
import './styles/experiment.css';

const root = document.getElementById('console');
if (root === null) throw new Error('the page has no place for the console');
followAddress();
effect(() => {
  const { value: now } = route;
  document.title =
    now.view === 'experiment' ? `${now.key} · Driftline Console` : 'Driftline Console';
});
render(<App />, root);
