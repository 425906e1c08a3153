/** Longest name of an account holder that a customer may type. */
export const HOLDER_NAME_LENGTH_MAX = 70;
const HOLDER_NAME_LENGTH_MIN = 2;

/** Letters of banks' records, with what companies' names contain besides. */
const BANK_NAME = /^[A-Z](?:[A-Z0-9 .,&()/'-]*[A-Z0-9.)])?$/;

/**
 * Reads the name of a bank account's holder as banks write it: Latin capitals without marks, single blanks. Vietnamese names keep their letters
 * (`Nguyễn Văn Đức` → `NGUYEN VAN DUC`). Null when it is none.
 */
export function readHolderName(text: string): string | null {
  const name = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/g, 'D').toUpperCase().trim().replaceAll(/\s+/g, ' ');
  return name.length >= HOLDER_NAME_LENGTH_MIN && name.length <= HOLDER_NAME_LENGTH_MAX && BANK_NAME.test(name) ? name : null;
}
