import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** A call of the node's JSON-RPC. */
export interface NodeCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node's answer to a call. */
export type NodeAnswer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** A running anvil: a real EVM with a chain of its own in memory. It mines only when told to. */
export interface Anvil {
  /** Asks for several calls in one request. */
  ask(calls: readonly NodeCall[]): Promise<readonly NodeAnswer[]>;
  stop(): Promise<void>;
}

/** Parameters of a chain that starts anew. */
export interface AnvilOptions {
  readonly chainId: number;
  /** In wei. */
  readonly baseFee: number;
  /** Half of the number of blocks after which a block is finalized. */
  readonly slotsInAnEpoch: number;
  /** Time of the first block, in Unix seconds: the same start makes the same chain. */
  readonly startSeconds: number;
}

/** States kept for calls and reorganisations, in blocks. */
const STATES = 64;
const READY_MS = 10_000;
const STOP_MS = 3_000;
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const answers = z.array(
  z.union([z.object({ id: z.int(), error: z.object({ code: z.int(), message: z.string() }) }), z.object({ id: z.int(), result: z.unknown() })]),
);

/** The kernel ends the node when this process dies, even when killed with -9. */
const dieWithParent =
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0 ? ['setpriv', '--pdeathsig', 'KILL'] : [];

/** Starts a node on a free port of this machine. */
export async function startAnvil({ chainId, baseFee, slotsInAnEpoch, startSeconds }: AnvilOptions): Promise<Anvil> {
  const numbers = { 'chain-id': chainId, 'block-base-fee-per-gas': baseFee, 'slots-in-an-epoch': slotsInAnEpoch, timestamp: startSeconds };
  const flags = [
    '--no-mining',
    '--auto-impersonate',
    '--no-cors',
    '--disable-min-priority-fee',
    '--accounts=1',
    '--port=0',
    `--prune-history=${STATES}`,
  ];
  const command = [...dieWithParent, binary(), ...flags, ...Object.entries(numbers).map(([name, value]) => `--${name}=${value}`)];
  const child = spawn(command[0] as string, command.slice(1), {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
  });
  const url = await readUrl(child);
  return {
    ask: (calls) => ask(url, calls),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function readUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('anvil has no output');
  const lines = createInterface(child.stdout);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error('anvil does not listen')), READY_MS);
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`anvil ended with code ${code}`)));
  lines.on('line', (line) => {
    const address = /^Listening on (\S+:\d+)$/.exec(line)?.[1];
    if (address) resolve(`http://${address}`);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

async function ask(url: string, calls: readonly NodeCall[]): Promise<readonly NodeAnswer[]> {
  if (calls.length === 0) return [];
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const read = answers.parse(await response.json());
  return calls.map((_, id) => {
    const own = read.find((one) => one.id === id);
    if (!own) throw new Error('anvil leaves an answer out');
    return 'error' in own ? { error: own.error } : { result: own.result };
  });
}

/** The program in the package of this platform, which the package of the tool depends on. */
function binary(): string {
  const require = createRequire(import.meta.url);
  const tool = require.resolve('@foundry-rs/anvil/package.json');
  const platform = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch]}/package.json`;
  return join(dirname(createRequire(tool).resolve(platform)), 'bin', 'anvil');
}
