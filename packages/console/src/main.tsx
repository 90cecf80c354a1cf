import { render } from 'preact';
import { App } from './page/app.tsx';
import { followAddress } from './state/route.ts';
import '@driftline/lab/look.css';
import './styles/page.css';
import './styles/forms.css';
import './styles/experiment.css';

const root = document.getElementById('console');
if (root === null) throw new Error('the page has no place for the console');
followAddress();
render(<App />, root);
