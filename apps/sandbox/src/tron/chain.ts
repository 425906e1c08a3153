import { createHash } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Books } from '../books.ts';
import type { ProviderFaults } from '../faults.ts';
import { hexOf, signerOf, USDT } from './address.ts';
import { type Block, openTronBook, type TokenTransfer, type TronBook } from './book.ts';
import { bandwidthSun, execute, pretend } from './execute.ts';
import type { TronFault } from './faults.ts';
import type { TronPace } from './options.ts';
import { type Sender, TOKEN_SWITCHES } from './token.ts';
import { dataOf, idOf, type Move, moveOf, type RawData, type SentTransaction } from './transaction.ts';

const FIRST_BLOCK = 70_000_000;
/** Opening balance of the exchange's hot wallet: 50 000 USDT, 50 000 TRX. */
const OUR_OPENING = { usdt: 50_000_000_000, sun: 50_000_000_000 } as const;
/** Opening balance of a customer's address. */
const CUSTOMER_OPENING = { usdt: 10_000_000_000_000, sun: 1_000_000_000_000 } as const;
const CUSTOMER_VALIDITY_MS = 3_600_000;
const CUSTOMER_FEE_LIMIT_SUN = 1_000_000_000;
const EXPIRATION_MS_MAX = 86_400_000;
/** How long a node remembers a transaction id, whatever became of the transaction. */
const ID_CACHE_MS = 3_600_000;
/** Delay of `delay-solidity` and `include-late`. */
const DELAY_BLOCKS = 10;
/** Energy factor of `out-of-energy`. */
const SCARCE_FACTOR = 3;

/** Response of a node to a broadcast. `OK` guarantees nothing: the transaction may still be lost. */
export type Verdict =
  | 'OK'
  | 'SERVER_BUSY'
  | 'NO_CONNECTION'
  | 'NOT_ENOUGH_EFFECTIVE_CONNECTION'
  | 'BLOCK_UNSOLIDIFIED'
  | 'DUP_TRANSACTION_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'TAPOS_ERROR'
  | 'SIGERROR'
  | 'BANDWITH_ERROR'
  | 'CONTRACT_VALIDATE_ERROR';

/** Faults by which a node takes no transaction, and does not remember its id. */
const NOT_TAKEN = [
  ['server-busy', 'SERVER_BUSY'],
  ['not-connected', 'NO_CONNECTION'],
  ['few-connections', 'NOT_ENOUGH_EFFECTIVE_CONNECTION'],
  ['blocks-unsolidified', 'BLOCK_UNSOLIDIFIED'],
] as const satisfies readonly (readonly [TronFault, Verdict])[];

/** The chain as one node sees it. */
export interface Chain {
  readonly book: TronBook;
  /** Produces the blocks that are due. */
  advance(): void;
  head(): Block;
  solid(): Block;
  receive(sent: SentTransaction): { readonly txid: string; readonly verdict: Verdict };
  /** Pays from a customer's wallet, in one transaction. @returns its id and time, or null if the balance is too small */
  pay(from: string, moves: readonly Omit<Move, 'from'>[]): { readonly txid: string; readonly at: Date } | null;
  /** USDT that arrived at a base58 address, oldest first. */
  receivedBy(address: string): TokenTransfer[];
  /** Customers' transfers that wait for their block, newest first. */
  waitingPayments(): TokenTransfer[];
  /** Transfers in blocks, newest first. */
  newestTransfers(limit: number): TokenTransfer[];
}

/** Settings of the chain. */
export interface ChainSettings {
  /** The exchange's hot wallet, base58; receives its opening balance once. */
  readonly wallet: string;
  readonly pace: TronPace;
  readonly now: () => Date;
}

