/** What is being looked at: the example's question, or that the setting is the visitor's own. */
import { example } from './store.ts';

export function Lead() {
  const shown = example.value;
  return (
    <header>
      <h1>{shown?.title ?? 'Your own world'}</h1>
      <p class="lead">
        {shown?.lead ?? 'Change anything: what follows from it is drawn again at once.'}
      </p>
    </header>
  );
}
