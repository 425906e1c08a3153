import type { AddressCheck } from '@quydoi/domain/address/outcome';
import type { TradedCode } from '@quydoi/domain/currencies';
import { useEffect, useState } from 'react';

type Check = (code: TradedCode, text: string) => AddressCheck;

let loadedCheck: Check | null = null;

/** Validates an address while typing; null if empty, or until the validation code (hashes, alphabets) has loaded. */
export function useAddressCheck(code: TradedCode, text: string): AddressCheck | null {
  const [, setReady] = useState(false);
  useEffect(() => {
    if (loadedCheck) return;
    import('@quydoi/domain/address/check').then(
      ({ checkDestination }) => {
        loadedCheck = checkDestination;
        setReady(true);
      },
      // On failure only the server validates.
      () => {},
    );
  }, []);
  return loadedCheck === null || text === '' ? null : loadedCheck(code, text);
}
