/** Text without Vietnamese (or any other) marks: `Đỗ  Thị Ánh` is `Do Thi Anh`. Case stays; runs of blanks become one, none outside. */
export function foldVietnamese(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').replace(/\s+/g, ' ').trim();
}

/** A holder's name as banks write it: upper-case without marks. Two spellings of one name are equal after this. */
export function foldHolderName(name: string): string {
  return foldVietnamese(name).toUpperCase();
}
