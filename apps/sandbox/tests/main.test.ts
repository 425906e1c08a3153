import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '../src/env.ts';
import { ACCOUNT } from '../testing/stage.ts';

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<{ url: string; log: () => string }> {
  const env = { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_DATA: folder, SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/webhooks/sepay' };
  const started = fork(join(import.meta.dirname, '../src/main.ts'), { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] });
  child = started;
  let log = '';
  started.stdout?.on('data', (chunk) => {
    log += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    started.once('message', () => resolve());
    started.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  await expect.poll(() => log).toContain('\n');
  const { url } = JSON.parse(log.split('\n')[0] ?? '') as { url: string };
  return { url, log: () => log };
}

const ended = () => new Promise<number | NodeJS.Signals | null>((resolve) => child?.once('exit', (code, signal) => resolve(code ?? signal)));
const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) });

describe('the process', () => {
  test('what was answered survives kill -9', async () => {
    const { url } = await start();
    const answered: string[] = [];
    const gone = ended();
    for (let n = 0; n < 10_000; n += 1) {
      if (n === 30) setTimeout(() => child?.kill('SIGKILL'), 7);
      try {
        const { paid } = (await (await post(`${url}/transfer`, { to: ACCOUNT, amount: n + 1, memo: `n${n}` })).json()) as { paid: { id: string }[] };
        answered.push(...paid.map((one) => one.id));
      } catch {
        break;
      }
    }
    expect(await gone).toBe('SIGKILL');
    expect(answered.length).toBeGreaterThanOrEqual(30);
    const again = await start();
    const kept = (await (await fetch(`${again.url}/received?to=${ACCOUNT}`)).json()) as { id: string }[];
    const ids = new Set(kept.map((one) => one.id));
    expect(answered.filter((id) => !ids.has(id))).toEqual([]);
    expect(kept.length - answered.length).toBeLessThanOrEqual(1);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends by %s, and says so in JSON', async (signal) => {
    const { log } = await start();
    const gone = ended();
    child?.kill(signal);
    expect(await gone).toBe(0);
    const lines = log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(lines.map((line) => line.event)).toEqual(['listening', 'ended']);
  });

  test('ends when its supervisor goes, webhooks under way or not', async () => {
    const { url } = await start();
    await post(`${url}/transfer`, { to: ACCOUNT, amount: 1_000, memo: '' });
    const gone = ended();
    child?.disconnect();
    expect(await gone).toBe(0);
  });
});

describe('the environment', () => {
  test('nothing set is enough', () => {
    expect(readEnv({})).toMatchObject({ port: 3100, host: '127.0.0.1', options: { networks: { bank: { collectionAccount: ACCOUNT } } } });
  });

  test('payOS has names of its own', () => {
    const named = {
      SANDBOX_PAYOS_CLIENT_ID: 'c',
      SANDBOX_PAYOS_API_KEY: 'k',
      SANDBOX_PAYOS_CHECKSUM_KEY: 's',
      SANDBOX_PAYOS_ACCOUNT: '0011001234567',
    };
    expect(readEnv(named).options.networks.bank.payOs).toEqual({ clientId: 'c', apiKey: 'k', checksumKey: 's', account: '0011001234567' });
  });

  test('every fault is named', () => {
    const wrong = { SANDBOX_PORT: 'x', SANDBOX_PAYOS_ACCOUNT: 'a b', SANDBOX_PM_WALLET: 'E1', SANDBOX_WEBHOOK_URL: 'nowhere' };
    for (const name of Object.keys(wrong)) expect(() => readEnv(wrong)).toThrow(name);
  });
});
