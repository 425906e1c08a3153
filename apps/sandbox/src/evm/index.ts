import { createHash } from 'node:crypto';
import { checkAddress } from '@quydoi/domain/address/check';
import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { CURRENCIES, type ReserveCode } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { type FeeUnit, NETWORKS } from '@quydoi/domain/networks';
import { SANDBOX_GAS, SANDBOX_RESERVES } from '@quydoi/domain/sandbox-balances';
import { minorUnits } from '../amount.ts';
import { defineNetwork, PAYMENT_WAYS, type PaymentDraft, type PaymentWay, type Transfer, type TransferState } from '../network.ts';
import { Problem } from '../problem.ts';
import { type Chain, openChain } from './chain.ts';
import type { CoinTransfer } from './coin-history.ts';
import { BATCH_WALLET, chainFacts, type EvmChainFacts, FINAL_BLOCKS } from './facts.ts';
import { EVM_FAULTS } from './faults.ts';
import { evmOptions } from './options.ts';
import { evmRoutes } from './routes.ts';
import type { ChainTransfer } from './token-transfers.ts';

/** Pays when the request names no address. */
const DEFAULT_CUSTOMER = '0xc0ffee254729296a45a3885639AC7E10F9d54979';
/** Ten million tokens: the opening balance of a customer's address. */
const CUSTOMER_TOKENS = 10_000_000n;
/** Decimals of fee coins on their chains. */
const COIN_DECIMALS = 18;
/** Coins of a customer's address that it may pay with, in minor units: 500. */
const COIN_PAYMENT_MAX = 50_000_000_000n;
/** Wei in a minor unit of a fee coin. */
const WEI_PER_MINOR = 10n ** 10n;

