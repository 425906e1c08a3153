import { LOAD_FAILURE } from '../page-state.ts';
import { orderKeys } from './order-keys.ts';

/**
 * Reports that a file has not loaded: the page may be reloaded (`recovery-script.ts`), unless the key of an order would be lost with it.
 * @param isWanted whether the customer asked for it
 */
export function reportLoadFailure(isWanted: boolean): void {
  if (orderKeys.isKept()) dispatchEvent(new CustomEvent(LOAD_FAILURE, { detail: isWanted }));
}
