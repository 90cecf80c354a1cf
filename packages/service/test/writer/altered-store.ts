import type { Store } from '../../src/store/store.ts';

/** A store of which some methods are others. */
export function alteredStore(store: Store, altered: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      const own = Reflect.get(altered, name);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
