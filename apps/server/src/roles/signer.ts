/** The signer: the one role with spending credentials. It believes no other role: every payout is checked again from the records. */
import { CURRENCIES } from '@quydoi/domain/currencies';
import { answerWalletLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { reconcile } from '@quydoi/exchange/payments/reconcile';
import { sendPayouts } from '@quydoi/exchange/payouts/send-payouts';
import { settleAttempts } from '@quydoi/exchange/payouts/settle-attempts';
import type { SignerCtx } from '@quydoi/exchange/payouts/signer';
import { createRails } from '@quydoi/rails/registry';
import { readConfig } from '../config.ts';
import { readEnvironment } from '../env.ts';
import { perfectMoneyOptions } from '../rails.ts';
import { openRole } from '../role.ts';

const POOL_SIZE = 8;
const SWEEP_MS = 1_000;
/** Attempts are looked at more often than everything else: a customer waits for each. */
const SETTLE_MS = 250;

const config = readConfig('signer', readEnvironment());
const role = await openRole('signer', config, (settings) => createRails({ 'perfect-money': perfectMoneyOptions(config, settings) }), POOL_SIZE);
const ctx: SignerCtx = {
  ...role.ctx,
  ownAccounts: new Set([config.PM_WALLET]),
  payoutCaps: new Map([[CURRENCIES.pm.reserve, BigInt(config.PM_PAYOUT_CAP) * 10n ** BigInt(CURRENCIES.pm.scale)]]),
  patienceMs: config.PATIENCE_MS,
  inFlight: new Set(),
};

role.sweep('send payouts', () => sendPayouts(ctx), SWEEP_MS, ['payout']);
role.sweep('settle attempts', () => settleAttempts(ctx), SETTLE_MS);
role.sweep('lookups', answerWalletLookups, SWEEP_MS, ['lookup']);
// The wallet's history needs the spending credential; what it tells is only journalled here.
role.sweep('payments into the wallet', () => reconcile(ctx, 'perfect-money'), config.PM_LIST_MS);
role.start();
