import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import type { Difference, Evidence } from './difference.ts';
import type { BookedBalance, BookedWithdrawal, ExchangeBooks } from './exchange-books.ts';
import { incomingTransfers } from './transfers.ts';

/** Compares customers' balances with their statements, what was deposited, and what withdrawals took. */
export function reconcileWallets({ sandbox, books }: Evidence): Difference[] {
  const deposits = incomingTransfers(sandbox, books).flatMap(({ memo, amount }) =>
    depositorsInMemo(memo).map((customerId) => ({ customerId, amount })),
  );
  return [
    ...books.customerBalances.flatMap(checkStatement),
    ...[...Map.groupBy(deposits, ({ customerId }) => customerId)].flatMap(([customerId, of]) =>
      checkDeposits(
        customerId,
        of.map(({ amount }) => amount),
        books,
      ),
    ),
    ...books.withdrawals.flatMap(checkWithdrawal),
  ];
}

/** Each line continues the one before it, none overdraws the balance, and the last one is what the ledger says. */
function checkStatement({ customerId, unit, balance, lines }: BookedBalance): Difference[] {
  const differ = (detail: string): Difference => ({ kind: 'customer-balance', detail: `${unit} of ${customerId}: ${detail}` });
  const wrong = lines.filter((line, at) => {
    const before = lines[at - 1]?.balance ?? 0n;
    return line.n !== at + 1 || line.balance !== before + line.amount || line.balance < 0n;
  });
  const last = lines.at(-1)?.balance ?? 0n;
  return [
    ...wrong.map(({ n, amount, balance: after }) => differ(`line ${n} of ${amount} leaves ${after}`)),
    ...(last === balance ? [] : [differ(`the statement ends with ${last}, the ledger with ${balance}`)]),
  ];
}

/** What customers transferred with the memo of a deposit was credited once, or waits for operators. @param made amounts of one customer's transfers */
function checkDeposits(customerId: string, made: readonly bigint[], { customerBalances, payments }: ExchangeBooks): Difference[] {
  const lines = customerBalances.filter((one) => one.customerId === customerId).flatMap((one) => one.lines);
  const credited = sum(lines.filter(({ kind }) => kind === 'deposit').map(({ amount }) => amount));
  const journalled = sum(payments.filter((payment) => payment.customerId === customerId).map(({ amount }) => amount));
  const transferred = sum(made);
  return credited === transferred && journalled === transferred
    ? []
    : [
        {
          kind: 'customer-balance',
          detail: `${customerId} deposited ${transferred}, of which ${journalled} are journalled and ${credited} credited`,
        },
      ];
}

/** A withdrawal that was not taken, or was given back, has taken nothing; any other all of its amount. */
function checkWithdrawal({ ref, state, amount, taken }: BookedWithdrawal): Difference[] {
  const expected = state === 'requested' || state === 'refused' || state === 'failed' ? 0n : amount;
  return taken === expected ? [] : [{ kind: 'withdrawal-balance', detail: `${ref} is ${state} and took ${taken} of ${amount}` }];
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
