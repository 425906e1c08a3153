import type { AddressCheck } from '@quydoi/domain/address/outcome';
import type { TradedCode } from '@quydoi/domain/currencies';
import { useEffect, useState } from 'react';

type Check = (code: TradedCode, text: string) => AddressCheck;

let loadedCheck: Check | null = null;

/** Checks an address as it is typed; null while the rules (hashes and alphabets of the chains) are still being fetched. */
export function useAddressCheck(code: TradedCode, text: string): AddressCheck | null {
  const [, setReady] = useState(false);
  useEffect(() => {
    if (loadedCheck) return;
    import('@quydoi/domain/address/check').then(
      ({ checkDestination }) => {
        loadedCheck = checkDestination;
        setReady(true);
      },
      // Without them the server checks alone.
      () => {},
    );
  }, []);
  return loadedCheck === null || text === '' ? null : loadedCheck(code, text);
}
