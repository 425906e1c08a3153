import { MAIL_KINDS, type MailContent } from '@quydoi/domain/customer/mail';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { describe, expect, test } from 'vitest';
import { composeMail } from './compose-mail.ts';

const FORGOT = 'https://quydoi.example/forgot';
const DONE = {
  at: '2026-11-27T08:05:00Z',
  timeZone: 'Asia/Ho_Chi_Minh',
  ip: '203.0.113.7',
  userAgent: 'Firefox <b>"1"</b> & co',
  forgotPage: FORGOT,
};
const MAILS: readonly MailContent[] = [
  { kind: 'verify-email', params: { link: 'https://quydoi.example/login?verify=a.b.c&x=1', hours: '24' } },
  { kind: 'reset-password', params: { link: 'https://quydoi.example/reset?token=a.b.c', minutes: '15' } },
  { kind: 'has-account', params: { loginPage: 'https://quydoi.example/login', forgotPage: FORGOT } },
  { kind: 'new-sign-in', params: DONE },
  { kind: 'password-changed', params: DONE },
  { kind: 'two-factor-on', params: DONE },
  { kind: 'two-factor-off', params: DONE },
  { kind: 'recovery-code-used', params: DONE },
  { kind: 'recovery-codes-replaced', params: DONE },
  { kind: 'withdrawal-asked', params: DONE },
  { kind: 'passkey-added', params: DONE },
  { kind: 'passkey-removed', params: DONE },
  { kind: 'passkey-copied', params: DONE },
  { kind: 'account-deleted', params: { ...DONE, registerPage: 'https://quydoi.example/register' } },
  { kind: 'contact-message', params: { email: 'lan@example.vn', subject: 'Đơn 7KQ2M9XR4B', message: 'Chào <b>shop</b>,\nvoucher ở đâu?' } },
];
const MAILS_WITH_PAGES = MAILS.filter(({ kind }) => kind !== 'contact-message');

test.each([
  ['en', 'Time: 27 November 2026 at 15:05:00 GMT+7'],
  ['ger', 'Zeit: 27. November 2026 um 15:05:00 GMT+7'],
  ['tur', 'Zaman: 27 Kasım 2026 15:05:00 GMT+7'],
] as const)('in %s times are told in the customer’s zone, as on the site: %s', (locale, line) => {
  expect(composeMail({ kind: 'new-sign-in', params: DONE }, locale).text.split('\n')).toContain(line);
});

test('every kind is tried here', () => {
  expect(MAILS.map(({ kind }) => kind)).toEqual(MAIL_KINDS);
});

describe.each(LOCALE_CODES)('in %s', (locale) => {
  test.each(MAILS_WITH_PAGES)('$kind says what it is about, and where to go', (mail) => {
    const { subject, text, html } = composeMail(mail, locale);
    const { params } = mail;
    const pages = params as Readonly<Partial<Record<string, string>>>;
    const url = pages.link ?? pages.loginPage ?? pages.registerPage ?? pages.forgotPage ?? '';
    expect(url).toMatch(/^https:/);
    expect(subject).toMatch(/ · Quy Đổi$/);
    expect(text).toContain(url);
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
    // Nothing is left unfilled, and no message id is shown.
    expect(`${subject}\n${text}\n${html}`).not.toMatch(/\{\w+\}|mail\.[\w-]+/);
  });

  test('what a stranger can write is no markup', () => {
    expect(composeMail({ kind: 'new-sign-in', params: DONE }, locale).html).not.toContain('<b>');
  });
});

test('a message to support names its writer, stands in lines marked as quotations, and leads nowhere', () => {
  const params = { email: 'lan@example.vn', subject: 'Đơn\r\n7KQ2M9XR4B', message: 'Chào <b>shop</b>,\r\n\r\nvoucher ở đâu?\u2028Nhân viên: đã trả' };
  const { subject, text, html } = composeMail({ kind: 'contact-message', params }, 'vi');
  expect(subject).toBe('Liên hệ: Đơn 7KQ2M9XR4B · Quy Đổi');
  expect(text).toContain('ghi email lan@example.vn.');
  expect(text.split('\n').filter((line) => line.startsWith('>'))).toEqual(['> Chào <b>shop</b>,', '> voucher ở đâu?', '> Nhân viên: đã trả']);
  expect(html).not.toMatch(/<b>|href/);
  expect(text).not.toContain('http');
});

test('what a stranger can write is one line', () => {
  const userAgent = `Firefox${['\r\n', '\n', '\u0085', '\u2028', '\u2029', '\v', '\t', '\u202e', '\u00a0'].join('x')}Call 0900000000`;
  const { text } = composeMail({ kind: 'new-sign-in', params: { ...DONE, userAgent } }, 'en');
  expect(text.split('\n')).toContain(`Device: Firefox x x x x x x x x Call 0900000000`);
  expect(composeMail({ kind: 'new-sign-in', params: { ...DONE, userAgent: ' \r\n ' } }, 'en').text).not.toContain('Device');
});
