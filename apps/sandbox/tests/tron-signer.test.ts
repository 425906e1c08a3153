import type { PayoutRequest } from '@quydoi/rails/payout';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import { ANSWER_TIMEOUT_MS } from '@quydoi/rails/testing/serve';
import { createTronRail } from '@quydoi/rails/tron/index';
import { tronKeys } from '@quydoi/rails/tron/keys';
import { expect, test } from 'vitest';
import { DEFAULT_MNEMONIC as mnemonic } from '../src/tron/options.ts';
import { openStage, type Stage } from '../testing/stage.ts';

const keys = tronKeys({ mnemonic });
const privateKey = Buffer.from(keys.hotWallet.privateKey).toString('hex');
const PAYOUTS = 30;
const ENDS_WITHIN_MS = 90_000;

/** Where a signer dies. */
const STEPS = ['before signing', 'after signing', 'after storing', 'while sending', 'after sending', 'after asking'] as const;
const FAULTS = [
  'lose-next-tx',
  'broadcast-dropped',
  'include-late',
  'expire',
  'clear-id-cache',
  'server-busy',
  'not-connected',
  'overloaded',
  'rate-limited',
  'unreachable',
  'out-of-energy',
];

class Killed extends Error {}

/** What survives a signer: one row per payout. */
interface Row {
  readonly request: PayoutRequest;
  tries: number;
  stored: SignedTransfer | null;
  isPaid: boolean;
}

/** One life of a signer: it knows the rows alone, and dies at the step that it is told. */
async function live(stage: Stage, rows: readonly Row[], die: (step: (typeof STEPS)[number]) => void, mayDouble = false): Promise<void> {
  const node = { baseUrl: stage.sandbox.url };
  const { payouts } = createTronRail({ node, secret: { privateKey }, timeoutMs: ANSWER_TIMEOUT_MS, validityMs: 1_500, expiryMarginMs: 200 });
  if (!payouts) throw new Error('no payout');
  for (const row of rows.filter(({ isPaid }) => !isPaid)) {
    if (!row.stored) {
      die('before signing');
      const signed = await payouts.sign({ ...row.request, key: `${row.request.key}-${row.tries}` }, new Date());
      die('after signing');
      row.stored = signed;
      row.tries += 1;
      die('after storing');
      await payouts.broadcast(signed);
      die('after sending');
      continue;
    }
    const status = await payouts.status([row.stored]);
    die('after asking');
    if (status.state === 'paid') row.isPaid = true;
    else if (status.state === 'failed' || status.state === 'expired' || mayDouble) row.stored = null;
    else {
      const sending = payouts.broadcast(row.stored);
      sending.catch(() => undefined);
      die('while sending');
      await sending;
    }
  }
}

/** Lives and dies until every row is paid, or `isEnough` says so. */
async function liveUntilPaid(
  stage: Stage,
  rows: readonly Row[],
  mayDouble = false,
  isEnough: () => Promise<boolean> = async () => false,
): Promise<Record<string, number>> {
  const deaths: Record<string, number> = Object.fromEntries(STEPS.map((step) => [step, 0]));
  const endMs = Date.now() + ENDS_WITHIN_MS;
  for (let life = 0; rows.some(({ isPaid }) => !isPaid) && !(await isEnough()); life += 1) {
    if (Date.now() > endMs) throw new Error('not all are paid in time');
    // Every fault four times, then none: a signer that dies at once could hold the irreversible side up for ever.
    if (life < FAULTS.length * 4) await stage.fault('tron', FAULTS[life % FAULTS.length] ?? '');
    if (life === 0 || life === FAULTS.length) await stage.fault('tron', 'delay-solidity');
    // It dies where it died least, each time some payouts further on.
    const [step, times] = Object.entries(deaths).reduce((least, one) => (one[1] < least[1] ? one : least));
    let passes = times % 4;
    await live(
      stage,
      rows,
      (at) => {
        if (at !== step || passes-- > 0) return;
        deaths[at] = (deaths[at] ?? 0) + 1;
        throw new Killed(at);
      },
      mayDouble,
    ).catch((error) => {
      if (!(error instanceof Killed) && error?.name !== 'RailError') throw error;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return deaths;
}

function rowsOf(): Row[] {
  const receivers = Array.from({ length: 5 }, (_, index) => keys.deposit?.(1_000 + index).address ?? '');
  return Array.from({ length: PAYOUTS }, (_, index) => ({
    // Several are alike to the last digit: only their keys differ.
    request: {
      key: `p${index}`,
      currency: 'trc20',
      amount: 10_000_000n + BigInt(index % 3),
      destination: receivers[index % 5] ?? '',
      destinationBank: null,
      memo: '',
    },
    tries: 0,
    stored: null,
    isPaid: false,
  }));
}

const arrivals = async (stage: Stage, rows: readonly Row[]) => {
  const addresses = [...new Set(rows.map(({ request }) => request.destination))];
  return (await Promise.all(addresses.map((address) => stage.received(address)))).flat();
};

test(
  'thirty payouts arrive once each, whatever is lost and wherever the signer dies',
  async () => {
    const stage = await openStage();
    try {
      const rows = rowsOf();
      const deaths = await liveUntilPaid(stage, rows);
      expect(Math.min(...Object.values(deaths))).toBeGreaterThan(1);
      const arrived = await arrivals(stage, rows);
      expect(arrived).toHaveLength(PAYOUTS);
      expect(arrived.map(({ id }) => id).sort()).toEqual(rows.map(({ stored }) => stored?.txid ?? '').sort());
      const faults = (await stage.faults()).filter(({ rail, hits }) => rail === 'tron' && hits > 0).map(({ kind }) => kind);
      expect(faults).toEqual(expect.arrayContaining([...FAULTS, 'delay-solidity']));
      expect(rows.reduce((sum, { tries }) => sum + tries, 0)).toBeGreaterThan(PAYOUTS);
    } finally {
      await stage.close();
    }
  },
  ENDS_WITHIN_MS + 10_000,
);

test(
  'a signer that signs anew while the last transfer may still happen pays twice, and the books show it',
  async () => {
    const stage = await openStage();
    try {
      const rows = rowsOf();
      // One double payment is the proof; a careless signer may take for ever to end.
      await liveUntilPaid(stage, rows, true, async () => (await arrivals(stage, rows)).length > PAYOUTS);
      expect((await arrivals(stage, rows)).length).toBeGreaterThan(PAYOUTS);
    } finally {
      await stage.close();
    }
  },
  ENDS_WITHIN_MS + 10_000,
);
