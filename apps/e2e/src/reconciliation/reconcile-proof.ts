import type { ReserveProof } from '@quydoi/contract/operations/reserves';
import { RESERVES } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import type { Difference } from './difference.ts';
import type { ExchangeBooks } from './exchange-books.ts';

interface LedgerCheck {
  readonly sums: readonly { readonly unit: string; readonly sum: string }[];
  readonly drift: readonly { readonly account: string; readonly balance: string; readonly entries: string }[];
  readonly broken: readonly { readonly stream: string; readonly n: number }[];
}

/** Has the operators' own commands check the ledger and prove the reserves: all of customers' balances are owed, and covered. */
export async function reconcileProof(exchange: ExchangeUnderTest, { customerBalances }: ExchangeBooks): Promise<Difference[]> {
  const { items } = (await exchange.operate('proveReserves', {})) as { readonly items: readonly ReserveProof[] };
  const { sums, drift, broken } = (await exchange.operate('checkLedger', {})) as LedgerCheck;
  return [
    ...items.flatMap((proof) => checkProof(proof, customerBalances)),
    ...sums.filter(({ sum }) => sum !== '0').map(({ unit, sum }): Difference => ({ kind: 'ledger', detail: `${unit} sums to ${sum}` })),
    ...drift.map((one): Difference => ({ kind: 'ledger', detail: `drift: ${JSON.stringify(one)}` })),
    ...broken.map((one): Difference => ({ kind: 'ledger', detail: `broken seal: ${JSON.stringify(one)}` })),
  ];
}

function checkProof({ reserve, liabilities, surplus }: ReserveProof, balances: ExchangeBooks['customerBalances']): Difference[] {
  const owed = balances.filter(({ unit }) => unit === reserve).reduce((sum, { balance }) => sum + balance, 0n);
  const { scale } = RESERVES[reserve as keyof typeof RESERVES];
  return [
    ...(parseDecimal(liabilities.balances, scale) === owed
      ? []
      : [
          {
            kind: 'customer-balance',
            detail: `the proof of ${reserve} tells ${liabilities.balances} of balances, and customers have ${owed}`,
          } as const,
        ]),
    ...(surplus.startsWith('-')
      ? [{ kind: 'customer-balance', detail: `${reserve} lacks ${surplus.slice(1)} of what customers are owed` } as const]
      : []),
  ];
}
