import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { CONFIG, live, offer, VCB } from '../../../../testing/samples.ts';
import { createI18n } from '../../../lib/catalogues.ts';
import { LocaleProvider } from '../../../lib/locale-context.tsx';
import { FittingQuantity } from '../later/fitting-quantity.tsx';
import { ThresholdNotice } from '../later/threshold-notice.tsx';
import { quoteTrade } from '../quote-trade.ts';
import type { TradeFormState } from '../use-trade-form.ts';
import { SubmitArea } from './submit-area.tsx';

const OFFER = offer('buy', 'vnd', 'pm');
const FILLED_IN = {
  offer: OFFER,
  quote: quoteTrade(OFFER, CONFIG, live({ pm: '20000' }), VCB, '100'),
  threshold: null,
  isLoggedIn: false,
  wantsBalance: false,
  fieldErrors: new Map(),
  blockedBy: null,
  failure: null,
  failureCode: null,
  busy: false,
} satisfies Partial<TradeFormState>;

function Fitting({ form }: { readonly form: TradeFormState }) {
  return <FittingQuantity fitting={form.fitting ?? ''} form={form} />;
}

/** A part of the form with these of its facts changed. */
async function rendered(Part: typeof SubmitArea | typeof ThresholdNotice | typeof Fitting, changes: Partial<TradeFormState>): Promise<string> {
  const i18n = await createI18n('vi', 'order');
  const form = { ...FILLED_IN, ...changes } as TradeFormState;
  return renderToStaticMarkup(
    <LocaleProvider i18n={i18n} locale="vi">
      <Router ssrPath="/buy/pm">
        <Part form={form} />
      </Router>
    </LocaleProvider>,
  ).replaceAll('\u00a0', ' ');
}

const BUTTON = /<button[^>]*type="submit"/;

describe('the end of the form', () => {
  test('names the sum that is paid next', async () => {
    const html = await rendered(SubmitArea, {});
    expect(html).toMatch(BUTTON);
    expect(html).toContain('Tiếp tục · chuyển 2.607.975 đ');
    expect(html).not.toContain('role="alert"');
  });

  test.each([
    ['1000', /<button[^>]*>Chọn 1\.000 USD<\/button>/],
    ['0', /^$/],
  ])('a refusal that names %s as the quantity that works offers it to tap', async (fitting, shown) => {
    expect(await rendered(Fitting, { fitting })).toMatch(shown);
  });

  test('says above the button why the order was refused, with the code', async () => {
    const html = await rendered(SubmitArea, { failure: 'Dự trữ đang được giữ cho nhiều đơn khác.', failureCode: 'RESERVE_BUSY' });
    expect(html).toMatch(/role="alert".*Dự trữ đang được giữ cho nhiều đơn khác\..*Mã lỗi: RESERVE_BUSY.*<button/s);
  });

  test('offers to go on at the new price after it has moved', async () => {
    const html = await rendered(SubmitArea, { failure: 'Giá vừa thay đổi.', failureCode: 'RATE_CHANGED' });
    expect(html).toMatch(/role="alert".*Giá vừa thay đổi\..*<button[^>]*>Tiếp tục với giá mới/s);
    expect(html).not.toContain('Mã lỗi');
  });

  test('says below the button what keeps the order from being made', async () => {
    const html = await rendered(SubmitArea, { blockedBy: 'Nhập ví nhận.' });
    expect(html).toMatch(/<button[^>]*aria-describedby="trade-blocked"[^>]*aria-disabled="true".*id="trade-blocked">Nhập ví nhận\./s);
  });

  test('is without its button where a login is needed', async () => {
    expect(await rendered(SubmitArea, { threshold: 0n })).not.toMatch(BUTTON);
    expect(await rendered(SubmitArea, { threshold: 100_000_000n })).not.toMatch(BUTTON);
    expect(await rendered(SubmitArea, { threshold: 100_000_000n, isLoggedIn: true })).toMatch(BUTTON);
  });
});

test.each([
  [0n, 'Vui lòng đăng nhập để tạo đơn hàng'],
  [100_000_000n, 'Vui lòng đăng nhập để tạo đơn từ 100.000.000 đ trở lên.'],
])('the prompt to log in from %s đ on, with a link that leads back', async (threshold, text) => {
  const html = await rendered(ThresholdNotice, { threshold });
  expect(html).toContain(`>${text}<`);
  expect(html).toMatch(/<a [^>]*href="\/login\?next=%2Fbuy%2Fpm"[^>]*>Đăng nhập</);
});
