import { createHash } from 'node:crypto';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { SANDBOX_RESERVES } from '@quydoi/domain/sandbox-balances';
import { minorUnits } from '../amount.ts';
import { defineNetwork, type PaymentDraft, type Transfer, type TransferState } from '../network.ts';
import { Problem } from '../problem.ts';
import { addressOf, scriptOf } from './address.ts';
import { FINAL } from './blocks.ts';
import { type Movement, openChain } from './chain.ts';
import { BITCOIN_FAULTS } from './faults.ts';
import { bitcoinOptions } from './options.ts';
import { bitcoinRoutes } from './routes.ts';

/** Pays when the request names no address. */
const DEFAULT_CUSTOMER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const { scale, reserve } = CURRENCIES.btc;
/** Customers' largest payment: less than a block creates. */
const PAYMENT_MAX = 20n * 10n ** BigInt(scale);

/** Bitcoin: a real node (bcoin, regtest) that answers as Bitcoin Core does. */
export const bitcoin = defineNetwork({
  currencies: ['btc'],
  payerApp: { vi: 'Ví Bitcoin thử nghiệm', en: 'Test wallet of Bitcoin' },
  isAccount: (text) => scriptOf(text) !== null,
  // The private key of such an address is unknown.
  customerAccount: (series, n) =>
    addressOf(`0014${createHash('sha256').update(`bitcoin ${series} ${n}`).digest('hex').slice(0, 40)}`) ?? DEFAULT_CUSTOMER,
  confirmations: FINAL,
  faults: { bitcoin: BITCOIN_FAULTS },
  options: bitcoinOptions,
  open({ books, faults: allFaults, now }, { wallet, pace }) {
    const faults = allFaults.of('bitcoin', BITCOIN_FAULTS);
    const walletScript = scriptOf(wallet) ?? '';
    const chain = openChain(books, faults, { wallet: walletScript, opening: parseDecimal(SANDBOX_RESERVES[reserve], scale) ?? 0n, pace, now });
    return {
      chain,
      routes: bitcoinRoutes(books, chain, faults),
      ownAccounts: { payIn: null, payOut: wallet },
      async pay(draft: PaymentDraft) {
        const amount = minorUnits(draft.amount, 'btc', PAYMENT_MAX);
        const payer = draft.from ?? DEFAULT_CUSTOMER;
        const script = scriptOf(draft.to);
        if (script === null || scriptOf(payer) === null) throw new Problem(422, 'ACCOUNT_INVALID', 'no such address of Bitcoin');
        if (draft.at) throw new Problem(422, 'TIME_NOT_POSSIBLE', 'a block has the time at which it is made');
        const paid: Transfer[] = [];
        for (let left = draft.times ?? 1; left > 0; left -= 1) {
          const txid = await chain.pay(script, amount, payer);
          paid.push(
            ...asTransfers(
              (await chain.waiting()).filter((one) => one.txid === txid),
              'pending',
            ),
          );
        }
        return paid;
      },
      async receivedBy(account: string) {
        const script = scriptOf(account);
        return script === null
          ? []
          : asTransfers(
              (await chain.movements()).filter((one) => one.script === script),
              'completed',
            );
      },
      async transfers(limit: number) {
        const [waiting, mined] = [await chain.waiting(), await chain.movements()];
        // What a transfer of ours returns to us is none.
        const isChange = (one: Movement) => one.payer === null && one.script === walletScript;
        const newest = mined.filter((one) => !isChange(one)).toReversed();
        return [
          ...asTransfers(
            waiting.filter((one) => !isChange(one)),
            'pending',
          ),
          ...asTransfers(newest.slice(0, limit), 'completed'),
        ];
      },
      balances: async () =>
        [...(await chain.holdings())].flatMap(([script, amount]) => {
          const account = addressOf(script);
          return account === null ? [] : [{ account, unit: reserve, amount }];
        }),
      reorganise: chain.reorganise,
      close: () => chain.close(),
    };

    function asTransfers(moved: readonly Movement[], state: TransferState): Transfer[] {
      return moved.map(({ txid, vout, script, amount, payer, at }) => ({
        currency: 'btc',
        id: txid,
        reference: `${txid}:${vout}`,
        from: payer ?? wallet,
        to: addressOf(script) ?? '',
        amount,
        fee: 0n,
        memo: '',
        key: '',
        at,
        state,
      }));
    }
  },
});
