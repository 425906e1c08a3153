import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import { gatewayPage, HANGS_MS } from '../gateway-page.ts';
import { hexOf, USDT } from './address.ts';
import type { Block } from './book.ts';
import type { Chain } from './chain.ts';
import { BYTE_SUN, ENERGY_SUN, energyOf, FREE_NET_BYTES, isRefused } from './execute.ts';
import type { TronFault } from './faults.ts';
import { type Sender, switchAnswer } from './token.ts';
import { answerOf, moveOf, rootOf, sentTransaction } from './transaction.ts';

type NodeContext = Context<{ Bindings: HttpBindings }>;
type Body = Readonly<Record<string, unknown>>;
type Side = 'wallet' | 'walletsolidity';

const BALANCE_ENERGY = 935;
const DECIMALS = 6;
/** Factor by which `energy-underestimated` tells too little. */
const UNDERESTIMATE = 3;
/** How far a node is behind by `node-behind`. */
const BEHIND_MS = 600_000;
/** Factor by which `energy-dear` tells too much. */
const DEAR = 10;

/**
 * A node's HTTP interface, the two views of it: `wallet` has the newest blocks, `walletsolidity` the irreversible ones.
 * @param wallet the exchange's hot wallet, `41…` in hex
 */
export function tronRoutes(chain: Chain, faults: ProviderFaults<TronFault>, wallet: string | null): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  /** Whether the request that is answered sees the chain as it was. */
  let isBehind = false;
  const answer = (path: string, work: (c: NodeContext, body: Body) => Response) => {
    app.on(['GET', 'POST'], path, async (c) => {
      if (faults.take('unreachable')) return dropConnection(c);
      if (faults.take('hangs')) await sleep(HANGS_MS);
      if (faults.take('rate-limited')) return c.json({ Error: 'request rate exceeded' }, 429);
      if (faults.take('unauthorized-page')) return gatewayPage(c, 401);
      if (faults.take('key-disabled')) return c.json({ Error: 'the api key is disabled' }, 403);
      if (faults.take('overloaded')) return c.json({ Error: 'class java.util.concurrent.RejectedExecutionException : lack of computing resources' });
      const text = c.req.method === 'POST' ? await c.req.text() : '';
      chain.advance();
      isBehind = faults.take('node-behind');
      return work(c, { ...c.req.query(), ...read(text) });
    });
  };
  for (const side of ['wallet', 'walletsolidity'] as const) {
    const newest = () => (side === 'wallet' ? chain.head() : chain.solid());
    const top = () => (isBehind ? chain.book.newestAt(newest().atMs - BEHIND_MS) : newest());
    const seen = (block: number | null) => block !== null && block <= top().number;
    answer(`/${side}/getnowblock`, (c) => c.json(blockOf(chain, faults.take('chain-restarted') ? restarted(top()) : top())));
    for (const name of ['getblockbynum', 'getblock']) {
      answer(`/${side}/${name}`, (c, body) => {
        const asked = body.num ?? body.id_or_num;
        const block = asked === undefined ? top() : chain.book.block(Number(asked));
        return c.json(block && seen(block.number) ? blockOf(chain, block) : {});
      });
    }
    // The end is not included, as in java-tron.
    answer(`/${side}/getblockbylimitnext`, (c, body) => {
      const [start, end] = [Number(body.startNum), Math.min(Number(body.endNum), top().number + 1)];
      const numbers = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
      const blocks = numbers.map((number) => chain.book.block(number)).filter((block) => block !== null);
      const told = blocks.map((block) => blockOf(chain, block));
      const full = told.find(({ transactions }) => transactions !== undefined);
      if (full && faults.take('block-without-transactions')) delete full.transactions;
      return c.json(told.length > 0 ? { block: told } : {});
    });
    answer(`/${side}/gettransactionbyid`, (c, body) => {
      const found = chain.book.transaction(String(body.value));
      return c.json(found && seen(found.block) ? answerOf(found.sent) : {});
    });
    answer(`/${side}/gettransactioninfobyid`, (c, body) => {
      const found = chain.book.transaction(String(body.value));
      return c.json(found && seen(found.block) ? (found.info as object) : {});
    });
    answer(`/${side}/gettransactioninfobyblocknum`, (c, body) => {
      const found = seen(Number(body.num)) ? chain.book.transactionsOf(Number(body.num)) : [];
      if (found.length > 0 && faults.take('block-hidden')) return c.json([]);
      if (found.length > 1 && faults.take('block-partial')) found.pop();
      return c.json(found.map((one) => one.info));
    });
    answer(`/${side}/triggerconstantcontract`, (c, body) =>
      c.json(constantCall(chain, side, body, { wallet, isUnderestimated: (sender) => sender === 'deposit' && faults.take('energy-underestimated') })),
    );
    answer(`/${side}/getaccount`, (c, body) => {
      const address = addressOf(body.address);
      const account = address === null ? null : chain.book.account(address);
      const isGone = address === wallet && faults.take('fee-coin-gone');
      return c.json(account && account.sun > 0 && !isGone ? { address, balance: account.sun } : {});
    });
  }
  answer('/wallet/getaccountresource', (c, body) => {
    const address = addressOf(body.address);
    // Tokens alone put no account on the chain.
    if (address === null || (chain.book.account(address)?.sun ?? 0) === 0) return c.json({});
    const freeNetUsed = chain.book.freeNetUsed(address, chain.head().atMs);
    return c.json({ freeNetLimit: FREE_NET_BYTES, ...(freeNetUsed > 0 ? { freeNetUsed } : {}), TotalEnergyLimit: 180_000_000_000 });
  });
  answer('/wallet/getchainparameters', (c) => {
    return c.json({
      chainParameter: [
        { key: 'getTransactionFee', value: BYTE_SUN },
        { key: 'getEnergyFee', value: faults.take('energy-dear') ? ENERGY_SUN * DEAR : ENERGY_SUN },
      ],
    });
  });
  answer('/wallet/broadcasttransaction', (c, body) => broadcast(c, body, chain, faults));
  return app;
}

