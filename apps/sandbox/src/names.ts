import { createHash } from 'node:crypto';

const FAMILY = ['NGUYEN', 'TRAN', 'LE', 'PHAM', 'HOANG', 'HUYNH', 'PHAN', 'VU', 'VO', 'DANG', 'BUI', 'DO', 'HO', 'NGO', 'DUONG', 'LY'] as const;
const MIDDLE = ['VAN', 'THI', 'MINH', 'NGOC', 'HUU', 'DUC', 'THANH', 'QUANG', 'HONG', 'KIM', 'XUAN', 'GIA', 'BAO', 'ANH', 'TUAN', 'PHUONG'] as const;
const GIVEN = ['AN', 'BINH', 'CUONG', 'DUNG', 'GIANG', 'HA', 'HUNG', 'KHANH', 'LAN', 'LINH', 'MAI', 'NAM', 'PHUC', 'QUAN', 'THAO', 'TRANG'] as const;
const LATIN = [
  'John Smith',
  "Sean O'Brien",
  'Maria Garcia',
  'Ivan Petrov',
  'D&B Trading Ltd',
  'Anna "Ann" Lee',
  'Nguyen Van Nam',
  'Tran Thi Hoa',
] as const;

/** The same holder's name for the same account, in the capitals that Vietnamese banks use. */
export function bankHolderOf(bin: string, account: string): string {
  const bytes = createHash('sha256').update(`${bin}:${account}`).digest();
  const pick = (list: readonly string[], index: number) => list[(bytes[index] ?? 0) % list.length] ?? '';
  return `${pick(FAMILY, 0)} ${pick(MIDDLE, 1)} ${pick(GIVEN, 2)}`;
}

/** The same holder's name for the same wallet; some hold the quotes and signs that real names do. */
export function walletHolderOf(account: string): string {
  return LATIN[(createHash('sha256').update(account).digest()[0] ?? 0) % LATIN.length] ?? LATIN[0];
}
