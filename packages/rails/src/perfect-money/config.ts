import { z } from 'zod';
import { type RailConfig, railRole } from '../config.ts';
import { milliseconds, secretList, wholeUnits } from '../config-fields.ts';
import { payoutLimit } from '../payout-limit.ts';
import type { WebhookSource } from '../source.ts';
import { createPerfectMoneyRail } from './index.ts';
import { createCheckout, createStatusUrl } from './sci.ts';

/** Deadline of one call; Perfect Money can be slow. */
const TIMEOUT_MS = 20_000;
/** Our wallet in the sandbox. */
const PM_WALLET = 'U1000001';

/** Our wallet, which customers pay into and payouts are made from. */
const wallet = z.string().regex(/^U\d{5,9}$/);

/** Alternate passphrases of our account, by which status calls are known: one, or two while it is being changed. */
const shop = { PM_WALLET: wallet, PM_ALTERNATE_PASSPHRASES: secretList };

const webVariables = z.object({
  ...shop,
  /** `https://perfectmoney.com/api/step1.asp` */
  PM_CHECKOUT_URL: z.url(),
  /** The customers' site, which payers come back to. */
  PUBLIC_URL: z.url(),
});

const workerVariables = z.object(shop);

const signerVariables = z.object({
  PM_URL: z.url(),
  PM_ACCOUNT_ID: z.string().min(1),
  PM_PASSPHRASE: z.string().min(1),
  PM_WALLET: wallet,
  /** Pause between reads of the wallet's history, which needs the spending credential. */
  PM_LIST_MS: milliseconds(5_000),
  /** Hard limit of one payout in US dollars: the signer rejects larger ones. */
  PM_PAYOUT_LIMIT: wholeUnits(5_000),
});

/** Configuration of Perfect Money. */
export const PERFECT_MONEY_CONFIG: RailConfig = {
  code: 'perfect-money',
  roles: {
    web: railRole(webVariables, (values, { site }) => ({
      code: 'perfect-money',
      ownAccounts: [values.PM_WALLET],
      payInAccounts: new Map([
        ['pm', values.PM_WALLET],
        ['e-voucher', values.PM_WALLET],
      ]),
      checkout: createCheckout({ url: values.PM_CHECKOUT_URL, publicUrl: values.PUBLIC_URL, shopName: site.title }),
      sources: [statusUrlOf(values)],
    })),
    worker: railRole(workerVariables, (values) => ({ code: 'perfect-money', sources: [statusUrlOf(values)] })),
    signer: railRole(signerVariables, (values, settings) => ({
      ...createPerfectMoneyRail({
        baseUrl: values.PM_URL,
        accountId: values.PM_ACCOUNT_ID,
        passPhrase: values.PM_PASSPHRASE,
        payerAccount: values.PM_WALLET,
        verified: settings.site.pmVerified,
        pollMs: values.PM_LIST_MS,
        timeoutMs: TIMEOUT_MS,
      }),
      payoutLimits: payoutLimit('pm', values.PM_PAYOUT_LIMIT),
    })),
  },
  secrets: ['PM_ACCOUNT_ID', 'PM_PASSPHRASE', 'PM_ALTERNATE_PASSPHRASES'],
  sandbox: {
    secrets: [
      { make: ({ integer }) => String(integer(1_000_000, 10_000_000)), heldAs: { signer: 'PM_ACCOUNT_ID', sandbox: 'SANDBOX_PM_ACCOUNT_ID' } },
      { make: ({ hex }) => hex(16), heldAs: { signer: 'PM_PASSPHRASE', sandbox: 'SANDBOX_PM_PASSPHRASE' } },
      {
        make: ({ hex }) => hex(16),
        heldAs: {
          web: 'PM_ALTERNATE_PASSPHRASES',
          worker: 'PM_ALTERNATE_PASSPHRASES',
          sandbox: 'SANDBOX_PM_ALTERNATE_PASSPHRASE',
        },
      },
    ],
    variables: ({ sandboxUrl }) => ({
      web: { PM_WALLET, PM_CHECKOUT_URL: `${sandboxUrl}/api/step1.asp` },
      worker: { PM_WALLET },
      signer: { PM_URL: sandboxUrl, PM_WALLET },
      sandbox: { SANDBOX_PM_WALLET: PM_WALLET },
    }),
  },
};

function statusUrlOf(values: z.output<typeof workerVariables>): WebhookSource {
  return createStatusUrl({ ourWallet: values.PM_WALLET, alternatePassphrases: values.PM_ALTERNATE_PASSPHRASES });
}
