import type { OrderKind } from '@quydoi/domain/order-status';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CONFIG, live, offer, VCB } from '../../../../testing/samples.ts';
import { createI18n } from '../../../lib/catalogues.ts';
import { LocaleProvider } from '../../../lib/locale-context.tsx';
import { quoteTrade } from '../quote-trade.ts';
import type { TradeFormState } from '../use-trade-form.ts';
import { AmountSummary } from './amount-summary.tsx';

const PLENTY = live({ pm: '20000', 'usdt-tron': '50000', vnd: '5000000000' });

/** What stands there for a quantity, on one line. */
async function summaryOf(kind: OrderKind, from: string, to: string, quantity: string, changes: Partial<TradeFormState> = {}): Promise<string> {
  const i18n = await createI18n('vi', null);
  const of = offer(kind, from, to);
  const quote = quoteTrade(of, CONFIG, PLENTY, { ...VCB, payoutFee: '5500' }, quantity);
  const form = { offer: of, quote, isOld: false, rateBefore: null, ...changes } as TradeFormState;
  const html = renderToStaticMarkup(
    <LocaleProvider i18n={i18n} locale="vi">
      <AmountSummary form={form} />
    </LocaleProvider>,
  );
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
}

test.each([
  [
    'buy',
    'vnd',
    'trc20',
    '50',
    'Số tiền cần chuyển Nhập theo số tiền 1.338.580 đ Tỷ giá 1 USDT = 26.350 đ Phí 0,8 USDT ≈ 21.080 đ, đã gồm Bạn nhận 50 USDT Có mã giảm giá?',
  ],
  ['sell', 'pm', 'vnd', '100', 'Số tiền bạn nhận Nhập theo số tiền 2.529.500 đ Tỷ giá 1 USD = 25.350 đ Phí chuyển khoản 5.500 đ Bạn gửi 100 USD'],
  [
    'ex',
    'trc20',
    'pm',
    '60',
    'Số tiền bạn nhận Nhập theo số tiền 59,75 USD Tỷ giá 1 USDT = 1,000842 USD Phí 0,3 USD Bạn gửi 60 USDT Có mã giảm giá?',
  ],
] as const)('a %s of %s to %s shows result, rate, fee and the other side', async (kind, from, to, quantity, text) => {
  expect(await summaryOf(kind, from, to, quantity)).toBe(text);
});

test('prices that may be old say so', async () => {
  expect(await summaryOf('buy', 'vnd', 'pm', '1', { isOld: true })).toContain('Giá có thể đã cũ. Đang cập nhật lại…');
});
