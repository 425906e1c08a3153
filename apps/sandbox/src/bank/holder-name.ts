import { createHash } from 'node:crypto';

const FAMILY = ['NGUYEN', 'TRAN', 'LE', 'PHAM', 'HOANG', 'HUYNH', 'PHAN', 'VU', 'VO', 'DANG', 'BUI', 'DO', 'HO', 'NGO', 'DUONG', 'LY'] as const;
const MIDDLE = ['VAN', 'THI', 'MINH', 'NGOC', 'HUU', 'DUC', 'THANH', 'QUANG', 'HONG', 'KIM', 'XUAN', 'GIA', 'BAO', 'ANH', 'TUAN', 'PHUONG'] as const;
const GIVEN = ['AN', 'BINH', 'CUONG', 'DUNG', 'GIANG', 'HA', 'HUNG', 'KHANH', 'LAN', 'LINH', 'MAI', 'NAM', 'PHUC', 'QUAN', 'THAO', 'TRANG'] as const;

/** Name of a bank account's holder in the capitals that Vietnamese banks use, derived from the account, so always the same. */
export function bankHolderOf(bin: string, account: string): string {
  const bytes = createHash('sha256').update(`${bin}:${account}`).digest();
  const pick = (list: readonly string[], index: number) => list[(bytes[index] ?? 0) % list.length] ?? '';
  return `${pick(FAMILY, 0)} ${pick(MIDDLE, 1)} ${pick(GIVEN, 2)}`;
}
