import { type ComponentType, use } from 'react';
import { loadOnce } from './load-once.ts';

/** A component whose code loads when it is first rendered, or before by `load`. Suspends meanwhile; fails with LoadError. */
export function lazyPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  const load = loadOnce(fetchPart);
  const Part = (props: Props) => <LoadedPart Component={use(load())} {...props} />;
  return { load, Part };
}

function LoadedPart<Props extends object>({ Component, ...props }: { readonly Component: ComponentType<Props> }) {
  return <Component {...(props as Props)} />;
}
