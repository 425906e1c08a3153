import { createHash } from 'node:crypto';
import { checkAddress } from '@quydoi/domain/address/check';
import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { CURRENCIES, type ReserveCode } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { type FeeUnit, NETWORKS } from '@quydoi/domain/networks';
import { SANDBOX_GAS, SANDBOX_RESERVES } from '@quydoi/domain/sandbox-balances';
import { minorUnits } from '../amount.ts';
import { defineNetwork, type PaymentDraft, type Transfer, type TransferState } from '../network.ts';
import { Problem } from '../problem.ts';
import { type ChainTransfer, openChain } from './chain.ts';
import { chainFacts, type EvmChainFacts } from './facts.ts';
import { EVM_FAULTS } from './faults.ts';
import { evmOptions } from './options.ts';
import { evmRoutes } from './routes.ts';

/** Pays when the request names no address. */
const DEFAULT_CUSTOMER = '0xc0ffee254729296a45a3885639AC7E10F9d54979';
/** Ten million tokens: the opening balance of a customer's address. */
const CUSTOMER_TOKENS = 10_000_000n;
/** Decimals of fee coins on their chains. */
const COIN_DECIMALS = 18;
/** Wei in a minor unit of a fee coin. */
const WEI_PER_MINOR = 10n ** 10n;

/** Ethereum with the USDT contract: a real node (anvil), with a chain of its own. */
export const ethereum = evmNetwork(chainFacts('ethereum', 'erc20', 1_000_000_000));
/** BNB Smart Chain with the USDT contract: a real node (anvil), with a chain of its own. */
export const bsc = evmNetwork(chainFacts('bsc', 'bep20', 0));

function evmNetwork(facts: EvmChainFacts) {
  const { code, currency } = facts;
  const { chainDecimals, scale, reserve } = CURRENCIES[currency];
  const { name, feeCoin } = NETWORKS[code];
  const coin = feeCoin?.unit as FeeUnit;
  const [unitsPerMinor, unitsPerToken] = [10n ** BigInt(chainDecimals - scale), 10n ** BigInt(chainDecimals)];
  const paymentMax = CUSTOMER_TOKENS * 10n ** BigInt(scale);

  function asTransfer({ txid, position, from, to, amount, at }: ChainTransfer, state: TransferState): Transfer {
    return {
      currency,
      id: txid,
      reference: `${txid}:${position}`,
      from: toChecksumAddress(from.slice(2)),
      to: toChecksumAddress(to.slice(2)),
      amount: amount / unitsPerMinor,
      fee: 0n,
      memo: '',
      key: '',
      at,
      state,
    };
  }

  return defineNetwork({
    currencies: [currency],
    payerApp: { vi: `Ví ${name} thử nghiệm`, en: `Test wallet of ${name}` },
    isAccount: (text) => addressOf(text) !== null,
    // The private key of such an address is unknown.
    customerAccount: (series, n) => toChecksumAddress(createHash('sha256').update(`${code} ${series} ${n}`).digest('hex').slice(0, 40)),
    faults: { [code]: EVM_FAULTS } as { readonly [C in typeof code]: typeof EVM_FAULTS },
    options: evmOptions(code),
    open({ books, faults: allFaults, now }, { wallet, pace }) {
      const faults = allFaults.of(code, EVM_FAULTS);
      const opening = { tokens: parseDecimal(SANDBOX_RESERVES[reserve], chainDecimals) ?? 0n, coins: openingCoins(coin) };
      const ours = wallet.toLowerCase();
      const chain = openChain(books, faults, { facts, wallet: ours, opening, customerTokens: CUSTOMER_TOKENS * unitsPerToken, pace, now });
      return {
        chain,
        routes: evmRoutes(chain, faults, facts, ours),
        ownAccounts: { payIn: null, payOut: wallet },
        async pay(draft: PaymentDraft) {
          const amount = minorUnits(draft.amount, currency, paymentMax);
          const [payer, payee] = [addressOf(draft.from ?? DEFAULT_CUSTOMER), addressOf(draft.to)];
          if (payer === null || payee === null || payer === payee) throw new Problem(422, 'ACCOUNT_INVALID', `no such address on ${name}`);
          if (draft.at) throw new Problem(422, 'TIME_NOT_POSSIBLE', 'a block has the time at which it is made');
          const paid: Transfer[] = [];
          for (let left = draft.times ?? 1; left > 0; left -= 1) {
            const txid = await chain.pay(payer, payee, amount * unitsPerMinor);
            if (txid === null) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${draft.from} is short of money`);
            const moved = { txid, position: 0, from: payer, to: payee, amount: amount * unitsPerMinor, at: now() };
            paid.push(asTransfer(moved, 'pending'));
          }
          return paid;
        },
        async receivedBy(account: string) {
          const address = addressOf(account);
          return address === null ? [] : (await chain.transfers(address)).map((transfer) => asTransfer(transfer, 'completed'));
        },
        async transfers(limit: number) {
          const [waiting, mined] = [await chain.waiting(), await chain.transfers()];
          const newest = mined.toReversed().slice(0, limit);
          return [...waiting.map((one) => asTransfer(one, 'pending')), ...newest.map((one) => asTransfer(one, 'completed'))];
        },
        balances: async () =>
          (await chain.holdings()).flatMap(({ address, tokens, coins }) => {
            const account = toChecksumAddress(address.slice(2));
            return [
              { account, unit: reserve, amount: tokens / unitsPerMinor },
              { account, unit: coin, amount: coins / WEI_PER_MINOR },
            ];
          }),
        close: () => chain.close(),
      };
    },
  });

  /** An address in lower case; null if it is none. */
  function addressOf(text: string): string | null {
    const checked = checkAddress(code, text);
    return 'address' in checked ? checked.address.toLowerCase() : null;
  }
}

/** Opening balance of our hot wallet in a fee coin, in wei. A coin that is a reserve as well lies in the same wallet. */
function openingCoins(unit: FeeUnit): bigint {
  const texts = [SANDBOX_GAS[unit], ...(Object.hasOwn(SANDBOX_RESERVES, unit) ? [SANDBOX_RESERVES[unit as ReserveCode]] : [])];
  return texts.reduce((sum, text) => sum + (parseDecimal(text, COIN_DECIMALS) ?? 0n), 0n);
}
