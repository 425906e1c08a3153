/** The signer: the one role with spending credentials. It believes no other role: every payout is checked again from the records. */
import { CURRENCIES, type CurrencyCode, type ReserveCode } from '@quydoi/domain/currencies';
import type { Settings } from '@quydoi/domain/settings';
import { sweepDeposits } from '@quydoi/exchange/deposits/sweep-deposits';
import { answerWalletLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { reconcile } from '@quydoi/exchange/payments/reconcile';
import { OBLIGATIONS } from '@quydoi/exchange/payouts/obligations/registry';
import { sendPayouts } from '@quydoi/exchange/payouts/send-payouts';
import { settleAttempts } from '@quydoi/exchange/payouts/settle-attempts';
import type { SignerCtx } from '@quydoi/exchange/payouts/signer';
import { watchSettled } from '@quydoi/exchange/payouts/watch-settled';
import { createRails } from '@quydoi/rails/registry';
import { tronKeys } from '@quydoi/rails/tron/keys';
import { readConfig } from '../config.ts';
import { readEnvironment } from '../env.ts';
import { payOsOptions, perfectMoneyOptions, tronSigningOptions } from '../rails.ts';
import { openRole } from '../role.ts';

const POOL_SIZE = 8;
const POLL_MS = 1_000;
/** Attempts are looked at more often than everything else: a customer waits for each. */
const SETTLE_MS = 250;
/** Payouts that may still be given back are waited for by nobody. */
const WATCH_MS = 2_000;
const SWEEP_MS = 5_000;

const config = readConfig('signer', readEnvironment());
const role = await openRole('signer', config, railsOf, POOL_SIZE);
const ctx: SignerCtx = {
  ...role.ctx,
  ownAccounts: new Set([
    config.PM_WALLET,
    config.PAYOS_ACCOUNT,
    (await role.ctx.settings()).collection.accountNumber,
    tronKeys({ seed: config.TRON_SEED }).hotWallet.address,
  ]),
  payoutCaps: new Map([capOf('pm', config.PM_PAYOUT_CAP), capOf('trc20', config.TRON_PAYOUT_CAP), capOf('vnd', config.VND_PAYOUT_CAP)]),
  patienceMs: config.PATIENCE_MS,
  inFlight: new Set(),
  obligations: OBLIGATIONS,
};

function railsOf(settings: Settings): ReturnType<typeof createRails> {
  return createRails({
    'perfect-money': perfectMoneyOptions(config, settings),
    bank: payOsOptions(config),
    tron: tronSigningOptions(config),
  });
}

/** Whole units of a currency, as its reserve counts. */
function capOf(code: CurrencyCode, units: number): [ReserveCode, bigint] {
  return [CURRENCIES[code].reserve, BigInt(units) * 10n ** BigInt(CURRENCIES[code].scale)];
}

role.poll('send payouts', (_, stopped) => sendPayouts(ctx, stopped), POLL_MS, ['payout']);
role.poll('settle attempts', () => settleAttempts(ctx), SETTLE_MS);
role.poll('watch settled payouts', () => watchSettled(ctx), WATCH_MS);
role.poll('lookups', answerWalletLookups, POLL_MS, ['lookup']);
role.poll('sweep deposits', () => sweepDeposits(ctx, { rail: 'tron', min: capOf('trc20', config.TRON_SWEEP_MIN)[1] }), SWEEP_MS);
// The wallet's history needs the spending credential; what it tells is only journalled here.
role.poll('payments into the wallet', () => reconcile(ctx, 'perfect-money'), config.PM_LIST_MS);
role.start();
