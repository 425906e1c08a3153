import { InvariantError } from '../invariant.ts';

/*
 * VietQR payment codes: EMVCo merchant-presented TLV (two digits id, two digits length, value) with the NAPAS account template of VietQR.
 */

/** NAPAS' application identifier. */
const NAPAS_AID = 'A000000727';
const SERVICES = { account: 'QRIBFTTA', card: 'QRIBFTTC' } as const;
const CURRENCY_VND = '704';
/** Maximum digits of an amount. */
const AMOUNT_LENGTH_MAX = 13;
/** Maximum characters of memo and bill number. */
export const VIETQR_MEMO_LENGTH_MAX = 25;

/** Kind of a transfer's destination number. */
export type VietQrService = keyof typeof SERVICES;

/** Content of a VietQR code. */
export interface VietQr {
  /** Bank identification number, six digits. */
  readonly bin: string;
  /** Account or card number, up to 19 letters and digits. */
  readonly account: string;
  /** Whole dong; null lets the payer enter it. */
  readonly amount: bigint | null;
  /** Memo on the receiver's statement; ASCII, at most 25 characters. */
  readonly memo: string | null;
  /** Bill number; ASCII, at most 25 characters. */
  readonly bill?: string | null;
  readonly service?: VietQrService;
}

/** Parsed content of a VietQR code. */
export interface ParsedVietQr extends Required<VietQr> {
  /** Whether the code is for a single payment (point of initiation 12). */
  readonly dynamic: boolean;
}

/**
 * Encodes the payload of a VietQR code. A code with an amount is for a single payment.
 * @throws InvariantError when a field does not fit the format
 */
export function vietQrPayload({ bin, account, amount, memo, bill = null, service = 'account' }: VietQr): string {
  requireThat(/^\d{6}$/.test(bin), 'BIN');
  requireThat(/^[0-9A-Za-z]{1,19}$/.test(account), 'account');
  requireThat(amount === null || (amount > 0n && amount.toString().length <= AMOUNT_LENGTH_MAX), 'amount');
  for (const text of [memo, bill]) requireThat(text === null || isPrintable(text), 'memo or bill number');
  const beneficiary = field('00', bin) + field('01', account);
  const additional = (bill === null ? '' : field('01', bill)) + (memo === null ? '' : field('08', memo));
  const body = [
    field('00', '01'),
    field('01', amount === null ? '11' : '12'),
    field('38', field('00', NAPAS_AID) + field('01', beneficiary) + field('02', SERVICES[service])),
    field('53', CURRENCY_VND),
    amount === null ? '' : field('54', amount.toString()),
    field('58', 'VN'),
    additional === '' ? '' : field('62', additional),
    '6304',
  ].join('');
  return body + checksum(body);
}

/** Parses a VietQR code. @returns null unless the checksum is right and the code is a transfer in dong to an account or card */
export function parseVietQr(payload: string): ParsedVietQr | null {
  const body = payload.slice(0, -4);
  if (!isAscii(payload) || !body.endsWith('6304') || checksum(body) !== payload.slice(-4).toUpperCase()) return null;
  const root = fieldsOf(payload);
  const template = fieldsOf(root?.get('38') ?? '');
  const beneficiary = fieldsOf(template?.get('01') ?? '');
  const additional = fieldsOf(root?.get('62') ?? '');
  if (!root || !template || !beneficiary || !additional) return null;
  if (root.get('00') !== '01' || root.get('53') !== CURRENCY_VND || template.get('00') !== NAPAS_AID) return null;
  const service = (Object.keys(SERVICES) as VietQrService[]).find((name) => SERVICES[name] === template.get('02'));
  const bin = beneficiary.get('00') ?? '';
  const account = beneficiary.get('01') ?? '';
  const amount = root.get('54') ?? null;
  if (!service || !/^\d{6}$/.test(bin) || !/^[0-9A-Za-z]{1,19}$/.test(account)) return null;
  if (amount !== null && !/^\d{1,13}$/.test(amount)) return null;
  return {
    bin,
    account,
    amount: amount === null ? null : BigInt(amount),
    memo: additional.get('08') ?? null,
    bill: additional.get('01') ?? null,
    service,
    dynamic: root.get('01') === '12',
  };
}

/** CRC-16/CCITT-FALSE (polynomial 1021, start FFFF, no reflection) of ASCII text, four upper-case hex digits. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  return `${id}${value.length.toString().padStart(2, '0')}${value}`;
}

/** Parses TLV fields by id; null when lengths do not add up or an id is repeated. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    if (!head?.[1] || !head[2]) return null;
    const end = at + 4 + Number(head[2]);
    if (end > text.length || fields.has(head[1])) return null;
    fields.set(head[1], text.slice(at + 4, end));
    at = end;
  }
  return fields;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function isPrintable(text: string): boolean {
  return text.length > 0 && text.length <= VIETQR_MEMO_LENGTH_MAX && isAscii(text);
}

function requireThat(holds: boolean, what: string): void {
  if (!holds) throw new InvariantError(`VietQR: ${what} does not fit`);
}
