import type { AddressCheck } from '@quydoi/domain/address/outcome';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { useEffect, useState } from 'react';
import { loadOnce, RETRY_EVERY_MS, releaseFailedLoads } from '../../lib/load-once.ts';
import type { ADDRESS_TOOLS } from './address-tools.ts';

let loadedTools: typeof ADDRESS_TOOLS | null = null;

const loadTools = loadOnce(() => import('./address-tools.ts'));

/** What address fields load after the first paint; null until it has come. */
export function useAddressTools(): typeof ADDRESS_TOOLS | null {
  const [, setReady] = useState(false);
  useEffect(() => {
    if (loadedTools) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      loadTools().then(
        ({ ADDRESS_TOOLS }) => {
          loadedTools = ADDRESS_TOOLS;
          setReady(true);
        },
        () => {
          // Meanwhile only the server validates.
          releaseFailedLoads();
          timer = setTimeout(load, RETRY_EVERY_MS);
        },
      );
    void load();
    return () => clearTimeout(timer);
  }, []);
  return loadedTools;
}

/** Validates an address while typing; null if empty, or until the validation has loaded. */
export function useAddressCheck(code: CurrencyCode, text: string): AddressCheck | null {
  const tools = useAddressTools();
  return tools === null || text === '' ? null : tools.checkDestination(code, text);
}
