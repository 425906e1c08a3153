import { createSilentClient } from '@quydoi/client/react';
import { refused } from '@quydoi/client/testing/refused';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { SAMPLED_AT, sampleOrder } from '../../../testing/sample-order.ts';
import { CONFIG } from '../../../testing/samples.ts';
import { Providers } from '../../app.tsx';
import { createI18n } from '../../lib/catalogues.ts';
import { setServerTime } from '../../lib/clock.ts';
import { createQueryClient } from '../../lib/queries.ts';
import { OrderBody } from './order-body.tsx';
import type { OrderAct } from './use-order.ts';

const KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
const ACT = { isPending: false, error: null } as OrderAct;

beforeEach(() => {
  vi.useFakeTimers({ now: SAMPLED_AT });
  setServerTime(SAMPLED_AT);
  vi.stubGlobal('location', { origin: 'https://quydoi.example' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** The page of an order, as its first rendering is. */
async function pageOf(order: OrderView, act = ACT): Promise<string> {
  const i18n = await createI18n('vi', 'order');
  const client = createSilentClient();
  return renderToStaticMarkup(
    <Providers client={client} i18n={i18n} locale="vi" queries={createQueryClient(client, { config: CONFIG })}>
      <Router ssrPath={`/order/${order.ref}`}>
        <OrderBody act={act} order={order} orderKey={KEY} />
      </Router>
    </Providers>,
  ).replaceAll('\u00a0', ' ');
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('money that came in addition is told beside what was received for the order', async () => {
  const order = sampleOrder('DELIVERED');
  const extra = { n: 99, code: 'extra_payment' as const, params: { amount: '999898', currency: 'vnd' }, at: SAMPLED_AT };
  const details = async (events: OrderView['events']) => textOf(await pageOf({ ...order, events }));
  expect(await details([...order.events, extra])).toContain('Nhận thêm, chưa dùng 999.898 đ');
  expect(await details(order.events)).not.toContain('Nhận thêm');
});

test('reference and link have buttons that copy them', async () => {
  const html = await pageOf(sampleOrder('PENDING'));
  for (const name of ['Sao chép mã đơn', 'Sao chép đường dẫn đơn hàng']) expect(html).toMatch(new RegExp(`<button[^>]*aria-label="${name}"`));
});

test.each([
  ['PENDING', ['Bạn chuyển khoản ngân hàng', '2.607.975 đ', 'Bạn nhận Perfect Money', '100 USD']],
  ['SELL', ['Bạn gửi USDT (TRC20)', '100 USDT', 'Bạn nhận qua ngân hàng', '2.548.000 đ']],
  ['SWAP', ['Bạn gửi Perfect Money', '100 USD', 'Bạn nhận USDT (TRC20)', '96,2 USDT']],
])('%s has a box of what is sent, then one of what is received', async (name, words) => {
  const text = textOf(await pageOf(sampleOrder(name)));
  const sides = text.slice(text.indexOf(words[0] ?? ''));
  const at = words.map((word) => sides.indexOf(word));
  expect(at.every((place) => place >= 0)).toBe(true);
  expect(at).toEqual(at.toSorted((left, right) => left - right));
});

test('a bank transfer is told with bank, account, holder, branch, amount and memo, each with its copy button', async () => {
  const order = sampleOrder('PENDING');
  const html = await pageOf(order);
  const { bankName, account, accountName, branch, memo } = order.instructions ?? {};
  for (const fact of [bankName, account, accountName, branch, memo, '2.607.975']) expect(textOf(html)).toContain(String(fact));
  expect(branch).toBeTruthy();
  for (const name of ['số tiền', 'số tài khoản', 'tên chủ tài khoản', 'nội dung chuyển khoản'])
    expect(html).toContain(`aria-label="Sao chép ${name}"`);
});

describe('the link to the transaction of the payout on its chain', () => {
  test('stands at what is received', async () => {
    const order = sampleOrder('SWAPDELIVERED');
    expect(await pageOf(order)).toContain(`href="${order.explorerUrl}"`);
  });

  test('is not there while there is no transaction', async () => {
    expect(await pageOf(sampleOrder('SWAPDELIVERING'))).not.toContain('Xem giao dịch trên');
  });
});

test('the log tells the newest event first, each with its time', async () => {
  const html = await pageOf(sampleOrder('DELIVERED'));
  const log = html.slice(html.indexOf('Nhật ký đơn hàng'));
  const times = Array.from(log.matchAll(/<time[^>]*datetime="([^"]*)"/gi), ([, at]) => at);
  expect(times).toHaveLength(sampleOrder('DELIVERED').events.length);
  expect(new Set(times).size).toBeGreaterThan(1);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(textOf(log)).toContain('Đơn hàng được tạo');
});

test('beside the order stand support with its hours, and what nobody may be told', async () => {
  const html = await pageOf(sampleOrder('PENDING'));
  expect(html).toContain(`href="mailto:${CONFIG.site.email}?subject=SAMPLE-PENDING"`);
  const text = textOf(html);
  for (const words of [
    'Nhân viên trực 8:00-\u206022:00 hằng ngày.',
    'Không chia sẻ đường dẫn đơn hàng với người khác.',
    'Nhân viên hỗ trợ không bao giờ hỏi mật khẩu hay mã OTP của bạn.',
    'Hỗ trợ trong 30 ngày kể từ ngày giao dịch.',
  ])
    expect(text).toContain(words);
});

test.each([
  ['SELL', 'Nhận vào: Vietcombank 0011001234567 NGUYEN VAN AN'],
  ['PENDING', 'Nhận vào: U1234567 NGUYEN VAN AN'],
  ['SWAP', /^Nhận vào: T\w{7}…\w{8}$/],
])('%s: where the money goes stands above what is to be paid', async (name, says) => {
  const html = await pageOf(sampleOrder(name));
  const at = html.indexOf('data-destination');
  expect(at).toBeLessThan(html.indexOf('id="order-headline"'));
  const line = textOf(html.slice(html.indexOf('>', at) + 1, html.indexOf('</div>', at))).trim();
  if (typeof says === 'string') expect(line).toBe(says);
  else expect(line).toMatch(says);
});

test.each(['UNDERPAID', 'DELIVERED', 'EXPIRED'])('%s: it does not stand there once it is not settled, or over', async (name) => {
  expect(await pageOf(sampleOrder(name))).not.toContain('data-destination');
});

test('the customer’s own account is not taken for one to pay into', async () => {
  expect(textOf(await pageOf(sampleOrder('PENDING')))).toContain('Từ tài khoản của bạn: Vietcombank 0011001234567');
  expect(textOf(await pageOf(sampleOrder('SELLPM')))).toMatch(/Từ ví của bạn: U\d+/);
});

test('the last step of an order that was refunded is the refund', async () => {
  const html = await pageOf(sampleOrder('REFUNDED'));
  const steps = textOf(/<ol.*?<\/ol>/s.exec(html)?.[0] ?? '').trim();
  expect(steps).toBe('Chờ thanh toán Đã nhận tiền Đã hoàn');
});

test('an order that was paid after an unanswered claim says what to do if there were two payments', async () => {
  const order = sampleOrder('DELIVERED');
  const claim = { n: 98, code: 'claim_received' as const, params: { paidAt: SAMPLED_AT.toISOString() }, at: SAMPLED_AT };
  const says = async (events: OrderView['events']) =>
    textOf(await pageOf({ ...order, events })).includes('Nếu bạn đã chuyển hai lần, hãy nhắn cho chúng tôi');
  expect(await says([...order.events, claim])).toBe(true);
  expect(await says([...order.events, claim, { n: 99, code: 'claim_found' as const, params: {}, at: SAMPLED_AT }])).toBe(false);
  expect(await says(order.events)).toBe(false);
});

test('nobody chooses before the sums of the choices are there', async () => {
  const html = await pageOf(sampleOrder('UNDERPAID'));
  const buttons = Array.from(html.matchAll(/<button([^>]*)>(?:<[^>]*>)*([^<]+)/g), ([, attributes = '', words = '']) => [words, attributes] as const);
  const isDisabled = (words: string) => buttons.find(([said]) => said === words)?.[1].includes('aria-disabled="true"');
  expect(isDisabled('Hoàn tiền')).toBe(true);
  expect(isDisabled('Chuyển thêm')).toBe(false);
});

test('what is done with a surplus is no proposal of ours', async () => {
  const PRIMARY = 'bg-brand ';
  const looks = async (name: string) =>
    Array.from((await pageOf(sampleOrder(name))).matchAll(/<button[^>]*class="([^"]*)"/g), ([, look = '']) => look);
  expect((await looks('UNDERPAID')).some((look) => look.includes(PRIMARY))).toBe(true);
  expect((await looks('OVERPAID')).some((look) => look.includes(PRIMARY))).toBe(false);
});

describe('where staff have to act', () => {
  /** Vietnam is seven hours ahead. */
  const sayAt = async (time: string, name: string) => {
    vi.setSystemTime(new Date(time));
    setServerTime(new Date(time));
    return textOf(await pageOf(sampleOrder(name)));
  };
  const AWAY = /Bây giờ là ngoài giờ làm việc \(8:00-\u206022:00 hằng ngày, giờ Việt Nam\)\. Nhân viên bắt đầu xem lúc ([^.]*)\./;

  test.each(['ERROR', 'HANDMAKE', 'CLAIMED'])('%s: at night the page says when they begin', async (name) => {
    vi.stubEnv('TZ', 'Asia/Ho_Chi_Minh');
    const text = await sayAt('2026-11-22T16:30:00Z', name);
    expect(AWAY.exec(text)?.[1]).toBe('08:00, 23/11');
    expect(text).not.toMatch(/nhân viên đang/i);
    expect(await sayAt('2026-11-22T05:30:00Z', name)).not.toMatch(AWAY);
  });

  test('the time is by the customer’s own clock', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(AWAY.exec(await sayAt('2026-11-22T16:30:00Z', 'ERROR'))?.[1]).toBe('02:00, 23/11 theo giờ của bạn');
    expect(AWAY.exec(await sayAt('2026-11-23T00:30:00Z', 'ERROR'))?.[1]).toBe('02:00 theo giờ của bạn');
  });

  test('where they do not, nothing is said of their hours', async () => {
    expect(await sayAt('2026-11-22T16:30:00Z', 'PAID')).not.toMatch(AWAY);
  });
});

test('its details tell rate, fee and when it was made', async () => {
  const text = textOf(await pageOf(sampleOrder('PENDING')));
  expect(text).toMatch(/Chi tiết đơn Tỷ giá 1 USD = 25\.950 đ Phí 0,5 USD ≈ 12\.975 đ, đã gồm Tạo lúc 22\/11, 11:58/);
});

test('the form of a review stands below a delivered order alone', async () => {
  expect(await pageOf(sampleOrder('DELIVERED'))).toContain('id="review-content"');
  expect(await pageOf(sampleOrder('PAID'))).not.toContain('id="review-content"');
});

test.each([
  [refused('ORDER_ACTION_NOT_ALLOWED'), 'Đơn đã chuyển sang bước khác nên không còn làm được việc này.'],
  [new TypeError('Failed to fetch'), 'Mất kết nối nên chưa có phản hồi'],
])('an action that failed (%s) is told on the page of the order', async (error, text) => {
  const html = await pageOf(sampleOrder('UNDERPAID'), { ...ACT, error, variables: { action: 'topUp' } } as OrderAct);
  expect(textOf(html.slice(html.indexOf('role="alert"')))).toContain(text);
  expect(html).toContain('role="alert"');
});

test('while an order waits or is worked on, its badge turns', async () => {
  const isTurning = async (name: string) => /<svg[^>]*animate-spin/.test((await pageOf(sampleOrder(name))).split('id="order-headline"')[0] ?? '');
  expect([await isTurning('PENDING'), await isTurning('DELIVERING'), await isTurning('DELIVERED'), await isTurning('EXPIRED')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
