import type { AddressCheck } from '@quydoi/domain/address/outcome';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { useEffect, useState } from 'react';
import { loadOnce, RETRY_EVERY_MS, releaseFailedLoads } from '../../lib/load-once.ts';
import type { ADDRESS_TOOLS } from './address-tools.ts';

let loadedTools: typeof ADDRESS_TOOLS | null = null;
/** Whether the tools could not be loaded: meanwhile only the server validates. */
let isMissing = false;

const loadTools = loadOnce(() => import('./address-tools.ts'));

/** What address fields load after the first paint; null until it has come. */
export function useAddressTools(): typeof ADDRESS_TOOLS | null {
  const [, setChanges] = useState(0);
  useEffect(() => {
    if (loadedTools) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      loadTools().then(
        ({ ADDRESS_TOOLS }) => {
          loadedTools = ADDRESS_TOOLS;
          setChanges((n) => n + 1);
        },
        () => {
          isMissing = true;
          setChanges((n) => n + 1);
          releaseFailedLoads();
          timer = setTimeout(load, RETRY_EVERY_MS);
        },
      );
    void load();
    return () => clearTimeout(timer);
  }, []);
  return loadedTools;
}

/** What address fields have loaded so far; null before. */
export function loadedAddressTools(): typeof ADDRESS_TOOLS | null {
  return loadedTools;
}

/** Validates an address while typing. `address` is null if it is empty, or until the validation has loaded, `isUnchecked` while that is awaited. */
export function useAddressCheck(code: CurrencyCode, text: string): { readonly address: AddressCheck | null; readonly isUnchecked: boolean } {
  const tools = useAddressTools();
  const isEmpty = text === '';
  return {
    address: tools === null || isEmpty ? null : tools.checkDestination(code, text),
    isUnchecked: tools === null && !isEmpty && !isMissing,
  };
}
