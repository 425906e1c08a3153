import { sendMessageInput } from '@quydoi/contract/contact';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { CONTACT_TEXT_LENGTH_MAX } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mail, sendMails } from '../../src/accounts/mail-queue.ts';
import { sendMessage } from '../../src/contact/send-message.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const INPUT = { email: 'lan@example.vn', subject: 'Đơn 7KQ2M9XR4B', message: 'Voucher ở đâu?\nCảm ơn' };

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

test('a message is mailed to the support’s address, in Vietnamese, once the mail server takes it', async () => {
  const { site } = await world.web.settings();
  expect(await sendMessage(world.web, accounts.deps, INPUT)).toEqual({ status: 'accepted' });
  const down = { send: () => Promise.reject(new Error('connection refused')) };
  await sendMails(world.web, accounts.deps, down);
  world.clock.advance(6 * DAY_MS);
  const sent: Mail[] = [];
  await sendMails(world.web, accounts.deps, { send: async (mail: Mail) => void sent.push(mail) });
  expect(sent).toEqual([{ id: expect.any(String), kind: 'contact-message', address: site.email, language: 'vi', params: INPUT }]);
  world.clock.advance(HOUR_MS);
  await sendMails(world.web, accounts.deps, { send: async (mail: Mail) => void sent.push(mail) });
  expect(sent).toHaveLength(1);
});

test.each<[string, Partial<typeof INPUT>, boolean]>([
  ['the longest texts', { subject: 'x'.repeat(CONTACT_TEXT_LENGTH_MAX), message: 'x'.repeat(CONTACT_TEXT_LENGTH_MAX) }, true],
  ['a longer subject', { subject: 'x'.repeat(CONTACT_TEXT_LENGTH_MAX + 1) }, false],
  ['a longer message', { message: 'x'.repeat(CONTACT_TEXT_LENGTH_MAX + 1) }, false],
  ['no subject', { subject: ' ' }, false],
  ['no message', { message: '\n' }, false],
  ['no address', { email: 'lan' }, false],
])('%s: taken or refused', (_, changed, isTaken) => {
  expect(sendMessageInput.safeParse({ ...INPUT, ...changed }).success).toBe(isTaken);
});
