import { USDT } from './address.ts';
import type { Block, StoredTransaction, TronBook } from './book.ts';
import { refuses, type Sender, sharesOf, UPGRADED } from './token.ts';
import type { Move } from './transaction.ts';

/** Sun for one unit of energy, and for one byte. */
export const ENERGY_SUN = 100;
export const BYTE_SUN = 1_000;
/** Energy of a USDT transfer, to an address with and without a USDT balance. */
const ENERGY = { holder: 64_285, newHolder: 130_285, revert: 7_000 } as const;
/** Size of a USDT and of a TRX transfer. */
const BYTES = { TriggerSmartContract: 345, TransferContract: 268 } as const;
/** Fee for activating an address, paid by the sender. */
const NEW_ACCOUNT_SUN = 1_000_000;
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Whether the contract refuses a transfer now: by its switches, or because the sender has too little. */
export function isRefused(book: TronBook, { from, amount }: Move, sender: Sender): boolean {
  return refuses(book.switches(), sender) || (book.account(from)?.usdt ?? 0) < amount;
}

/** Energy that a transfer takes now. */
export function energyOf(book: TronBook, move: Move, sender: Sender): number {
  if (isRefused(book, move, sender)) return ENERGY.revert;
  const { to } = move;
  return (book.account(to)?.usdt ?? 0) > 0 ? ENERGY.holder : ENERGY.newHolder;
}

/** Free bandwidth of an address that is on the chain, in bytes a day. */
export const FREE_NET_BYTES = 600;

/** Bandwidth fee of a transaction, in sun: nothing while the free bandwidth of its sender covers all of it. */
export function bandwidthSun(book: TronBook, { sent }: Pick<StoredTransaction, 'sent'>, atMs: number): number {
  const { type, parameter } = sent.raw_data.contract[0];
  const isFree = FREE_NET_BYTES - book.freeNetUsed(parameter.value.owner_address.toLowerCase(), atMs) >= BYTES[type];
  return isFree ? 0 : BYTES[type] * BYTE_SUN;
}

/** Charges the bandwidth of a transaction: from the free bandwidth of its sender, else as a fee. @returns the fee in sun */
function chargeBandwidth(book: TronBook, { sent }: StoredTransaction, atMs: number): number {
  const fee = bandwidthSun(book, { sent }, atMs);
  const { type, parameter } = sent.raw_data.contract[0];
  if (fee === 0) book.useFreeNet(parameter.value.owner_address.toLowerCase(), BYTES[type], atMs);
  return fee;
}

/** Circumstances of a transaction. */
interface Circumstances {
  readonly sender: Sender;
  /** Multiplies the energy that the transaction takes. */
  readonly energyFactor: number;
}

/** Executes a transaction in a block: moves balances, burns the fee, stores the result. */
export function execute(book: TronBook, block: Block, transaction: StoredTransaction, circumstances: Circumstances): void {
  const contract = transaction.sent.raw_data.contract[0];
  if (contract.type === 'TriggerSmartContract') call(book, block, transaction, circumstances);
  else transfer(book, block, transaction, contract.parameter.value);
}

type TransferValue = { readonly owner_address: string; readonly to_address: string; readonly amount: number };

function transfer(book: TronBook, block: Block, transaction: StoredTransaction, value: TransferValue): void {
  const [owner, to, amount] = [value.owner_address.toLowerCase(), value.to_address.toLowerCase(), value.amount];
  const activation = (book.account(to)?.sun ?? 0) > 0 ? 0 : NEW_ACCOUNT_SUN;
  if ((book.account(owner)?.sun ?? 0) < amount + activation + bandwidthSun(book, transaction, block.atMs)) {
    book.drop(transaction.txid);
    return;
  }
  const fee = activation + chargeBandwidth(book, transaction, block.atMs);
  add(book, owner, { sun: -amount - fee, usdt: 0 });
  add(book, to, { sun: amount, usdt: 0 });
  book.include(transaction.txid, block.number, { ...common(block, transaction, fee), receipt: { net_fee: fee } });
}

function call(book: TronBook, block: Block, transaction: StoredTransaction, { sender, energyFactor }: Circumstances): void {
  const { txid, moves, sent } = transaction;
  const owner = sent.raw_data.contract[0].parameter.value.owner_address.toLowerCase();
  const sun = book.account(owner)?.sun ?? 0;
  if (sun < bandwidthSun(book, transaction, block.atMs)) {
    book.drop(txid);
    return;
  }
  const netFee = chargeBandwidth(book, transaction, block.atMs);
  const wanted = moves.reduce((sum, move) => sum + energyOf(book, move, sender), 0) * energyFactor;
  const paid = Math.floor(Math.min(sent.raw_data.fee_limit, sun - netFee) / ENERGY_SUN);
  const amount = moves.reduce((sum, move) => sum + move.amount, 0);
  const isReverted = moves.some((move) => isRefused(book, { ...move, amount }, sender));
  const result = wanted > paid ? 'OUT_OF_ENERGY' : isReverted ? 'REVERT' : 'SUCCESS';
  const energy = result === 'OUT_OF_ENERGY' ? paid : wanted;
  const fee = energy * ENERGY_SUN + netFee;
  add(book, owner, { sun: -fee, usdt: 0 });
  const on = book.switches();
  const shares = result === 'SUCCESS' ? moves.flatMap((move) => sharesOf(on, move)) : [];
  const contract = on.has('token-deprecated') ? UPGRADED : USDT;
  const logs = shares.map((move, index) => moved(book, block, { txid, logIndex: index, contract }, move));
  book.include(txid, block.number, {
    ...common(block, transaction, fee),
    contractResult: [''],
    contract_address: USDT,
    receipt: { energy_fee: energy * ENERGY_SUN, energy_usage_total: energy, net_fee: netFee, result },
    ...(logs.length > 0 ? { log: logs } : { result: 'FAILED', resMessage: Buffer.from(result).toString('hex') }),
  });
}

/** Includes a transaction in a block without executing it, for a block that will be dropped. */
export function pretend(book: TronBook, block: Block, transaction: StoredTransaction): void {
  book.include(transaction.txid, block.number, {
    ...common(block, transaction, 0),
    contractResult: [''],
    contract_address: USDT,
    receipt: { net_fee: 0, result: 'SUCCESS' },
    log: transaction.moves.map((move) => logOf(move, USDT)),
  });
}

function moved(
  book: TronBook,
  block: Block,
  { txid, logIndex, contract }: { readonly txid: string; readonly logIndex: number; readonly contract: string },
  move: Move,
): object {
  add(book, move.from, { sun: 0, usdt: -move.amount });
  add(book, move.to, { sun: 0, usdt: move.amount });
  if (move.amount > 0) book.addTransfer({ ...move, txid, logIndex, block: block.number, at: new Date(block.atMs) });
  return logOf(move, contract);
}

function logOf(move: Move, contract: string): object {
  const word = (hex: string) => hex.padStart(64, '0');
  return {
    address: contract.slice(2),
    topics: [TRANSFER_TOPIC, word(move.from.slice(2)), word(move.to.slice(2))],
    data: word(move.amount.toString(16)),
  };
}

function common(block: Block, { txid }: StoredTransaction, fee: number): object {
  return { id: txid, fee, blockNumber: block.number, blockTimeStamp: block.atMs };
}

function add(book: TronBook, address: string, { sun, usdt }: { sun: number; usdt: number }): void {
  const account = book.account(address) ?? { sun: 0, usdt: 0 };
  book.setAccount(address, { sun: account.sun + sun, usdt: account.usdt + usdt });
}
