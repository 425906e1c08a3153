import { z } from 'zod';
import { type RailConfig, railRole } from '../config.ts';
import { milliseconds, secretList, unmarked, wholeUnits } from '../config-fields.ts';
import { payoutLimit } from '../payout-limit.ts';
import { createWebMoneyRail } from './index.ts';
import { openKeyFile } from './key-file.ts';
import { createCheckout, createResultUrl } from './merchant.ts';
import { makeSandboxKey } from './sandbox-key.ts';

/** Deadline of one call. */
const TIMEOUT_MS = 20_000;
/** Our purse, WMID and the password of our key in the sandbox. */
const WEBMONEY_PURSE = 'Z100000000001';
const WEBMONEY_WMID = '100000000002';
const WEBMONEY_KEY_PASSWORD = 'sandbox-key-password';

/** Our purse, which customers pay into and payouts are made from. */
const purse = z.string().regex(/^Z\d{12}$/);
/** Hex of the key file (`.kwm`, 164 bytes). */
const keyFile = unmarked(/^[0-9a-f]{328}$/);
/** Secret keys of the purse in the merchant interface: one, or two while it is being changed. */
const merchant = { WEBMONEY_PURSE: purse, WEBMONEY_MERCHANT_SECRETS: secretList };

const webVariables = z.object({
  ...merchant,
  /** `https://merchant.web.money/lmi/payment.asp` */
  WEBMONEY_MERCHANT_URL: z.url(),
});

const workerVariables = z.object(merchant);

const signerVariables = z.object({
  WEBMONEY_PURSE: purse,
  WEBMONEY_JSON_URL: z.url(),
  WEBMONEY_TOKEN: z.string().min(16),
  /** Interfaces X8 and X11 for holders' names. */
  WEBMONEY_XML_URL: z.url(),
  WEBMONEY_PASSPORT_URL: z.url(),
  WEBMONEY_WMID: z.string().regex(/^\d{12}$/),
  WEBMONEY_KEY: keyFile,
  WEBMONEY_KEY_PASSWORD: z.string().min(1),
  /** Pause between reads of the purse's operations, which need the spending token. */
  WEBMONEY_LIST_MS: milliseconds(5_000),
  /** Hard limit of one payout in WMZ: the signer rejects larger ones. */
  WMZ_PAYOUT_LIMIT: wholeUnits(5_000),
});

/** Configuration of WebMoney. */
export const WEBMONEY_CONFIG: RailConfig = {
  code: 'webmoney',
  roles: {
    web: railRole(webVariables, (values) => ({
      code: 'webmoney',
      ownAccounts: [values.WEBMONEY_PURSE],
      payInAccounts: new Map([['wmz', values.WEBMONEY_PURSE]]),
      checkout: createCheckout(values.WEBMONEY_MERCHANT_URL),
      sources: [createResultUrl({ ourPurse: values.WEBMONEY_PURSE, secrets: values.WEBMONEY_MERCHANT_SECRETS })],
    })),
    worker: railRole(workerVariables, (values) => ({
      code: 'webmoney',
      sources: [createResultUrl({ ourPurse: values.WEBMONEY_PURSE, secrets: values.WEBMONEY_MERCHANT_SECRETS })],
    })),
    signer: railRole(signerVariables, (values) => ({
      ...createWebMoneyRail({
        jsonUrl: values.WEBMONEY_JSON_URL,
        token: values.WEBMONEY_TOKEN,
        ourPurse: values.WEBMONEY_PURSE,
        interfacesUrl: values.WEBMONEY_XML_URL,
        passportsUrl: values.WEBMONEY_PASSPORT_URL,
        winPro: {
          wmid: values.WEBMONEY_WMID,
          key: openKeyFile(Buffer.from(values.WEBMONEY_KEY, 'hex'), values.WEBMONEY_WMID, values.WEBMONEY_KEY_PASSWORD),
        },
        pollMs: values.WEBMONEY_LIST_MS,
        timeoutMs: TIMEOUT_MS,
      }),
      payoutLimits: payoutLimit('wmz', values.WMZ_PAYOUT_LIMIT),
    })),
  },
  secrets: ['WEBMONEY_TOKEN', 'WEBMONEY_KEY', 'WEBMONEY_KEY_PASSWORD', 'WEBMONEY_MERCHANT_SECRETS'],
  sandbox: {
    secrets: [
      { make: ({ hex }) => hex(32), heldAs: { signer: 'WEBMONEY_TOKEN', sandbox: 'SANDBOX_WEBMONEY_TOKEN' } },
      { make: (random) => makeSandboxKey(random, WEBMONEY_WMID, WEBMONEY_KEY_PASSWORD), heldAs: { signer: 'WEBMONEY_KEY' } },
      {
        make: ({ hex }) => hex(16),
        heldAs: { web: 'WEBMONEY_MERCHANT_SECRETS', worker: 'WEBMONEY_MERCHANT_SECRETS', sandbox: 'SANDBOX_WEBMONEY_MERCHANT_SECRET' },
      },
    ],
    derived: [
      {
        of: ['signer', 'WEBMONEY_KEY'],
        make: (key) => modulusOf(key),
        heldAs: { sandbox: 'SANDBOX_WEBMONEY_MODULUS' },
      },
    ],
    variables: ({ sandboxUrl, exchangeUrl }) => ({
      web: { WEBMONEY_PURSE, WEBMONEY_MERCHANT_URL: `${sandboxUrl}/lmi/payment.asp` },
      worker: { WEBMONEY_PURSE },
      signer: {
        WEBMONEY_PURSE,
        WEBMONEY_WMID,
        WEBMONEY_KEY_PASSWORD,
        WEBMONEY_JSON_URL: `${sandboxUrl}/json/V1`,
        WEBMONEY_XML_URL: sandboxUrl,
        WEBMONEY_PASSPORT_URL: sandboxUrl,
      },
      sandbox: {
        SANDBOX_WEBMONEY_PURSE: WEBMONEY_PURSE,
        SANDBOX_WEBMONEY_WMID: WEBMONEY_WMID,
        SANDBOX_WEBMONEY_RESULT_URL: `${exchangeUrl}/webhooks/webmoney`,
      },
    }),
  },
};

/** Public half of the sandbox's key, with which it checks our signatures. */
function modulusOf(marked: string): string {
  const file = Buffer.from(marked.replace(/^sandbox-/, ''), 'hex');
  return openKeyFile(file, WEBMONEY_WMID, WEBMONEY_KEY_PASSWORD).modulus.toString(16);
}
