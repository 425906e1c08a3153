import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@quydoi/contract/caller';
import type { DestinationView, destinationProcedures } from '@quydoi/contract/destinations';
import { AppError } from '@quydoi/contract/errors';
import type { PortsOf } from '@quydoi/contract/procedure';
import { isCurrencyCode } from '@quydoi/domain/currencies';
import { refuseWrong } from './mock-security.ts';

const CALL_MS = 300;
const AT = new Date(0);

/** Destinations of customers of the mock, who each begin with an account and a wallet. */
export function mockDestinations(): PortsOf<{ destinations: typeof destinationProcedures }>['destinations'] {
  const lists = new Map<string, readonly DestinationView[]>();
  const idOf = ({ principal }: Caller) => (principal.kind === 'customer' ? principal.customerId : '');
  const listOf = (caller: Caller) => lists.get(idOf(caller)) ?? FIRST;
  const change = (caller: Caller, items: readonly DestinationView[]) => {
    lists.set(idOf(caller), items);
    return { items: [...items] };
  };
  return {
    list: async (caller) => ({ items: [...listOf(caller)] }),
    save: async (caller, { currency, bank = null, account, password }) => {
      await sleep(CALL_MS);
      if (!isCurrencyCode(currency)) throw new AppError('CURRENCY_NOT_SUPPORTED', { code: currency });
      if (account.length < 8)
        throw bank === null ? new AppError('WALLET_ADDRESS_INVALID', { currency }) : new AppError('BANK_ACCOUNT_INVALID', { bank });
      refuseWrong(password);
      return change(caller, [{ currency, bank, account, savedAt: new Date() }, ...listOf(caller)]);
    },
    remove: async (caller, removed) => {
      await sleep(CALL_MS);
      return change(
        caller,
        listOf(caller).filter(({ account }) => account !== removed.account),
      );
    },
  };
}

const FIRST: readonly DestinationView[] = [
  { currency: 'vnd', bank: 'vcb', account: '0011001234567', savedAt: AT },
  { currency: 'trc20', bank: null, account: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', savedAt: AT },
];
