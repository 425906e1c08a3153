import { CURRENCIES, type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const USDT = { colour: '#0f7f67', sign: <path d="M6.5 7.5h11M12 7.5V18M7 11.6c0 2.4 10 2.4 10 0s-10-2.4-10 0Z" strokeWidth="1.7" /> };

/** Icons of the currencies: a coloured disc with a distinctive sign. Our own drawings, not trademarks. */
const MARKS: Record<CurrencyCode, { readonly colour: string; readonly sign: ReactNode }> = {
  pm: { colour: '#b3201f', sign: <path d="M8 17V7h5a3 3 0 0 1 0 6H8" /> },
  'e-voucher': { colour: '#b3201f', sign: <path d="M5 9V7.5h14V9a3 3 0 0 0 0 6v1.5H5V15a3 3 0 0 0 0-6Zm8-1v8" strokeWidth="1.7" /> },
  wmz: { colour: '#036cb5', sign: <path d="m6 8 2.4 8L12 8.5 15.6 16 18 8" /> },
  trc20: USDT,
  bep20: USDT,
  erc20: USDT,
  eth: { colour: '#4f5fa8', sign: <path d="m12 5.5 4.5 6.8L12 15l-4.5-2.7L12 5.5Zm-4.5 9L12 18.5l4.5-4" strokeWidth="1.5" /> },
  btc: { colour: '#b3610a', sign: <path d="M8.5 7h5a2.4 2.4 0 0 1 0 5h-5m0 0h5.6a2.5 2.5 0 0 1 0 5H8.5M10 5v14m3-14v2m0 10v2" strokeWidth="1.7" /> },
  vnd: { colour: '#0b6475', sign: <path d="M15.5 6v9M15.5 12a3.4 3.4 0 1 1-6.8 0 3.4 3.4 0 0 1 6.8 0ZM12.5 7.5h5M8.5 18.3h7" strokeWidth="1.7" /> },
};

/** Icon of a currency. Decorative: show the currency's name next to it. @param className its size, and other classes */
export function CurrencyMark({ code, className = 'size-8' }: { readonly code: CurrencyCode; readonly className?: string }) {
  const { colour, sign } = MARKS[code];
  // Distinguishes a token's networks by the first letter of the token standard.
  const letter = CURRENCIES[code].contract === undefined ? undefined : networkOf(code).tokenStandard?.charAt(0);
  return (
    <span aria-hidden="true" className={clsx('relative inline-flex shrink-0', className)}>
      <svg className="size-full" viewBox="0 0 24 24">
        <title>{code}</title>
        <circle cx="12" cy="12" fill={colour} r="12" />
        <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2">
          {sign}
        </g>
      </svg>
      {letter && (
        <span className="absolute -right-1 -bottom-1 flex size-4 items-center justify-center rounded-full border border-line bg-surface text-[0.625rem] leading-none font-semibold text-ink">
          {letter}
        </span>
      )}
    </span>
  );
}
