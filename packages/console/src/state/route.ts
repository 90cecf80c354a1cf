/** What is looked at: it stands in the fragment of the address, so that the service has one page to serve. */
import { signal } from '@preact/signals';

export type Route =
  | { readonly view: 'list' }
  | { readonly view: 'create' }
  | { readonly view: 'experiment'; readonly key: string };

export function routeOf(fragment: string): Route {
  const [view, name = ''] = fragment.replace(/^#?\/?/, '').split('/');
  if (view === 'new') return { view: 'create' };
  if (view !== 'experiments' || name === '') return { view: 'list' };
  try {
    return { view: 'experiment', key: decodeURIComponent(name) };
  } catch {
    return { view: 'list' };
  }
}

export function fragmentOf(route: Route): string {
  if (route.view === 'create') return '#/new';
  return route.view === 'list' ? '#/' : `#/experiments/${encodeURIComponent(route.key)}`;
}

export const route = signal<Route>(routeOf(globalThis.location?.hash ?? ''));

/** Follows the address. */
export function followAddress(): void {
  addEventListener('hashchange', () => {
    route.value = routeOf(location.hash);
  });
}

export function goTo(to: Route): void {
  location.hash = fragmentOf(to);
}