/** Ethereum with the USDT contract and its coin: a real node (anvil), with a chain of its own. */
export const ethereum = evmNetwork(chainFacts('ethereum', 'erc20', 'eth', 1_000_000_000));
/** BNB Smart Chain with the USDT contract: a real node (anvil), with a chain of its own. */
export const bsc = evmNetwork(chainFacts('bsc', 'bep20', null, 0));

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

  function asCoinTransfer({ txid, reference, from, to, amount, at }: CoinTransfer, state: TransferState): Transfer[] {
    const units = amount / WEI_PER_MINOR;
    if (facts.coin === null || units === 0n) return [];
    const [payer, payee] = [toChecksumAddress(from.slice(2)), toChecksumAddress(to.slice(2))];
    return [{ currency: facts.coin, id: txid, reference, from: payer, to: payee, amount: units, fee: 0n, memo: '', key: '', at, state }];
  }

  /** All transfers in blocks, oldest first. */
  async function readMined(chain: Chain, to?: string): Promise<Transfer[]> {
    const coins = (await chain.coinTransfers()).filter((one) => to === undefined || one.to === to);
    const tokens = (await chain.transfers(to)).map((one) => asTransfer(one, 'completed'));
    return [...tokens, ...coins.flatMap((one) => asCoinTransfer(one, 'completed'))].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  }

  return defineNetwork({
    currencies: [currency, ...(facts.coin === null ? [] : [facts.coin])],
    payerApp: { vi: `Ví ${name} thử nghiệm`, en: `Test wallet of ${name}` },
    isAccount: (text) => addressOf(text) !== null,
    // The private key of such an address is unknown.
    customerAccount: (series, n) => toChecksumAddress(createHash('sha256').update(`${code} ${series} ${n}`).digest('hex').slice(0, 40)),
    paymentWays: PAYMENT_WAYS,
    confirmations: FINAL_BLOCKS + 1,
    faults: { [code]: EVM_FAULTS } as { readonly [C in typeof code]: typeof EVM_FAULTS },
    options: evmOptions(code),
    open({ books, faults: allFaults, now }, { wallet, pace, deployment }) {
      const faults = allFaults.of(code, EVM_FAULTS);
      const opening = { tokens: parseDecimal(SANDBOX_RESERVES[reserve], chainDecimals) ?? 0n, coins: openingCoins(coin) };
      const ours = wallet.toLowerCase();
      const chain = openChain(books, faults, {
        facts,
        wallet: ours,
        opening,
        customerTokens: CUSTOMER_TOKENS * unitsPerToken,
        deployment,
        pace,
        now,
      });
      return {
        chain,
        routes: evmRoutes(chain, faults, facts, ours),
        ownAccounts: { payIn: null, payOut: wallet },
        async pay(draft: PaymentDraft) {
          const isCoin = draft.currency === facts.coin;
          const amount = minorUnits(draft.amount, draft.currency, isCoin ? COIN_PAYMENT_MAX : paymentMax);
          const [payer, payee] = [addressOf(draft.from ?? DEFAULT_CUSTOMER), addressOf(draft.to)];
          if (payer === null || payee === null || payer === payee) throw new Problem(422, 'ACCOUNT_INVALID', `no such address on ${name}`);
          if (draft.at) throw new Problem(422, 'TIME_NOT_POSSIBLE', 'a block has the time at which it is made');
          const paid: Transfer[] = [];
          for (let left = draft.times ?? 1; left > 0; left -= 1) {
            if (isCoin) paid.push(...(await payCoinsOnce(payer, payee, amount, draft.way)));
            else {
              const moved = await payOnce(payer, payee, amount, draft.way);
              if (moved) paid.push(asTransfer(moved, 'pending'));
            }
          }
          return paid;
        },
        async receivedBy(account: string) {
          const address = addressOf(account);
          return address === null ? [] : readMined(chain, address);
        },
        async transfers(limit: number) {
          const [waiting, coins, mined] = [await chain.waiting(), await chain.waitingCoins(), await readMined(chain)];
          const pending = [...waiting.map((one) => asTransfer(one, 'pending')), ...coins.flatMap((one) => asCoinTransfer(one, 'pending'))];
          return [...pending, ...mined.toReversed().slice(0, limit)];
        },
        balances: async () =>
          (await chain.holdings()).flatMap(({ address, tokens, coins }) => {
            const account = toChecksumAddress(address.slice(2));
            return [
              { account, unit: reserve, amount: tokens / unitsPerMinor },
              { account, unit: coin, amount: coins / WEI_PER_MINOR },
            ];
          }),
        reorganise: chain.reorganise,
        close: () => chain.close(),
      };

      /** Pays coins; what contracts pay has no reference before its block. */
      async function payCoinsOnce(from: string, to: string, minor: bigint, way: PaymentWay | undefined): Promise<Transfer[]> {
        const wei = minor * WEI_PER_MINOR;
        if (way === 'internal-call') {
          await chain.payCoinsByContract('call', to, wei);
          return [];
        }
        if (way !== undefined) throw new Problem(422, 'WAY_NOT_POSSIBLE', 'only tokens can be forged');
        const txid = await chain.payCoins(from, to, wei);
        if (txid === null) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${from} is short of money`);
        return asCoinTransfer({ txid, reference: `${txid}:coin`, from, to, amount: wei, at: now() }, 'pending');
      }

      /** Pays tokens. @returns the transfer, or null for one of a worthless token */
      async function payOnce(from: string, to: string, minor: bigint, way: PaymentWay | undefined): Promise<ChainTransfer | null> {
        const amount = minor * unitsPerMinor;
        const transfer = (txid: string, payer: string) => ({ txid, position: 0, from: payer, to, amount, at: now() });
        if (way === 'internal-call') return transfer(await chain.payFromBatchWallet([{ to, amount }]), BATCH_WALLET);
        if (way === undefined) {
          const txid = await chain.pay(from, to, amount);
          if (txid === null) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${from} is short of money`);
          return transfer(txid, from);
        }
        const { contract, decimals } = facts.fakes[way];
        await chain.payFake(contract, from, to, (minor * 10n ** BigInt(decimals)) / 10n ** BigInt(scale));
        return null;
      }
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
