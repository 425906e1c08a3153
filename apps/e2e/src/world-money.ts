import type { NetworkCode } from '@quydoi/domain/networks';
import type { ExchangeBooks } from './exchange-books.ts';
import type { WorldBooks } from './sandbox.ts';

/** Money that reached somebody from an account of ours and stayed there. Amount in minor units. */
export interface Arrival {
  readonly rail: NetworkCode;
  readonly payee: string;
  readonly amount: bigint;
  /** The provider's own id of it. */
  readonly id: string;
  /** What the provider took from us beside, out of the same wallet. */
  readonly fee: bigint;
}

/** Money that reached an account of ours from a customer. Account, reference and amount are its identity, as in the journal. */
export interface Deposit {
  readonly rail: NetworkCode;
  readonly account: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly memo: string;
}

/** Everything that we have sent to anybody, on all rails. */
export function arrivalsOf({ payOs, perfectMoney, tron, ours }: WorldBooks, depositAddresses: readonly string[]): Arrival[] {
  const gathered = new Set([ours.tron.account, ...depositAddresses]);
  return [
    ...payOs
      .filter(({ state }) => state === 'SUCCEEDED')
      .map(({ key, account, amount }): Arrival => ({ rail: 'bank', payee: account, amount: BigInt(amount), id: key, fee: 0n })),
    ...perfectMoney
      .filter(({ payer }) => payer === ours.perfectMoney.account)
      .map(({ payee, amount, batch, fee }): Arrival => ({ rail: 'perfect-money', payee, amount, id: String(batch), fee })),
    ...tron
      .filter(({ from, to }) => gathered.has(from) && !gathered.has(to))
      .map(({ to, amount, txid }): Arrival => ({ rail: 'tron', payee: to, amount, id: txid, fee: 0n })),
  ];
}

/** Everything that customers have sent to us, on all rails. */
export function depositsOf({ bank, perfectMoney, tron, ours }: WorldBooks, { depositAddresses }: Pick<ExchangeBooks, 'depositAddresses'>): Deposit[] {
  const leased = new Set(depositAddresses);
  return [
    ...bank
      .filter(({ payee }) => payee === ours.collection.account)
      .map(({ payee, reference, amount, memo }): Deposit => ({ rail: 'bank', account: payee, reference, amount: BigInt(amount), memo })),
    ...perfectMoney
      .filter(({ payee }) => payee === ours.perfectMoney.account)
      .map(({ payee, batch, amount, memo }): Deposit => ({ rail: 'perfect-money', account: payee, reference: String(batch), amount, memo })),
    ...tron
      .filter(({ from, to }) => leased.has(to) && from !== ours.tron.account)
      .map(({ to, txid, logIndex, amount }): Deposit => ({ rail: 'tron', account: to, reference: `${txid}:${logIndex}`, amount, memo: '' })),
  ];
}
