import { render } from 'preact';
import { App } from './page/app.tsx';
import { runOnChange } from './state/store.ts';
import { keepAddress } from './take-away/address.ts';
import { followLinks } from './take-away/links.ts';
import '@driftline/page-kit/look.css';
import './styles/layout.css';
import './styles/environment.css';
import './styles/regret.css';
import './styles/inside.css';
import './styles/setup.css';
import './styles/take-away.css';
import './styles/which-policy.css';

const root = document.getElementById('lab');
if (root === null) throw new Error('the page has no place for the lab');
render(<App />, root);
// What a link asks for is played first, and nothing before it.
await followLinks();
keepAddress();
runOnChange();