function broadcast(c: NodeContext, body: Body, chain: Chain, faults: ProviderFaults<TronFault>): Response {
  const sent = sentTransaction.safeParse(body);
  if (!sent.success) return c.json({ Error: 'class com.google.protobuf.InvalidProtocolBufferException : invalid transaction' });
  const { txid, verdict } = chain.receive(sent.data);
  if (faults.take('broadcast-dropped')) return dropConnection(c);
  if (verdict === 'OK') return c.json({ result: true, txid });
  return c.json({ code: verdict, txid, message: Buffer.from(verdict).toString('hex') });
}

interface ConstantCallSettings {
  readonly wallet: string | null;
  readonly isUnderestimated: (sender: Sender) => boolean;
}

function constantCall({ book, solid }: Chain, side: Side, body: Body, { wallet, isUnderestimated }: ConstantCallSettings): object {
  const owner = addressOf(body.owner_address);
  const parameter = String(body.parameter ?? '');
  const refused = (message: string) => ({ result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from(message).toString('hex') } });
  if (owner === null || addressOf(body.contract_address) !== USDT) return refused('No contract or not a valid smart contract');
  const holder = `41${parameter.slice(24).toLowerCase()}`;
  const done = (energy: number, value: number | bigint) => ({
    result: { result: true },
    energy_used: energy,
    constant_result: [value.toString(16).padStart(64, '0')],
  });
  switch (body.function_selector) {
    case 'decimals()':
      return done(BALANCE_ENERGY, DECIMALS);
    case 'balanceOf(address)': {
      const now = book.account(holder)?.usdt ?? 0;
      return done(BALANCE_ENERGY, side === 'wallet' ? now : now - book.movedAfter(holder, solid().number));
    }
    case 'transfer(address,uint256)': {
      const move = moveOf(owner, `a9059cbb${parameter}`);
      if (move === null) return refused('invalid parameters');
      const sender = owner === wallet ? 'wallet' : 'deposit';
      const energy = Math.floor(energyOf(book, move, sender) / (isUnderestimated(sender) ? UNDERESTIMATE : 1));
      const said = { result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') }, constant_result: [''] };
      return isRefused(book, move, sender) ? { ...said, energy_used: energy } : done(energy, 0);
    }
    default: {
      const told = switchAnswer(book.switches(), String(body.function_selector), holder, wallet);
      return told === null ? refused('no such function') : done(BALANCE_ENERGY, told);
    }
  }
}

/** A block as the first of a chain; the number is in its id as well. */
function restarted(block: Block): Block {
  return { ...block, number: 0, id: block.id.slice(16).padStart(block.id.length, '0') };
}

/** A block in the format of a node's answers. */
interface BlockAnswer {
  readonly blockID: string;
  readonly block_header: object;
  transactions?: readonly object[];
}

function blockOf({ book }: Chain, { number, id, parent, atMs }: Block): BlockAnswer {
  const sent = book.transactionsOf(number).map((one) => one.sent);
  const header = { number, txTrieRoot: rootOf(sent), timestamp: atMs, parentHash: parent, version: 31 };
  return {
    blockID: id,
    block_header: { raw_data: header, witness_signature: '00'.repeat(65) },
    ...(sent.length > 0 ? { transactions: sent.map(answerOf) } : {}),
  };
}

/** An address in either form; `41…` in lower-case hex. */
function addressOf(value: unknown): string | null {
  const text = String(value ?? '');
  return /^41[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : hexOf(text);
}

function read(text: string): Body {
  try {
    const parsed: unknown = text === '' ? {} : JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Body) : {};
  } catch {
    return {};
  }
}
