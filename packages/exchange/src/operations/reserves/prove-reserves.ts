import type { ReserveProof } from '@quydoi/contract/operations/reserves';
import { readBalanceChecks } from '@quydoi/database/repositories/balance-checks';
import { type Owed, readOrdersOwed, readOwed, readOwnMoney } from '@quydoi/database/repositories/ledger';
import { RESERVE_CODES, RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import { BALANCES, type BalanceCode, COMPARED_CODES } from '@quydoi/domain/ledger/balances';
import { formatDecimal } from '@quydoi/domain/money';
import type { Ctx } from '../../context.ts';
import type { OperatorVerb } from '../operator-verb.ts';

const NOTHING: Omit<Owed, 'unit'> = { balances: 0n, customers: 0, withdrawals: 0n, refunds: 0n, unmatched: 0n };

/** What there is and what is owed of a reserve, in minor units. */
export interface ReserveCover {
  readonly reserve: ReserveCode;
  readonly owed: Omit<Owed, 'unit'> & { readonly orders: bigint };
  readonly providers: readonly {
    readonly code: BalanceCode;
    readonly ledger: bigint;
    readonly told: bigint | null;
    readonly comparedAt: Date | null;
  }[];
  /** What the providers told, or the ledger where they told nothing, less all that is owed. */
  readonly surplus: bigint;
}

/** Compares what we have of each reserve with what we owe customers of it. */
export async function readReserveCover({ orm }: Pick<Ctx, 'orm'>): Promise<ReserveCover[]> {
  const [owed, orders, own, checks] = await Promise.all([readOwed(orm), readOrdersOwed(orm), readOwnMoney(orm), readBalanceChecks(orm)]);
  const ofLedger = (account: string) => own.get(account) ?? 0n;
  return RESERVE_CODES.map((reserve) => {
    const ofReserve = { ...(owed.find(({ unit }) => unit === reserve) ?? NOTHING), orders: orders.get(reserve) ?? 0n };
    const providers = COMPARED_CODES.filter((code) => BALANCES[code].unit === reserve).map((code) => {
      const { kind, account } = BALANCES[code];
      const check = checks.find((one) => one.code === code);
      // Coins for fees lie in the same wallet, and the provider tells one sum.
      const ledger = ofLedger(account) + (kind === 'reserve' ? ofLedger(`held:${reserve}`) + ofLedger(`gas:${reserve}`) : 0n);
      return { code, ledger, told: check?.told ?? null, comparedAt: check?.checkedAt ?? null };
    });
    const { balances, withdrawals, refunds, unmatched } = ofReserve;
    const has = providers.reduce((sum, { told, ledger }) => sum + (told ?? ledger), 0n);
    return { reserve, owed: ofReserve, providers, surplus: has - balances - withdrawals - refunds - unmatched - ofReserve.orders };
  });
}

/** Proof of reserves: see `proveReserves` in the contract. */
export const proveReserves: OperatorVerb<object, { items: ReserveProof[] }> = async (ctx) => {
  return { items: (await readReserveCover(ctx)).map(proofOf) };
};

function proofOf({
  reserve,
  owed: { customers, balances, withdrawals, refunds, unmatched, orders },
  providers,
  surplus,
}: ReserveCover): ReserveProof {
  const text = (amount: bigint) => formatDecimal(amount, RESERVES[reserve].scale);
  return {
    reserve,
    providers: providers.map(({ code, ledger, told, comparedAt }) => ({
      balance: code,
      ledger: text(ledger),
      told: told === null ? null : text(told),
      comparedAt,
    })),
    liabilities: {
      balances: text(balances),
      withdrawals: text(withdrawals),
      refunds: text(refunds),
      unmatched: text(unmatched),
      orders: text(orders),
    },
    customers,
    surplus: text(surplus),
  };
}
