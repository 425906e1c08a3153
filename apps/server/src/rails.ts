import type { Settings } from '@quydoi/domain/settings';
import type { RailOptions } from '@quydoi/rails/registry';
import type { TronRailOptions } from '@quydoi/rails/tron/index';
import type { TronSecret } from '@quydoi/rails/tron/keys';
import type { Config } from './config.ts';

/** For one call to a provider of the bank rail. */
const BANK_TIMEOUT_MS = 10_000;

/** The bank rail as the worker uses it. */
export function bankOptions(config: Config<'worker'>, settings: Settings): NonNullable<RailOptions['bank']> {
  return {
    sepay: { secrets: config.SEPAY_WEBHOOK_SECRETS, apiBaseUrl: config.SEPAY_API_URL, apiToken: config.SEPAY_API_TOKEN },
    vietQr: { baseUrl: config.VIETQR_URL, clientId: config.VIETQR_CLIENT_ID, apiKey: config.VIETQR_API_KEY },
    collectionAccount: settings.collection.accountNumber,
    timeoutMs: BANK_TIMEOUT_MS,
  };
}

/** For one call to a node. */
const TRON_TIMEOUT_MS = 10_000;

/** TRON as the web uses it: addresses, and no node. */
export function tronAddressOptions(config: Config<'web'>): NonNullable<RailOptions['tron']> {
  return { xpub: config.TRON_XPUB, timeoutMs: TRON_TIMEOUT_MS };
}

/** TRON as the worker uses it: reading, and no key. */
export function tronReadingOptions(config: Config<'worker'>): NonNullable<RailOptions['tron']> {
  return { node: { baseUrl: config.TRON_URL, ...(config.TRON_API_KEY ? { apiKey: config.TRON_API_KEY } : {}) }, timeoutMs: TRON_TIMEOUT_MS };
}

/** For one call to Perfect Money, which is slow at times. */
const PERFECT_MONEY_TIMEOUT_MS = 20_000;

/** The Perfect Money rail as the signer uses it. */
export function perfectMoneyOptions(config: Config<'signer'>, settings: Settings): NonNullable<RailOptions['perfect-money']> {
  return {
    baseUrl: config.PM_URL,
    accountId: config.PM_ACCOUNT_ID,
    passPhrase: config.PM_PASSPHRASE,
    payerAccount: config.PM_WALLET,
    verified: settings.site.pmVerified,
    timeoutMs: PERFECT_MONEY_TIMEOUT_MS,
  };
}

/** The bank rail as the signer uses it: paying out. */
export function payOsOptions(config: Config<'signer'>): NonNullable<RailOptions['bank']> {
  const { PAYOS_URL, PAYOS_CLIENT_ID, PAYOS_API_KEY, PAYOS_CHECKSUM_KEY, PAYOS_ACCOUNT } = config;
  const payOs = {
    baseUrl: PAYOS_URL,
    clientId: PAYOS_CLIENT_ID,
    apiKey: PAYOS_API_KEY,
    checksumKey: PAYOS_CHECKSUM_KEY,
    sourceAccount: PAYOS_ACCOUNT,
  };
  return { payOs, timeoutMs: BANK_TIMEOUT_MS };
}

/** TRON as the signer uses it: signing, sending, and sweeping deposits. */
export function tronSigningOptions(config: Config<'signer'>): TronRailOptions & { readonly secret: TronSecret } {
  const key = config.TRON_API_KEY ? { apiKey: config.TRON_API_KEY } : {};
  return {
    node: { baseUrl: config.TRON_URL, ...key },
    ...(config.TRON_SECOND_URL ? { secondNode: { baseUrl: config.TRON_SECOND_URL } } : {}),
    secret: { seed: config.TRON_SEED },
    validityMs: config.TRON_VALIDITY_MS,
    expiryMarginMs: config.TRON_EXPIRY_MARGIN_MS,
    timeoutMs: TRON_TIMEOUT_MS,
  };
}
