import { nodeAddressOf } from './address.ts';
import type { Chain } from './chain.ts';
import { checksumOf, readDescriptor, withChecksum } from './descriptor.ts';
import type { PlainBlock } from './ledger.ts';
import type { ChainNode } from './node.ts';
import { ancestorsOf, RELAY_RATE } from './policy.ts';
import { asCoins, type CoreAnswer, type CoreParams, fault } from './rpc-types.ts';

const RAW_UNKNOWN = fault(-5, 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.');
const NO_BLOCK = fault(-5, 'Block not found');

/** Answers a call in the words of Bitcoin Core, which bcoin does not speak; null when this sandbox does not know it. */
export function answerNode(node: ChainNode, chain: Pick<Chain, 'rate'>, method: string, params: CoreParams): CoreAnswer | null {
  const { ledger } = node;
  const height = ledger.blocks.length - 1;
  const [first, second, third] = params;
  switch (method) {
    case 'getblockcount':
      return { result: height };
    case 'getbestblockhash':
      return { result: ledger.blocks[height]?.hash };
    case 'getblockhash': {
      const block = ledger.blocks[Number(first)];
      return block ? { result: block.hash } : fault(-8, 'Block height out of range');
    }
    case 'getblockheader': {
      const block = ledger.byHash(String(first));
      return block ? { result: headerOf(node, block) } : NO_BLOCK;
    }
    case 'getblock': {
      const block = ledger.byHash(String(first));
      if (!block) return NO_BLOCK;
      return second === 0 ? { result: block.raw } : { result: { ...headerOf(node, block), tx: block.transactions.map(({ txid }) => txid) } };
    }
    case 'getrawtransaction':
      return rawTransaction(node, String(first), second === true || second === 1);
    case 'gettxout':
      return { result: outputOf(node, String(first), Number(second), third !== false) };
    case 'estimatesmartfee':
      return { result: { feerate: asCoins(chain.rate()), blocks: first } };
    case 'getmempoolinfo':
      return {
        result: { loaded: true, size: node.pool().length, mempoolminfee: asCoins(RELAY_RATE), minrelaytxfee: asCoins(RELAY_RATE), fullrbf: true },
      };
    case 'getmempoolentry':
      return waitingOf(node, String(first));
    case 'getdescriptorinfo': {
      const [text = ''] = String(first).split('#');
      const read = readDescriptor(text);
      if (!read) return fault(-5, `${text} is not a valid descriptor function`);
      return {
        result: { descriptor: withChecksum(text), checksum: checksumOf(text), isrange: read.isRanged, issolvable: true, hasprivatekeys: false },
      };
    }
    default:
      return null;
  }
}

function headerOf({ ledger }: ChainNode, { hash, height, time }: PlainBlock): object {
  return {
    hash,
    height,
    time,
    mediantime: ledger.medianTime(height),
    confirmations: ledger.blocks.length - height,
    previousblockhash: ledger.blocks[height - 1]?.hash,
  };
}

function rawTransaction({ ledger, pool }: ChainNode, txid: string, isVerbose: boolean): CoreAnswer {
  const mined = ledger.find(txid);
  const transaction = mined?.transaction ?? pool().find((one) => one.txid === txid)?.transaction;
  if (!transaction) return RAW_UNKNOWN;
  if (!isVerbose) return { result: transaction.raw };
  const own = { txid, hex: transaction.raw, vsize: transaction.vsize };
  if (!mined) return { result: own };
  const { hash, height, time } = mined.block;
  return { result: { ...own, blockhash: hash, confirmations: ledger.blocks.length - height, time, blocktime: time } };
}

function outputOf(node: ChainNode, txid: string, vout: number, withPool: boolean): object | null {
  const mined = node.ledger.find(txid);
  const found = node.unspent(txid, vout);
  if (!found || (!mined && !withPool)) return null;
  if (withPool && node.pool().some(({ transaction }) => transaction.inputs.some((input) => input.txid === txid && input.vout === vout))) return null;
  return {
    bestblock: node.ledger.blocks.at(-1)?.hash,
    confirmations: mined ? node.ledger.blocks.length - mined.block.height : 0,
    value: asCoins(found.amount),
    scriptPubKey: { hex: found.script, address: nodeAddressOf(found.script) },
  };
}

function waitingOf(node: ChainNode, txid: string): CoreAnswer {
  const pool = node.pool();
  const found = pool.find((one) => one.txid === txid);
  if (!found) return fault(-5, 'Transaction not in mempool');
  const ancestors = ancestorsOf(found, pool);
  const fee = ancestors.reduce((sum, one) => sum + one.fee, 0n);
  const size = ancestors.reduce((sum, one) => sum + one.vsize, 0);
  const fees = { base: asCoins(found.fee), ancestor: asCoins(fee) };
  return { result: { vsize: found.vsize, time: node.since(txid), ancestorcount: ancestors.length, ancestorsize: size, fees } };
}
