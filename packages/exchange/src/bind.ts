import { AppError } from '@quydoi/contract/errors';
import type { Exchange } from '@quydoi/contract/ports';
import { isOutage } from '@quydoi/database/outage';
import { readShownPicture } from '@quydoi/database/repositories/articles';
import type { AccountDeps } from './accounts/account-deps.ts';
import { findAvatar, removeAvatar, setAvatar } from './accounts/avatar.ts';
import { changePassword } from './accounts/change-password.ts';
import { confirmPayer } from './accounts/confirm-payer.ts';
import { deleteAccount } from './accounts/delete-account.ts';
import { getIdentity, type IdentityDeps, submitOwnIdentity, uploadIdentityPart } from './accounts/identity/identity.ts';
import { login } from './accounts/login.ts';
import { loginWithCode } from './accounts/login-with-code.ts';
import { me } from './accounts/me.ts';
import { addPasskey, setUpPasskey } from './accounts/passkeys/add-passkey.ts';
import { loginWithPasskey, passkeyLogin } from './accounts/passkeys/login-with-passkey.ts';
import { listOwnPasskeys, removePasskey } from './accounts/passkeys/own-passkeys.ts';
import { register } from './accounts/register.ts';
import { forgotPassword, resetPassword } from './accounts/reset-password.ts';
import { lock, markUsed, readScreen, unlock } from './accounts/screen.ts';
import { listOwnSessions, logout, revokeOtherSessions, revokeSession } from './accounts/sessions-of-customer.ts';
import { readTwoFactor, replaceRecoveryCodes, turnOffTwoFactor } from './accounts/two-factor/change-two-factor.ts';
import { sendCode } from './accounts/two-factor/send-code.ts';
import { setUpSms } from './accounts/two-factor/set-up-sms.ts';
import { activateTwoFactor, setUpTwoFactor } from './accounts/two-factor/set-up-two-factor.ts';
import { updateProfile } from './accounts/update-profile.ts';
import { resendVerification, verifyEmail } from './accounts/verify-email.ts';
import { actOnOrder } from './actions/act-on-order.ts';
import { createClaim } from './actions/create-claim.ts';
import { readDecision } from './actions/decision.ts';
import { createDeliveries } from './config/deliveries.ts';
import { createPriceChart } from './config/price-chart.ts';
import type { Snapshots } from './config/snapshots.ts';
import { sendMessage } from './contact/send-message.ts';
import { getArticle } from './content/get-article.ts';
import { listArticles } from './content/list-articles.ts';
import { listQuestions } from './content/list-questions.ts';
import { createShownPictures } from './content/shown-pictures.ts';
import type { Ctx } from './context.ts';
import { accountName } from './lookups/account-name.ts';
import { adoptOrders } from './orders/adopt-orders.ts';
import { checkCoupon } from './orders/check-coupon.ts';
import { createOrder } from './orders/create-order.ts';
import { getOrder, pollOrder } from './orders/get-order.ts';
import { listOrders } from './orders/list-orders.ts';
import type { OrderDeps } from './orders/order-deps.ts';
import { quoteOrder } from './orders/quote-order.ts';
import { listDestinations, removeDestination, saveDestination } from './orders/saved-destinations.ts';
import { exportData } from './own-data/export-data.ts';
import { receiveWebhook } from './payments/receive-webhook.ts';
import { createReview } from './reviews/create-review.ts';
import { listReviews } from './reviews/list-reviews.ts';
import { checkVoucher } from './vouchers/check-voucher.ts';
import { revealVouchers } from './vouchers/reveal-vouchers.ts';
import { submitVoucher } from './vouchers/submit-voucher.ts';
import { askWithdrawal } from './wallets/ask-withdrawal.ts';
import { makeDepositAddress } from './wallets/deposit-address.ts';
import { listCoinTransactions } from './wallets/list-coin-transactions.ts';
import { listReferrals } from './wallets/list-referrals.ts';
import { getWallet, listStatement, listWithdrawals } from './wallets/read-wallet.ts';

