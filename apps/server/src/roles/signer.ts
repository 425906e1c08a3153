/** The signer: the only role with spending credentials. Trusts no other role and validates every payout against evidence that it reads itself. */
import type { NetworkCode } from '@quydoi/domain/networks';
import { boostDeposits } from '@quydoi/exchange/deposits/boost-deposits';
import { sweepDeposits } from '@quydoi/exchange/deposits/sweep-deposits';
import { createAddressWatch } from '@quydoi/exchange/deposits/watch-addresses';
import { eraseOldEvidence } from '@quydoi/exchange/jobs/prune';
import { createSealCheck, sealRows } from '@quydoi/exchange/jobs/seal';
import { answerLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { createFirstHandReaders } from '@quydoi/exchange/payments/read-first-hand';
import { readRequested } from '@quydoi/exchange/payments/read-requested';
import { checkBalances } from '@quydoi/exchange/payouts/check-balances';
import { providersOf } from '@quydoi/exchange/payouts/providers';
import { sendPayouts } from '@quydoi/exchange/payouts/send-payouts';
import { settleAttempts, wakeSettling } from '@quydoi/exchange/payouts/settle-attempts';
import { watchFailed } from '@quydoi/exchange/payouts/watch-failed';
import { watchFeeCoin } from '@quydoi/exchange/payouts/watch-fee-coin';
import { createNodeWatch, NODE_POLL_MS } from '@quydoi/exchange/payouts/watch-nodes';
import { createPriceWatch, PRICE_POLL_MS } from '@quydoi/exchange/payouts/watch-prices';
import { PROVIDER_POLL_MS, SUSPENSION_POLL_MS, watchProvider, watchSuspension } from '@quydoi/exchange/payouts/watch-provider';
import { watchSettled } from '@quydoi/exchange/payouts/watch-settled';
import { watchStuck } from '@quydoi/exchange/payouts/watch-stuck';
import { activateVouchers } from '@quydoi/exchange/vouchers/activate-vouchers';
import { answerVoucherChecks } from '@quydoi/exchange/vouchers/answer-checks';
import { chargeOrders } from '@quydoi/exchange/wallets/charge-orders';
import { creditDeposits } from '@quydoi/exchange/wallets/credit-deposits';
import { creditPayouts } from '@quydoi/exchange/wallets/credit-payouts';
import { creditReferrals } from '@quydoi/exchange/wallets/credit-referrals';
import { giveBackWithdrawals } from '@quydoi/exchange/wallets/give-back-withdrawals';
import { takeWithdrawals } from '@quydoi/exchange/wallets/take-withdrawals';
import { watchWithdrawals } from '@quydoi/exchange/wallets/watch-withdrawals';
import { createRails } from '@quydoi/rails/registry';
import { readConfig } from '../config.ts';
import { readEnvironment } from '../env.ts';
import { pollSources } from '../poll-sources.ts';
import { openRole } from '../role.ts';
import { signerContext } from '../signer-context.ts';
import { registerSealGauges } from '../telemetry/seal-gauges.ts';

const POOL_SIZE = 16;
const POLL_MS = 1_000;
/** Each payment wakes every network's readers, and looking for unread payments costs the more the more there were lately. */
const CONFIRM_GAP_MS = 200;
/** Polling interval of due attempts: short, because a customer waits for each. */
const DUE_ATTEMPTS_MS = 250;
/** Polling interval of each provider's settle loop, which is also woken when attempts are due. */
const SETTLE_MS = 5_000;
/** Polling interval of reversal checks, which are not urgent. */
const WATCH_MS = 2_000;
/** Interval of sealing. New rows are sealed within twice this time. */
const SEAL_MS = 10_000;
const SEAL_CHECK_MS = 30_000;

const ERASE_MS = 3_600_000;
/** Polling interval of payments that operators asked to read again. */
const REQUESTED_MS = 5_000;

const config = readConfig('signer', readEnvironment());
const role = await openRole('signer', config, (settings) => createRails('signer', config, settings), POOL_SIZE);
const ctx = signerContext(role, config);

// Sources that need a spending credential; their payments are only journalled here.
await pollSources(role);
const settling = new Map<NetworkCode, { wake(): void }>();
// Each network has poll loops of its own, and each payout provider, so that a provider that hangs delays no other.
for (const { code, payouts, lookup, sweeps, boosts, watched, vouchers } of ctx.rails.values()) {
  for (const [index, reader] of createFirstHandReaders(ctx, code).entries()) {
    // The webhook that triggers the worker's read also triggers this one, so that the payment is confirmed by the time its payout is made.
    role.on('webhook', reader.hint);
    role.poll(`confirm payments ${code}${index === 0 ? '' : ` ${index + 1}`}`, reader.run, POLL_MS, ['webhook', 'payment'], CONFIRM_GAP_MS);
  }
  if (payouts) {
    role.poll(`send ${code}`, (_, stopped) => sendPayouts(ctx, code, stopped), POLL_MS, ['payout']);
    const loops = providersOf(ctx, code).map(({ key }) => {
      role.poll(`watch ${key}`, (_, stopped) => watchSettled(ctx, key, stopped), WATCH_MS);
      role.poll(`watch failed ${key}`, (_, stopped) => watchFailed(ctx, key, stopped), WATCH_MS);
      return role.poll(`settle ${key}`, (_, stopped) => settleAttempts(ctx, key, stopped), SETTLE_MS);
    });
    settling.set(code, { wake: () => loops.forEach((loop) => void loop.wake()) });
    role.poll(`provider ${code}`, () => watchProvider(ctx, code), PROVIDER_POLL_MS);
    role.poll(`stuck payouts ${code}`, () => watchStuck(ctx, code), PROVIDER_POLL_MS);
    role.poll(`fee coin ${code}`, () => watchFeeCoin(ctx, code), config.FEE_COIN_CHECK_MS);
    role.poll(`balances ${code}`, () => checkBalances(ctx, code, config.BALANCE_CHECK_MS), config.BALANCE_CHECK_MS);
    role.poll(`suspension ${code}`, () => watchSuspension(ctx, code), SUSPENSION_POLL_MS);
  }
  if (lookup) role.poll(`lookups ${code}`, (_, stopped) => answerLookups(ctx, code, stopped), POLL_MS, ['lookup']);
  if (vouchers) {
    role.poll(`vouchers ${code}`, () => activateVouchers(ctx, code), POLL_MS, ['voucher']);
    role.poll(`voucher checks ${code}`, () => answerVoucherChecks(ctx, code), POLL_MS, ['voucher']);
  }
  if (sweeps) role.poll(`sweep ${code}`, () => sweepDeposits(ctx, code), sweeps.pollMs);
  if (boosts) role.poll(`boost ${code}`, () => boostDeposits(ctx, code), boosts.pollMs);
  const watchAddresses = createAddressWatch(ctx, code);
  if (watched && watchAddresses) role.poll(`addresses ${code}`, watchAddresses, watched.pollMs);
  const watchNodes = createNodeWatch(ctx, code);
  if (watchNodes) role.poll(`nodes ${code}`, watchNodes, NODE_POLL_MS);
}
role.poll('credit deposits', () => creditDeposits(ctx), POLL_MS, ['deposit', 'first_hand']);
role.poll('charge orders', () => chargeOrders(ctx), POLL_MS, ['order_to_charge']);
role.poll('credit payouts', (_, stopped) => creditPayouts(ctx, stopped), POLL_MS, ['payout']);
role.poll('credit referrals', () => creditReferrals(ctx), POLL_MS, ['referral']);
role.poll('take withdrawals', () => takeWithdrawals(ctx), POLL_MS, ['withdrawal']);
role.poll('give withdrawals back', () => giveBackWithdrawals(ctx), POLL_MS, ['withdrawal']);
role.poll('watch withdrawals', () => watchWithdrawals(ctx), WATCH_MS);
role.poll('read requested payments', readRequested, REQUESTED_MS);
role.poll('due attempts', () => wakeSettling(ctx, settling), DUE_ATTEMPTS_MS);
role.poll('prices', createPriceWatch(ctx), PRICE_POLL_MS, ['setting']);
role.poll('erase old evidence', eraseOldEvidence, ERASE_MS);
role.poll('seal', () => sealRows(ctx), SEAL_MS);
role.poll('check seals', createSealCheck(), SEAL_CHECK_MS);
registerSealGauges(role.telemetry.registry, ctx.orm);
role.start();
