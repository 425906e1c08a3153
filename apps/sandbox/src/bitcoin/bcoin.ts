import type { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import { useJavaScriptParts } from './env.ts';

/** A transaction in the pool, with its fee in satoshi and its size in vbytes. */
export interface PoolEntry {
  readonly txid: string;
  readonly raw: string;
  readonly fee: bigint;
  readonly vsize: number;
}

/** A block of the chain. Time in Unix seconds. */
export interface ChainBlock {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  readonly raw: string;
}

/** bcoin refuses a transaction. `reason`: bcoin's own reject code. */
export class NotAccepted extends Error {
  override readonly name = 'NotAccepted';
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** A node of a regtest chain in this process, in memory: bcoin's consensus, miner and pool, without a network. */
export interface Bcoin {
  tip(): { readonly hash: string; readonly height: number; readonly time: number };
  /** Median of the last eleven blocks' times, in Unix seconds. */
  medianTime(): Promise<number>;
  /** Mines a block with those of the pool that are chosen. @param time in Unix seconds; later if consensus asks for it */
  mine(time: number, isChosen: (txid: string) => boolean): Promise<ChainBlock>;
  /** Adds a block that was mined before. */
  connect(raw: string): Promise<ChainBlock>;
  /** Drops the blocks from a height on. The pool is empty afterwards. */
  dropFrom(height: number): Promise<void>;
  /** Takes a transaction into the pool. @throws NotAccepted */
  accept(raw: string): Promise<void>;
  /** Removes a transaction, and those that spend it, from the pool. */
  evict(txid: string): void;
  pool(): readonly PoolEntry[];
  close(): Promise<void>;
}

interface Tx {
  readonly inputs: readonly { readonly prevout: { readonly hash: string } }[];
  hash(encoding: 'hex'): string;
  toRaw(): Buffer;
  getVirtualSize(): number;
}
interface Block {
  readonly txs: readonly Tx[];
  readonly time: number;
  rhash(): string;
  toRaw(): Buffer;
}
interface Entry {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  rhash(): string;
}
interface Item {
  readonly hash: string;
  readonly fee: number;
}
interface Job {
  readonly attempt: { time: number; readonly mtp: number; items: Item[]; fees: number; refresh(): void };
  mineAsync(): Promise<Block>;
}
interface Chain {
  readonly tip: Entry;
  on(event: string, listener: (entry: Entry, block: Block) => unknown): void;
  open(): Promise<void>;
  close(): Promise<void>;
  add(block: Block): Promise<Entry | null>;
  invalidate(hash: string): Promise<void>;
  getEntry(height: number): Promise<Entry | null>;
  getMedianTime(entry: Entry): Promise<number>;
}
interface PoolItem {
  readonly tx: Tx;
  readonly fee: number;
}
interface Mempool {
  readonly map: ReadonlyMap<string, PoolItem>;
  open(): Promise<void>;
  close(): Promise<void>;
  addTX(tx: Tx): Promise<unknown>;
  evictEntry(entry: PoolItem): void;
  _addBlock(entry: Entry, txs: readonly Tx[]): Promise<void>;
  _removeBlock(entry: Entry, txs: readonly Tx[]): Promise<void>;
  _handleReorg(): Promise<void>;
  _reset(): Promise<void>;
}
interface Miner {
  open(): Promise<void>;
  close(): Promise<void>;
  createJob(tip: Entry, address: unknown): Promise<Job>;
}
interface Regtest {
  readonly addressPrefix: object;
}
type Constructor<T> = new (options: object) => T;

/** Blocks per state of a soft fork's activation (BIP 9), which passes through three. */
const ACTIVATION_BLOCKS = 10;
/** Bitcoin Core's reject code for a transaction whose inputs are unknown or spent. */
const INPUTS_MISSING = 'bad-txns-inputs-missingorspent';

/** Opens a chain that has its first block only. @param minerProgram witness program (version 0) that new coins go to */
export async function openBcoin(minerProgram: Uint8Array): Promise<Bcoin> {
  const { Chain, Mempool, Miner, Address, TX, Block } = load();
  const chain = new Chain({ network: 'regtest', memory: true });
  // Policy is judged by this sandbox as Bitcoin Core does; the pool checks what it is asked to hold.
  const mempool = new Mempool({ chain, memory: true, requireStandard: false, relayPriority: false, limitFree: false, rejectAbsurdFees: false });
  const miner = new Miner({ chain, mempool });
  chain.on('connect', (entry, block) => mempool._addBlock(entry, block.txs));
  chain.on('disconnect', (entry, block) => mempool._removeBlock(entry, block.txs));
  chain.on('reorganize', () => mempool._handleReorg());
  chain.on('reset', () => mempool._reset());
  await chain.open();
  await mempool.open();
  await miner.open();
  const address = Address.fromProgram(0, globalThis.Buffer.from(minerProgram));
  const asBlock = (block: Block): ChainBlock => ({
    hash: block.rhash(),
    height: chain.tip.height,
    time: block.time,
    raw: block.toRaw().toString('hex'),
  });
  const add = async (block: Block) => {
    const entry = await chain.add(block);
    if (!entry || entry.hash !== chain.tip.hash) throw new Error('the block is not the newest of the chain');
    return asBlock(block);
  };
  return {
    tip: () => ({ hash: chain.tip.rhash(), height: chain.tip.height, time: chain.tip.time }),
    medianTime: () => chain.getMedianTime(chain.tip),
    async mine(time, isChosen) {
      const job = await miner.createJob(chain.tip, address);
      const { attempt } = job;
      attempt.time = Math.max(time, attempt.mtp + 1);
      attempt.items = attempt.items.filter(({ hash }) => isChosen(reversed(hash)));
      attempt.fees = attempt.items.reduce((sum, { fee }) => sum + fee, 0);
      attempt.refresh();
      return add(await job.mineAsync());
    },
    connect: (raw) => add(Block.fromRaw(raw, 'hex')),
    async dropFrom(height) {
      const entry = await chain.getEntry(height);
      if (entry) await chain.invalidate(entry.hash);
      await mempool._reset();
    },
    async accept(raw) {
      let missing: unknown;
      try {
        missing = await mempool.addTX(TX.fromRaw(raw, 'hex'));
      } catch (error) {
        throw new NotAccepted(error instanceof Error && 'reason' in error ? String(error.reason) : 'TX decode failed');
      }
      if (missing) throw new NotAccepted(INPUTS_MISSING);
    },
    evict(txid) {
      const entry = mempool.map.get(reversed(txid));
      if (entry) mempool.evictEntry(entry);
    },
    pool: () =>
      [...mempool.map].map(([hash, { tx, fee }]) => ({
        txid: reversed(hash),
        raw: tx.toRaw().toString('hex'),
        fee: BigInt(fee),
        vsize: tx.getVirtualSize(),
      })),
    async close() {
      await miner.close();
      await mempool.close();
      await chain.close();
    },
  };
}

/** Loads bcoin. Called only when a chain is used, because loading takes a third of a second. */
function load() {
  useJavaScriptParts();
  const require = createRequire(import.meta.url);
  const networks = require('bcoin/lib/protocol/networks') as { regtest: Regtest };
  // The prefixes of Bitcoin Core's regtest; bcoin has others. SegWit is active after fewer blocks, as it is from the first one there.
  Object.assign(networks.regtest.addressPrefix, { pubkeyhash: 0x6f, scripthash: 0xc4, bech32: 'bcrt' });
  Object.assign(networks.regtest, { activationThreshold: ACTIVATION_BLOCKS, minerWindow: ACTIVATION_BLOCKS });
  return {
    Chain: require('bcoin/lib/blockchain/chain') as Constructor<Chain>,
    Mempool: require('bcoin/lib/mempool/mempool') as Constructor<Mempool>,
    Miner: require('bcoin/lib/mining/miner') as Constructor<Miner>,
    Address: require('bcoin/lib/primitives/address') as { fromProgram(version: number, program: Buffer): unknown },
    TX: require('bcoin/lib/primitives/tx') as { fromRaw(raw: string, encoding: 'hex'): Tx },
    Block: require('bcoin/lib/primitives/block') as { fromRaw(raw: string, encoding: 'hex'): Block },
  };
}

/** Reverses the bytes of a hash: bcoin keeps hashes in the order of the protocol, people write them from the last byte to the first. */
function reversed(hex: string): string {
  return globalThis.Buffer.from(hex, 'hex').reverse().toString('hex');
}
