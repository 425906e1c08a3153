import { type PerfectMoneyPayment, VOUCHERS } from './book.ts';
import type { Voucher } from './voucher-book.ts';

/** Header line of the history. */
export const HISTORY_HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo';

/** Header line of the list of created vouchers. */
const VOUCHERS_HEADER = 'Created,e-Voucher number,Activation code,Currency,Batch,Payer Account,Payee Account,Activated,Amount';

/** Dollars with two decimals. */
export function usd(cents: bigint): string {
  const text = cents.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Cents of an amount field; null unless it is a plain decimal above zero with at most two decimals. */
export function centsOf(text: string): bigint | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const cents = BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
  return cents > 0n ? cents : null;
}

/** A page with a table and a hidden input per field. */
export function fieldsPage(title: string, fields: Readonly<Record<string, string>>): string {
  const entries = Object.entries(fields).map(([name, value]) => [name, escapeHtml(value)] as const);
  const rows = entries.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join('\n');
  const inputs = entries.map(([name, value]) => `<input name='${name}' type='hidden' value='${value}'>`).join('\n');
  return `<html>\n<head>\n<title>${title}</title>\n</head>\n<body>\n\n<h1>${title}</h1>\n\n<table border=1>\n<tr><td><b>Name</b></td><td><b>Value</b></td></tr>\n${rows}\n</table>\n\n${inputs}\n</body>\n</html>\n`;
}

/** An error page. */
export function errorPage(title: string, text: string): string {
  return `<html>\n<head>\n<title>${title}</title>\n</head>\n<body>\n\n<h1>${title}</h1>\n<br/>\nError: ${escapeHtml(text)}\n<input name='ERROR' type='hidden' value='${escapeHtml(text)}'>\n</body>\n</html>\n`;
}

/** Error text of a request that is not done yet, or may be. */
export const BUSY_ERROR = 'Your previous request is still being processed. Please try again later.';

/** Page of a bot check in front of the provider. */
export const CAPTCHA_PAGE = `<!DOCTYPE html>
<html><head><title>Just a moment...</title></head>
<body><h1>Checking your browser</h1><form method="post"><input type="hidden" name="challenge" value="af31"><input name="captcha"><input type="submit" value="Continue"></form></body></html>
`;

/** The history of a wallet as CSV, other rows last. Memos are not escaped, as at the provider. */
export function historyCsv(account: string, payments: readonly PerfectMoneyPayment[], otherRows: readonly string[]): string {
  const lines = payments.map((payment) =>
    [
      historyTime(payment.at),
      payment.payer === account ? 'Charge' : 'Income',
      String(payment.batch),
      'USD',
      usd(payment.amount),
      payment.payer === account ? usd(payment.fee) : '0.00',
      payment.payer === VOUCHERS ? '' : payment.payer,
      payment.payee === VOUCHERS ? '' : payment.payee,
      payment.paymentId,
      payment.memo,
    ].join(','),
  );
  return `${[HISTORY_HEADER, ...lines, ...otherRows].join('\r\n')}\r\n`;
}

/** Created vouchers as CSV. */
export function vouchersCsv(vouchers: readonly Voucher[], otherRows: readonly string[]): string {
  const lines = vouchers.map(({ createdAt, number, code, currency, batch, issuer, amount, activated }) =>
    [
      historyTime(createdAt),
      number,
      code,
      currency,
      String(batch),
      issuer,
      activated?.account ?? '',
      activated ? historyTime(activated.at) : '',
      usd(amount),
    ].join(','),
  );
  return `${[VOUCHERS_HEADER, ...lines, ...otherRows].join('\r\n')}\r\n`;
}

/** A row of a created voucher that cannot be read. */
export function unreadableVoucherRow(account: string, at: Date): string {
  return `${historyTime(at)},12345,,1,,${account},,,1.2.3`;
}

/** Rows of the account's gold and bitcoin wallets, whose amounts have more than two decimals. */
export function otherWalletRows(at: Date): string[] {
  return [
    `${historyTime(at)},Income,600000001,OAU,1.23456,0.00000,G2000001,G1000001,,gold`,
    `${historyTime(at)},Income,600000002,BTC,0.001234,0.000000,B2000001,B1000001,,bitcoin`,
  ];
}

/** A row of the dollar wallet that cannot be read. */
export function unreadableRow(account: string, at: Date): string {
  return `${historyTime(at)},Income,600000003,USD,1.2.3,0.00,U2000001,${account},,`;
}

function historyTime(at: Date): string {
  const iso = at.toISOString();
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)} ${iso.slice(11, 16)}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
