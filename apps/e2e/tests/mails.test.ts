import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@quydoi/client/client';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { readMails } from '../src/customers/mails.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readFaults, setFault } from '../src/system/sandbox-client.ts';
import { until } from '../src/until.ts';

const PASSWORD = 'tra da via he 7';
const NEXT_PASSWORD = 'banh mi 7 gio sang';
const ARRIVES_MS_MAX = 30_000;
const RETRIED_MS = 7_000;
/** Of a mail that the server may have taken, or that it has something against: a minute until it is tried again. */
const LATE_MS_MAX = 120_000;

let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

const customer = () => createClient({ baseUrl: exchange.webUrl });

/** The newest mail to an address, once there are as many. */
async function newestOf(address: string, count: number, withinMs = ARRIVES_MS_MAX) {
  return until(`mail ${count} to ${address}`, withinMs, async () => {
    const mails = await readMails(exchange, address);
    return mails.length >= count ? mails[0] : false;
  });
}

const tokenOf = (text: string, name: string) => new RegExp(`${name}=([\\w.-]+)`).exec(text)?.[1] ?? '';

test('a customer registers, confirms the address by mail, forgets the password and sets another', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const client = customer();
  const email = 'lan@example.vn';
  await client.accounts.register.mutate({ email, password: PASSWORD, language: 'en' });
  const welcome = await newestOf(email, 1);
  expect(welcome).toMatchObject({ from: 'noreply@quydoi.example', subject: 'Confirm your email · Quy Đổi' });
  expect(await client.accounts.verifyEmail.mutate({ token: tokenOf(welcome.text, 'verify') })).toEqual({ done: true });
  await client.accounts.forgotPassword.mutate({ email });
  const reset = await newestOf(email, 2);
  const token = tokenOf(reset.text, 'token');
  expect(await client.accounts.resetPassword.mutate({ token, newPassword: NEXT_PASSWORD })).toEqual({ done: true });
  expect((await newestOf(email, 3)).subject).toBe('Your password was changed · Quy Đổi');
  await expect(client.accounts.resetPassword.mutate({ token, newPassword: PASSWORD })).rejects.toMatchObject({ data: { code: 'LINK_INVALID' } });
  expect(await client.accounts.login.mutate({ login: email, password: NEXT_PASSWORD })).toMatchObject({ token: expect.any(String) });
});

test('a message to support arrives at the support’s address, with where to answer it', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const client = customer();
  const { site } = await client.config.get.query();
  const message = 'Tôi đã chuyển 30 phút trước.\nCảm ơn';
  await client.contact.send.mutate({ email: 'lan@example.vn', subject: 'Đơn 7KQ2M9XR4B', message });
  const mail = await newestOf(site.email, 1);
  expect(mail).toMatchObject({ from: 'noreply@quydoi.example', subject: 'Liên hệ: Đơn 7KQ2M9XR4B · Quy Đổi' });
  for (const words of ['lan@example.vn', '> Tôi đã chuyển 30 phút trước.', '> Cảm ơn']) expect(mail.text).toContain(words);
});

test.each(['deferred', 'connection-cut', 'taken-cut', 'unavailable', 'quota-used-up', 'relay-denied'])(
  '%s: the mail comes all the same, and copies of it are one to their reader',
  async (kind) => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const email = `${kind}@example.vn`;
    await setFault(exchange, 'mail', kind, 1);
    await customer().accounts.register.mutate({ email, password: PASSWORD });
    const copies = kind === 'taken-cut' ? 2 : 1;
    await newestOf(email, copies, LATE_MS_MAX);
    expect(new Set((await readMails(exchange, email)).map(({ messageId }) => messageId)).size).toBe(1);
  },
);

test('recipient-refused: given up at once, and the account is there', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const email = 'refused@example.vn';
  await setFault(exchange, 'mail', 'recipient-refused', 1);
  await customer().accounts.register.mutate({ email, password: PASSWORD });
  await until('the mail to be refused', ARRIVES_MS_MAX, async () =>
    (await readFaults(exchange)).some((fault) => fault.rail === 'mail' && fault.kind === 'recipient-refused' && fault.hits > 0),
  );
  // As long as a mail that is tried again takes.
  await sleep(RETRIED_MS);
  expect(await readMails(exchange, email)).toEqual([]);
  expect(await customer().accounts.login.mutate({ login: email, password: PASSWORD })).toMatchObject({ token: expect.any(String) });
});
