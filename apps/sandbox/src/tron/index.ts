import { createHash } from 'node:crypto';
import { minorUnits } from '../amount.ts';
import { defineNetwork, type PaymentDraft, type Transfer, type TransferState } from '../network.ts';
import { Problem } from '../problem.ts';
import { base58Of, hexOf } from './address.ts';
import type { TokenTransfer } from './book.ts';
import { openChain } from './chain.ts';
import { TRON_FAULTS } from './faults.ts';
import { tronOptions } from './options.ts';
import { tronRoutes } from './routes.ts';

const CURRENCY = 'trc20';
/** Pays when the request names no address. */
const DEFAULT_CUSTOMER = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
/** Ten million USDT: the opening balance of a customer's address. */
const PAYMENT_MAX = 10_000_000_000_000n;

/** TRON with the USDT contract: a node's HTTP interface over a simulated chain. */
export const tron = defineNetwork({
  currencies: [CURRENCY],
  payerApp: { vi: 'Ví TRON mô phỏng', en: 'Simulated TRON wallet' },
  note: { vi: 'Mạng TRON cũng được mô phỏng: không có nút thật.', en: 'The TRON network is simulated too: there is no real node.' },
  isAccount: (text) => hexOf(text) !== null,
  // The private key of such an address is unknown.
  customerAccount: (series, n) => base58Of(`41${createHash('sha256').update(`${series} ${n}`).digest('hex').slice(0, 40)}`),
  faults: { tron: TRON_FAULTS },
  options: tronOptions,
  open({ books, faults: allFaults, now }, { wallet, pace }) {
    const faults = allFaults.of('tron', TRON_FAULTS);
    const chain = openChain(books, faults, { wallet, pace, now });
    return {
      chain,
      routes: tronRoutes(chain, faults, hexOf(wallet)),
      ownAccounts: { payIn: null, payOut: wallet },
      // Each payment is a transaction that waits for the next block.
      pay(draft: PaymentDraft) {
        const amount = Number(minorUnits(draft.amount, CURRENCY, PAYMENT_MAX));
        const [payer, payee] = [hexOf(draft.from ?? DEFAULT_CUSTOMER), hexOf(draft.to)];
        if (payer === null || payee === null || payer === payee) throw new Problem(422, 'ACCOUNT_INVALID', 'no such address on TRON');
        if (draft.at) throw new Problem(422, 'TIME_NOT_POSSIBLE', 'a block has the time at which it is made');
        chain.advance();
        return Array.from({ length: draft.times ?? 1 }, () => {
          const paid = chain.pay(payer, [{ to: payee, amount }]);
          if (!paid) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${draft.from} is short of money`);
          return asTransfer({ ...paid, logIndex: 0, from: payer, to: payee, amount }, 'pending');
        });
      },
      receivedBy: (account: string) => chain.receivedBy(account).map((transfer) => asTransfer(transfer, 'completed')),
      transfers: (limit: number) => [
        ...chain.waitingPayments().map((transfer) => asTransfer(transfer, 'pending')),
        ...chain.newestTransfers(limit).map((transfer) => asTransfer(transfer, 'completed')),
      ],
      balances: () =>
        chain.book.accounts().flatMap(({ address, sun, usdt }) => [
          { account: base58Of(address), unit: 'usdt-tron', amount: BigInt(usdt) },
          { account: base58Of(address), unit: 'trx', amount: BigInt(sun) },
        ]),
      close: async () => {},
    };
  },
});

function asTransfer({ txid, logIndex, from, to, amount, at }: Omit<TokenTransfer, 'block'>, state: TransferState): Transfer {
  return {
    currency: CURRENCY,
    id: txid,
    reference: `${txid}:${logIndex}`,
    from: base58Of(from),
    to: base58Of(to),
    amount: BigInt(amount),
    fee: 0n,
    memo: '',
    key: '',
    at,
    state,
  };
}
