import type { AddressCheck } from '@quydoi/domain/address/outcome';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { useCallback, useSyncExternalStore } from 'react';
import { loadOnce, untilLoaded } from '../../lib/load-once.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import type { ADDRESS_TOOLS } from './address-tools.ts';

type AddressTools = typeof ADDRESS_TOOLS;

/** The tools; `missing` after they could not be loaded, when only the server validates; null before. */
let state: AddressTools | 'missing' | null = null;
const fields = new Set<() => void>();

const loadTools = loadOnce(() => import('./address-tools.ts'));
let isAwaited = false;

function change(to: AddressTools | 'missing'): void {
  state = to;
  for (const update of fields) update();
}

/** Subscribes to the tools, which come with their texts. None on the server and during hydration. */
function useToolsState(): typeof state {
  const { loadMessages } = useLocale();
  const subscribe = useCallback(
    (update: () => void) => {
      fields.add(update);
      const load = () => Promise.all([loadTools(), loadMessages('order')]);
      if (!isAwaited) void untilLoaded(load, () => change('missing')).then(([loaded]) => change(loaded.ADDRESS_TOOLS));
      isAwaited = true;
      return () => fields.delete(update);
    },
    [loadMessages],
  );
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => null,
  );
}

/** What address fields load after the first paint; null until it has come. */
export function useAddressTools(): AddressTools | null {
  const tools = useToolsState();
  return tools === 'missing' ? null : tools;
}

/** What address fields have loaded so far; null before. */
export function loadedAddressTools(): AddressTools | null {
  return state === 'missing' ? null : state;
}

/** Validates an address while typing. `address` is null if it is empty, or until the validation has loaded, `isUnchecked` while that is awaited. */
export function useAddressCheck(code: CurrencyCode, text: string): { readonly address: AddressCheck | null; readonly isUnchecked: boolean } {
  const tools = useToolsState();
  const isLoaded = tools !== null && tools !== 'missing';
  const isEmpty = text === '';
  return {
    address: isLoaded && !isEmpty ? tools.checkDestination(code, text) : null,
    isUnchecked: tools === null && !isEmpty,
  };
}
