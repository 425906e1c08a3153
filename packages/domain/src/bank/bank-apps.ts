/*
 * Banking apps that open from a web page with the transfer filled in, through VietQR.io's links.
 * Source: https://www.vietqr.io/deeplink (parameters) and https://www.vietqr.io/changelog (apps that fill the transfer in: 2.12 OCB, 2.15 ACB,
 * 2.16 BIDV, 2.17 VietinBank, 2.18 MB), as of 2026-11. VietQR.io lists more apps, which only open; those are left out.
 */

const PAY_URL = 'https://dl.vietqr.io/pay';

/** VietQR.io's id of the app, by our code of the bank. */
const APPS: Readonly<Record<string, string>> = { ocb: 'ocb', acb: 'acb', bidv: 'bidv', vietin: 'icb', mb: 'mb' };

/** VietQR.io's code of a bank where it is not ours: `code` of https://api.vietqr.io/v2/banks in lower case. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  vietin: 'icb',
  agribank: 'vba',
  bvbank: 'vccb',
  baoviet: 'bvb',
  sgb: 'sgicb',
  vcbneo: 'cbb',
  shinhan: 'shbvn',
};

/** Transfer in dong that a banking app is to fill in. `bank`: our code of the receiving bank; `amount`: whole dong. */
export interface AppTransfer {
  readonly bank: string;
  readonly account: string;
  readonly accountName: string;
  readonly amount: bigint;
  readonly memo: string;
  /** Page that the app returns to after the payment. Apps and VietQR.io read it: it must hold no secret. */
  readonly returnUrl: string;
}

/** URL that opens a bank's app with the transfer filled in; null for banks without such an app. @param payerBank our code of the payer's bank */
export function bankAppUrl(payerBank: string, { bank, account, accountName, amount, memo, returnUrl }: AppTransfer): string | null {
  const app = Object.hasOwn(APPS, payerBank) ? APPS[payerBank] : undefined;
  if (app === undefined) return null;
  const parameters = {
    app,
    ba: `${account}@${vietQrCode(bank)}`,
    am: amount.toString(),
    tn: memo,
    bn: accountName,
    url: returnUrl,
  };
  // Percent-encoded throughout: apps do not read `+` as a space.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`);
  return `${PAY_URL}?${query.join('&')}`;
}

function vietQrCode(bank: string): string {
  return Object.hasOwn(OTHER_CODES, bank) ? (OTHER_CODES[bank] ?? bank) : bank;
}
