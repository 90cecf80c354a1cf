import { Brand, ThemeButton } from '@driftline/page-kit/widgets';
import { type Example, examples } from '../setting/examples.ts';
import { exampleFragment } from '../setting/link.ts';
import { example, isExampleEnvironment, showExample } from '../state/store.ts';
import { TakeAway } from '../take-away/take-away.tsx';

/** An example has an address of its own: it can be kept, passed on, and opened beside another. */
function ExampleLink({ to, isCurrent }: { to: Example; isCurrent: boolean }) {
  const address = `#${exampleFragment(to.id)}`;
  return (
    <a
      href={address}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => {
        // A browser does nothing where the address is there already: it may not have been loaded.
        if (location.hash === address) showExample(to);
      }}
    >
      {to.title}
    </a>
  );
}

export function Header() {
  const current = isExampleEnvironment.value ? example.value?.id : undefined;
  return (
    <header class="top">
      <Brand page="Lab" />
      <nav class="examples" aria-label="Examples">
        {examples.map((one) => (
          <ExampleLink key={one.id} to={one} isCurrent={one.id === current} />
        ))}
      </nav>
      <div class="top-actions">
        <TakeAway />
        <ThemeButton />
      </div>
    </header>
  );
}
