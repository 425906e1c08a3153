import { type Anvil, type NodeAnswer, type NodeCall, startAnvil } from './anvil.ts';
import type { CallLog } from './call-log.ts';
import type { EvmChainFacts } from './facts.ts';

/** What becomes of a payment when its block is dropped: its payer keeps the money, or pays once more at a higher fee. */
export type Ghost = 'vanishes' | 'fee-raised';

/** Calls that are the log's own: when the chain began, and which payment is to vanish, and how. */
const START = 'start';
const GHOST = 'ghost';
/** Calls that send a transaction: their answer is its id. */
const SENDS = ['eth_sendRawTransaction', 'eth_sendTransaction'];
const DROP = 'anvil_dropTransaction';
const MINE = 'evm_mine';
const FIRST_BLOCKS = 32;

/** A node whose chain outlives its process: every call that changes the chain is logged first, and made again at the next start. */
export interface LoggedNode {
  /** Asks what changes nothing. @throws Error when the node refuses */
  read<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  /** Passes calls on as they are. */
  ask(calls: readonly NodeCall[]): Promise<readonly NodeAnswer[]>;
  /** Makes a call that changes the chain; it is logged by `commit`. */
  change(method: string, ...params: readonly unknown[]): Promise<NodeAnswer>;
  /** Calls that sent transactions which may not be irreversible yet, by transaction id. */
  readonly sent: Map<string, NodeCall>;
  /** Transactions that are to vanish from the chain. */
  readonly ghosts: Map<string, Ghost>;
  markGhost(txid: string, ghost: Ghost): void;
  /** Logs the calls made since the last time; before they are answered. Until then they have never happened: a node dies with its process. */
  commit(): void;
  close(): Promise<void>;
}

/** Starts the node of a chain with everything that has happened on it. @param first calls that a new chain begins with */
export async function openNode(log: CallLog, facts: EvmChainFacts, now: () => Date, first: readonly NodeCall[]): Promise<LoggedNode> {
  if (log.isEmpty()) begin(log, first, Math.floor(now().getTime() / 1_000) - FIRST_BLOCKS);
  const calls = log.all();
  const startSeconds = Number(calls[0]?.params[0]);
  const { chainId, baseFee, finalBlocks } = facts;
  const anvil = await startAnvil({ chainId, baseFee, slotsInAnEpoch: finalBlocks / 2, startSeconds });
  const sent = new Map<string, NodeCall>();
  const ghosts = new Map<string, Ghost>();
  const made: NodeCall[] = [];
  const note = (call: NodeCall, answer: NodeAnswer | undefined) => {
    if (call.method === DROP) sent.delete(String(call.params[0]));
    else if (SENDS.includes(call.method) && answer && 'result' in answer) sent.set(String(answer.result), call);
  };
  await anvil.ask(facts.codes.map(([address, code]) => ({ method: 'anvil_setCode', params: [address, code] })));
  await replay(anvil, calls.slice(1), note, ghosts);
  return {
    sent,
    ghosts,
    ask: (asked) => anvil.ask(asked),
    async read<T>(method: string, ...params: readonly unknown[]) {
      const [answer] = await anvil.ask([{ method, params }]);
      if (!answer || 'error' in answer) throw new Error(`${facts.code}: ${method}: ${answer?.error.message}`);
      return answer.result as T;
    },
    async change(method, ...params) {
      const call = { method, params };
      made.push(call);
      const [answer] = await anvil.ask([call]);
      if (!answer) throw new Error(`${facts.code}: ${method} is not answered`);
      note(call, answer);
      return answer;
    },
    markGhost(txid, ghost) {
      made.push({ method: GHOST, params: [txid, ghost] });
      ghosts.set(txid, ghost);
    },
    commit() {
      if (made.length > 0) log.add(made.splice(0));
    },
    close: () => anvil.stop(),
  };
}

/** A new chain has some blocks already, so that there are irreversible ones. */
function begin(log: CallLog, first: readonly NodeCall[], startSeconds: number): void {
  const blocks = Array.from({ length: FIRST_BLOCKS - 1 }, (_, n) => ({ method: MINE, params: [{ timestamp: startSeconds + n + 1 }] }));
  log.add([{ method: START, params: [startSeconds] }, ...first, ...blocks]);
}

/** Makes the calls of a log again, one after the other. What the node refused then it refuses now. */
async function replay(
  anvil: Anvil,
  calls: readonly NodeCall[],
  note: (call: NodeCall, answer: NodeAnswer | undefined) => void,
  ghosts: Map<string, Ghost>,
) {
  for (const { params } of calls.filter(({ method }) => method === GHOST)) ghosts.set(String(params[0]), params[1] as Ghost);
  for (const call of shortened(calls.filter(({ method }) => method !== GHOST))) {
    const [answer] = await anvil.ask([call]);
    note(call, answer);
  }
}

/** Makes one call of many blocks in a row, which are empty but for the first one: its time and the last one's stay. */
function shortened(calls: readonly NodeCall[]): NodeCall[] {
  const short: NodeCall[] = [];
  for (let from = 0; from < calls.length; ) {
    let to = from;
    while (calls[to]?.method === MINE) to += 1;
    const run = calls.slice(from, to);
    const [first, last] = [run[0], run.at(-1)];
    if (first && last && run.length > 2) {
      const { timestamp } = first.params[0] as { readonly timestamp: number };
      short.push({ method: 'evm_setNextBlockTimestamp', params: [timestamp] }, { method: 'anvil_mine', params: [run.length - 1, 1] }, last);
    } else short.push(...calls.slice(from, Math.max(to, from + 1)));
    from = Math.max(to, from + 1);
  }
  return short;
}
