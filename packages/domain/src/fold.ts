/** Removes diacritics, Vietnamese and others: `Đỗ  Thị Ánh` becomes `Do Thi Anh`. Keeps case, collapses and trims whitespace. */
export function foldVietnamese(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').replace(/\s+/g, ' ').trim();
}

/** Normalizes an account holder's name as banks write it (upper case, no diacritics), so that spellings of one name compare equal. */
export function foldHolderName(name: string): string {
  return foldVietnamese(name).toUpperCase();
}
