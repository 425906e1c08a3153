import type { AddressCheck } from '@quydoi/domain/address/outcome';
import type { TradedCode } from '@quydoi/domain/currencies';
import { useEffect, useState } from 'react';
import { loadOnce, RETRY_EVERY_MS, releaseFailedLoads } from '../../lib/load-once.ts';

type Check = (code: TradedCode, text: string) => AddressCheck;

let loadedCheck: Check | null = null;

const loadCheck = loadOnce(() => import('@quydoi/domain/address/check'));

/** Validates an address while typing; null if empty, or until the validation code (hashes, alphabets) has loaded. */
export function useAddressCheck(code: TradedCode, text: string): AddressCheck | null {
  const [, setReady] = useState(false);
  useEffect(() => {
    if (loadedCheck) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      loadCheck().then(
        ({ checkDestination }) => {
          loadedCheck = checkDestination;
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
  return loadedCheck === null || text === '' ? null : loadedCheck(code, text);
}