/** Opens the chain; the first time it produces enough blocks to have an irreversible one. */
export function openChain(books: Books, faults: ProviderFaults<TronFault>, settings: ChainSettings): Chain {
  const { pace, now } = settings;
  const book = openTronBook(books);
  const idCache = new Map<string, number>();
  const nowMs = () => now().getTime();
  books.write(() => begin(book, settings));

  const head = (): Block => book.head() ?? fail('the chain has no block');
  const makeBlock = (atMs: number) => {
    const parent = head();
    const block = blockAfter(parent, atMs);
    book.addBlock(block);
    book.setSwitches(new Set(TOKEN_SWITCHES.filter((kind) => faults.take(kind))));
    for (const transaction of book.waiting()) {
      // Expiration is checked against the parent's time: a block may include what expired after that.
      if (transaction.sent.raw_data.expiration <= parent.atMs) book.drop(transaction.txid);
      else if (book.isGhost(transaction.txid)) pretend(book, block, transaction);
      else if (transaction.notBefore <= block.number) {
        const sender = senderOf(transaction.sent, settings);
        const isScarce = sender === 'wallet' && isCall(transaction.sent) && faults.take('out-of-energy');
        execute(book, block, transaction, { sender, energyFactor: isScarce ? SCARCE_FACTOR : 1 });
      }
    }
    const { number, frozenUntil } = book.solid();
    const until = faults.take('delay-solidity') ? block.number + DELAY_BLOCKS : frozenUntil;
    const solid = block.number > until ? Math.max(number, block.number - pace.solidBlocks) : number;
    book.setSolid(solid, until);
    book.dropGhosts(solid);
  };
  const advance = () => {
    const last = head();
    const slots = Math.floor((nowMs() - last.atMs) / pace.blockMs);
    if (slots <= 0) return;
    books.write(() => {
      for (const slot of slotsDue(slots, pace.solidBlocks)) makeBlock(last.atMs + slot * pace.blockMs);
    });
  };

  return {
    book,
    advance,
    head,
    solid: () => book.block(book.solid().number) ?? fail('the chain has no irreversible block'),
    receive(sent) {
      const id = idOf(sent.raw_data);
      const txid = bytesToHex(id);
      for (const [kind, verdict] of NOT_TAKEN) if (faults.take(kind)) return { txid, verdict };
      if (faults.take('clear-id-cache')) idCache.clear();
      if ((idCache.get(txid) ?? 0) > nowMs()) return { txid, verdict: 'DUP_TRANSACTION_ERROR' };
      // As in java-tron, the id is remembered before any check: a rejected transaction is a duplicate from then on.
      idCache.set(txid, nowMs() + ID_CACHE_MS);
      if (faults.take('expire')) return { txid, verdict: 'TRANSACTION_EXPIRATION_ERROR' };
      const verdict = judge(book, head(), id, sent);
      if (verdict !== 'OK' || faults.take('lose-next-tx')) return { txid, verdict };
      const notBefore = faults.take('include-late') ? head().number + DELAY_BLOCKS : 0;
      const contract = sent.raw_data.contract[0];
      const move = contract.type === 'TriggerSmartContract' ? moveOf(contract.parameter.value.owner_address, contract.parameter.value.data) : null;
      books.write(() => book.accept({ txid, sent, moves: move ? [move] : [], acceptedMs: nowMs(), notBefore }));
      return { txid, verdict };
    },
    pay(from, moves) {
      const total = moves.reduce((sum, move) => sum + move.amount, 0);
      return books.write(() => {
        if (!book.account(from)) book.setAccount(from, CUSTOMER_OPENING);
        const waiting = book.waiting().flatMap((one) => one.moves.filter((move) => move.from === from));
        if ((book.account(from)?.usdt ?? 0) < total + waiting.reduce((sum, move) => sum + move.amount, 0)) return null;
        const at = now();
        for (let timestamp = at.getTime(); ; timestamp += 1) {
          const sent = { raw_data: customerData(head(), from, moves, timestamp), signature: [] };
          const txid = bytesToHex(idOf(sent.raw_data));
          if (book.transaction(txid)) continue;
          book.accept({ txid, sent, moves: moves.map((move) => ({ from, ...move })), acceptedMs: at.getTime(), notBefore: 0 });
          if (faults.take('deposit-vanishes')) book.addGhost(txid);
          return { txid, at };
        }
      });
    },
    receivedBy(address) {
      advance();
      const hex = hexOf(address);
      return hex === null ? [] : book.transfersTo(hex);
    },
    waitingPayments() {
      advance();
      const waiting = book
        .waiting()
        .flatMap(({ txid, moves, sent, acceptedMs, notBefore }) =>
          sent.signature.length > 0 ? [] : moves.map((move, logIndex) => ({ ...move, txid, logIndex, block: notBefore, at: new Date(acceptedMs) })),
        );
      return waiting.reverse();
    },
    newestTransfers: (limit) => book.newestTransfers(limit),
  };
}

