import { clsx } from 'clsx';

/** Brand colours of common banks, with AA contrast for white text. Other banks get a colour by a hash of their code. */
const BANK_COLOURS: Readonly<Record<string, string>> = {
  vcb: '#0a6b3d',
  vietin: '#0b5c93',
  bidv: '#006b68',
  agribank: '#8f1d2c',
  tcb: '#c21f2c',
  mb: '#1c3f94',
  acb: '#1b4f9c',
  vpb: '#0b6b39',
  tpb: '#5a2d82',
  stb: '#0a5aa5',
  hdb: '#b3171d',
  vib: '#0b5ba8',
  shb: '#b0500a',
  msb: '#b3281d',
  ocb: '#0a6a37',
  scb: '#1a4d9c',
  eib: '#1c5aa8',
  lpb: '#a8500a',
  seab: '#a81c1c',
};
const OTHER_COLOURS = ['#0b6475', '#4a4f8f', '#6b4a1c', '#7a2f5c', '#2f5d3a', '#5a3a7a'];

/** Tile with a bank's initials. Decorative: show the bank's name next to it. */
export function BankTile({ code, name, className }: { readonly code: string; readonly name: string; readonly className?: string }) {
  const letters = lettersOf(code, name);
  const sum = [...code].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const background = BANK_COLOURS[code] ?? OTHER_COLOURS[sum % OTHER_COLOURS.length];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'flex size-8 shrink-0 items-center justify-center rounded-mark font-semibold text-[#fff]',
        letters.length > 3 ? 'text-[0.5625rem]' : 'text-[0.6875rem]',
        className,
      )}
      style={{ background }}
    >
      {letters}
    </span>
  );
}

/** Maximum letters on a tile. Longer codes are replaced by the capitals of the name. */
const LETTERS_MAX = 4;

function lettersOf(code: string, name: string): string {
  if (code.length > 0 && code.length <= LETTERS_MAX) return code.toUpperCase();
  const capitals = (name.match(/[A-ZĐ]/g) ?? []).join('').slice(0, LETTERS_MAX);
  return capitals || code.slice(0, LETTERS_MAX).toUpperCase();
}