/** Binds the customer use cases to a process's context and dependencies. Maps database outages to UNAVAILABLE. */
export function bindExchange(ctx: Ctx, snapshots: Snapshots, deps: OrderDeps, accounts: AccountDeps, identity: IdentityDeps): Exchange {
  const priceChart = createPriceChart(ctx);
  const deliveries = createDeliveries(ctx);
  const shownPictures = createShownPictures((hash) => readShownPicture(ctx.orm, hash));
  return mapOutages({
    config: {
      get: async () => snapshots.config().view,
      live: async () => snapshots.live().view,
      priceChart: (_caller, input) => priceChart(input),
      deliveries: () => deliveries.get(),
    },
    orders: {
      quote: (caller, input) => quoteOrder(ctx, deps, caller, input),
      create: (caller, input) => createOrder(ctx, deps, caller, input, (proof) => confirmPayer(ctx, accounts, caller, proof)),
      checkCoupon: (caller, input) => checkCoupon(ctx, caller, input),
      get: (caller, input) => getOrder(ctx, deps, caller, input),
      list: (caller, input) => listOrders(ctx, deps, caller, input),
      adopt: (caller, input) => adoptOrders(ctx, deps, caller, input),
      act: (caller, input) => actOnOrder(ctx, deps, caller, input),
      decision: (caller, input) => readDecision(ctx, deps, caller, input),
    },
    polled: { order: (caller, input) => pollOrder(deps, caller, input) },
    lookups: { accountName: (caller, input) => accountName(ctx, deps, caller, input) },
    claims: { create: (caller, input) => createClaim(ctx, deps, caller, input) },
    reviews: {
      create: (caller, input) => createReview(ctx, caller, input),
      list: (caller, input) => listReviews(ctx, caller, input),
    },
    vouchers: {
      submit: (caller, input) => submitVoucher(ctx, deps, caller, input),
      reveal: (caller, input) => revealVouchers(ctx, deps, caller, input),
      check: (_, input) => checkVoucher(ctx, deps, input),
    },
    accounts: {
      register: (caller, input) => register(ctx, accounts, caller, input),
      login: (caller, input) => login(ctx, accounts, caller, input),
      loginWithCode: (caller, input) => loginWithCode(ctx, accounts, caller, input),
      passkeyLogin: (caller) => passkeyLogin(ctx, accounts, caller),
      loginWithPasskey: (caller, input) => loginWithPasskey(ctx, accounts, caller, input),
      logout: (caller) => logout(ctx, accounts, caller),
      me: (caller) => me(ctx, accounts, caller),
      updateProfile: (caller, input) => updateProfile(ctx, accounts, caller, input),
      screen: (caller) => readScreen(ctx, caller),
      lockScreen: (caller) => lock(ctx, accounts, caller),
      unlockScreen: (caller, input) => unlock(ctx, accounts, caller, input),
      markUsed: (caller) => markUsed(ctx, accounts, caller),
      setAvatar: (caller, input) => setAvatar(ctx, accounts, identity.images, caller, input),
      removeAvatar: (caller) => removeAvatar(ctx, accounts, caller),
      exportData: (caller) => exportData(ctx, deps, accounts, caller),
      deleteAccount: (caller, input) => deleteAccount(ctx, accounts, caller, input),
      changePassword: (caller, input) => changePassword(ctx, accounts, caller, input),
      forgotPassword: (_, input) => forgotPassword(ctx, accounts, input),
      resetPassword: (caller, input) => resetPassword(ctx, accounts, caller, input),
      verifyEmail: (_, input) => verifyEmail(ctx, accounts, input),
      resendVerification: (caller) => resendVerification(ctx, accounts, caller),
      listSessions: (caller) => listOwnSessions(ctx, caller),
      revokeSession: (caller, input) => revokeSession(ctx, accounts, caller, input),
      revokeOtherSessions: (caller) => revokeOtherSessions(ctx, accounts, caller),
      twoFactor: (caller) => readTwoFactor(ctx, accounts, caller),
      setUpTwoFactor: (caller, input) => setUpTwoFactor(ctx, accounts, caller, input),
      setUpSms: (caller, input) => setUpSms(ctx, accounts, caller, input),
      sendCode: (caller, input) => sendCode(ctx, accounts, caller, input),
      activateTwoFactor: (caller, input) => activateTwoFactor(ctx, accounts, caller, input),
      replaceRecoveryCodes: (caller, input) => replaceRecoveryCodes(ctx, accounts, caller, input),
      turnOffTwoFactor: (caller, input) => turnOffTwoFactor(ctx, accounts, caller, input),
      listPasskeys: (caller) => listOwnPasskeys(ctx, accounts, caller),
      setUpPasskey: (caller, input) => setUpPasskey(ctx, accounts, caller, input),
      addPasskey: (caller, input) => addPasskey(ctx, accounts, caller, input),
      removePasskey: (caller, input) => removePasskey(ctx, accounts, caller, input),
    },
    identity: {
      get: (caller) => getIdentity(ctx, caller),
      uploadPart: (caller, input) => uploadIdentityPart(ctx, identity, caller, input),
      submit: (caller) => submitOwnIdentity(ctx, caller),
    },
    destinations: {
      list: (caller) => listDestinations(ctx, deps, caller),
      save: (caller, input) => saveDestination(ctx, deps, accounts, caller, input),
      remove: (caller, input) => removeDestination(ctx, deps, caller, input),
    },
    wallet: {
      get: (caller) => getWallet(ctx, caller),
      depositAddress: (caller, input) => makeDepositAddress(ctx, deps, caller, input),
      statement: (caller, input) => listStatement(ctx, caller, input),
      coinTransactions: (caller, input) => listCoinTransactions(ctx, caller, input),
      referrals: (caller, input) => listReferrals(ctx, caller, input),
      withdrawals: (caller, input) => listWithdrawals(ctx, caller, input),
      withdraw: (caller, input) => askWithdrawal(ctx, deps, accounts, caller, input),
    },
    contact: { send: (_, input) => sendMessage(ctx, accounts, input) },
    news: {
      list: (_, input) => listArticles(ctx, input),
      get: (_, input) => getArticle(ctx, input),
      questions: (_, input) => listQuestions(ctx, input),
    },
    pictures: { avatar: (caller, id) => findAvatar(ctx, caller, id), article: (hash) => shownPictures.get(hash) },
    webhooks: { receive: (input) => receiveWebhook(ctx, deps, input) },
  });
}

function rethrowMapped(error: unknown): never {
  throw isOutage(error) ? new AppError('UNAVAILABLE', {}, { cause: 'database' }) : error;
}

/** Wraps every procedure of a port: database outages become UNAVAILABLE, which callers may retry. */
function mapOutages<T extends object>(port: T): T {
  const entries = Object.entries(port).map(([name, part]: [string, unknown]) => {
    if (typeof part === 'object' && part !== null) return [name, mapOutages(part)];
    // Arguments are (caller, input), or the input alone.
    const useCase = part as (first: unknown, second: unknown) => unknown;
    return [
      name,
      (first: unknown, second: unknown) => {
        const result = useCase(first, second);
        return result instanceof Promise ? result.catch(rethrowMapped) : result;
      },
    ];
  });
  return Object.fromEntries(entries) as T;
}