/** A node's checks in order: expiration, reference block, signature, duplicate, balance. */
function judge(book: TronBook, head: Block, id: Uint8Array, sent: SentTransaction): Verdict {
  const { expiration, ref_block_bytes, ref_block_hash, contract } = sent.raw_data;
  const owner = contract[0].parameter.value.owner_address.toLowerCase();
  if (expiration <= head.atMs || expiration > head.atMs + EXPIRATION_MS_MAX) return 'TRANSACTION_EXPIRATION_ERROR';
  const ref = book.blockEnding(Number.parseInt(ref_block_bytes, 16));
  if (ref?.id.slice(16, 32) !== ref_block_hash.toLowerCase()) return 'TAPOS_ERROR';
  if (sent.signature.length !== 1 || signerOf(id, sent.signature[0] ?? '') !== owner) return 'SIGERROR';
  if (book.transaction(bytesToHex(id))) return 'DUP_TRANSACTION_ERROR';
  const account = book.account(owner);
  if (!account || account.sun === 0) return 'CONTRACT_VALIDATE_ERROR';
  if (contract[0].type === 'TransferContract') {
    const { amount, to_address } = contract[0].parameter.value;
    if (amount <= 0 || to_address.toLowerCase() === owner || account.sun < amount) return 'CONTRACT_VALIDATE_ERROR';
  } else {
    const { contract_address, data } = contract[0].parameter.value;
    if (contract_address.toLowerCase() !== USDT || moveOf(owner, data) === null) return 'CONTRACT_VALIDATE_ERROR';
  }
  return account.sun < bandwidthSun(book, { sent }, head.atMs) ? 'BANDWITH_ERROR' : 'OK';
}

/**
 * Selects the slots since the last block that get one. After a time without requests the first (it includes waiting transactions) and the newest are
 * enough: a chain may skip slots, and scanners need not walk through a night of empty blocks.
 */
export function slotsDue(slots: number, solidBlocks: number): number[] {
  const most = solidBlocks + 2;
  if (slots <= most) return Array.from({ length: slots }, (_, index) => index + 1);
  return [1, ...Array.from({ length: most - 1 }, (_, index) => slots - (most - 2) + index)];
}

function begin(book: TronBook, { wallet, pace, now }: ChainSettings): void {
  const ours = hexOf(wallet);
  if (ours !== null && !book.account(ours)) book.setAccount(ours, OUR_OPENING);
  if (book.head()) return;
  let block: Block | null = null;
  for (let left = pace.solidBlocks; left >= 0; left -= 1) {
    block = blockAfter(block, now().getTime() - left * pace.blockMs);
    book.addBlock(block);
  }
  book.setSolid(FIRST_BLOCK, 0);
}

function blockAfter(parent: Block | null, atMs: number): Block {
  const number = parent ? parent.number + 1 : FIRST_BLOCK;
  const digest = createHash('sha256')
    .update(`${parent?.id ?? ''} ${number} ${atMs}`)
    .digest('hex');
  return { number, id: number.toString(16).padStart(16, '0') + digest.slice(16), parent: parent?.id ?? '0'.repeat(64), atMs };
}

function customerData(head: Block, from: string, moves: readonly Omit<Move, 'from'>[], timestamp: number): RawData {
  const first = moves[0] ?? fail('a customer pays nothing');
  const value = { owner_address: from, contract_address: USDT, data: dataOf(first.to, first.amount) };
  return {
    contract: [{ type: 'TriggerSmartContract', parameter: { value } }],
    ref_block_bytes: (head.number & 0xffff).toString(16).padStart(4, '0'),
    ref_block_hash: head.id.slice(16, 32),
    expiration: head.atMs + CUSTOMER_VALIDITY_MS,
    timestamp,
    fee_limit: CUSTOMER_FEE_LIMIT_SUN,
  };
}

/** Customers' wallets are the sandbox's own, and sign nothing. */
function senderOf({ raw_data, signature }: SentTransaction, { wallet }: ChainSettings): Sender {
  if (signature.length === 0) return 'customer';
  return raw_data.contract[0].parameter.value.owner_address.toLowerCase() === hexOf(wallet) ? 'wallet' : 'deposit';
}

function isCall({ raw_data }: SentTransaction): boolean {
  return raw_data.contract[0].type === 'TriggerSmartContract';
}

function fail(why: string): never {
  throw new Error(why);
}
