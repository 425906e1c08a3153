import type { NetworkCode } from '@quydoi/domain/networks';
import type { SandboxBooks } from '../system/sandbox-client.ts';
import type { ExchangeBooks } from './exchange-books.ts';

/** Money that reached somebody from an account of ours and stayed there. Amount in minor units. */
export interface OutgoingTransfer {
  readonly rail: NetworkCode;
  readonly payee: string;
  readonly amount: bigint;
  /** The provider's own id of it. */
  readonly id: string;
  /** What the provider took from us beside, out of the same wallet. */
  readonly fee: bigint;
}

/** Money that reached an account of ours from a customer. Account, reference and amount are its identity, as in the journal. */
export interface IncomingTransfer {
  readonly rail: NetworkCode;
  readonly account: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly memo: string;
}

/** Everything that we have sent to anybody, on all rails. */
export function outgoingTransfers({ payOs, perfectMoney, tron, ours }: SandboxBooks, depositAddresses: readonly string[]): OutgoingTransfer[] {
  const ourAddresses = new Set([ours.tron.account, ...depositAddresses]);
  return [
    ...payOs
      .filter(({ state }) => state === 'SUCCEEDED')
      .map(({ key, account, amount }): OutgoingTransfer => ({ rail: 'bank', payee: account, amount: BigInt(amount), id: key, fee: 0n })),
    ...perfectMoney
      .filter(({ payer }) => payer === ours.perfectMoney.account)
      .map(({ payee, amount, batch, fee }): OutgoingTransfer => ({ rail: 'perfect-money', payee, amount, id: String(batch), fee })),
    ...tron
      .filter(({ from, to }) => ourAddresses.has(from) && !ourAddresses.has(to))
      .map(({ to, amount, txid }): OutgoingTransfer => ({ rail: 'tron', payee: to, amount, id: txid, fee: 0n })),
  ];
}

/** Everything that customers have sent to us, on all rails. */
export function incomingTransfers(
  { bank, perfectMoney, tron, ours }: SandboxBooks,
  { depositAddresses }: Pick<ExchangeBooks, 'depositAddresses'>,
): IncomingTransfer[] {
  const leased = new Set(depositAddresses);
  return [
    ...bank
      .filter(({ payee }) => payee === ours.collection.account)
      .map(({ payee, reference, amount, memo }): IncomingTransfer => ({ rail: 'bank', account: payee, reference, amount: BigInt(amount), memo })),
    ...perfectMoney
      .filter(({ payee }) => payee === ours.perfectMoney.account)
      .map(({ payee, batch, amount, memo }): IncomingTransfer => ({ rail: 'perfect-money', account: payee, reference: String(batch), amount, memo })),
    ...tron
      .filter(({ from, to }) => leased.has(to) && from !== ours.tron.account)
      .map(({ to, txid, logIndex, amount }): IncomingTransfer => ({ rail: 'tron', account: to, reference: `${txid}:${logIndex}`, amount, memo: '' })),
  ];
}
