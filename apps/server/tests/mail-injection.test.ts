import { createServer, type Server } from 'node:net';
import { accountProcedures } from '@quydoi/contract/accounts';
import { contactProcedures } from '@quydoi/contract/contact';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { AccountUse, MailContent } from '@quydoi/domain/customer/mail';
import { sendMails } from '@quydoi/exchange/accounts/mail-queue';
import { openAccounts, PASSWORD } from '@quydoi/exchange/testing/accounts';
import { openWorld } from '@quydoi/exchange/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSmtpSender } from '../src/mail/smtp-sender.ts';

const FROM = 'noreply@quydoi.example';
const THIEF = 'thief@example.com';
/** RFC 5322 section 2.1.1, without the line break. */
const LINE_LENGTH_MAX = 998;
const HEADERS = ['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'];
/** Of mails that are answered elsewhere. */
const HEADERS_WITH_REPLY = [...HEADERS, 'Reply-To'].toSorted();

/** Texts that would add something to a mail whose writer pastes them in. */
const HOSTILE = [
  ...['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f', '\0'].map((separator) => `Lan${separator}Bcc: ${THIEF}`),
  `Lan\r\n\r\n<a href="https://example.com">${THIEF}</a>`,
  `Lan\r\n.\r\nMAIL FROM:<${FROM}>\r\nRCPT TO:<${THIEF}>\r\nDATA\r\nSubject: x\r\n\r\nx\r\n.\r\n`,
  '.',
  `"Lan", ${THIEF}`,
  `Lan <${THIEF}>`,
  `friends: ${THIEF};`,
  `=?utf-8?q?Lan=0D=0ABcc:_${THIEF}?=`,
  `=?utf-8?b?${Buffer.from(`Lan\r\nBcc: ${THIEF}`).toString('base64')}?=`,
  'Lan\r\n--=_part\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  '\ud800',
  'x'.repeat(100_000),
] as const;

/** Addresses by which a mail would be somebody else's, too. */
const HOSTILE_ADDRESSES = [
  ...HOSTILE.map((text) => `${text}@example.vn`),
  ...['\r\n', '\n', '\r', '\u0085', '\u2028', '\v', '\0'].map((separator) => `lan@example.vn${separator}Bcc: ${THIEF}`),
  ...[',', ';', ' ', '\t'].map((separator) => `lan@example.vn${separator}${THIEF}`),
  `lan@example.vn>\r\nRCPT TO:<${THIEF}`,
  `lan@example.vn> RCPT TO:<${THIEF}`,
  `lan@example.vn>,<${THIEF}`,
  `<lan@example.vn>`,
  `lan@example.vn (${THIEF})`,
  `"lan\r\nBcc: ${THIEF}"@example.vn`,
  `"${THIEF}, lan"@example.vn`,
  `lan%${THIEF.replace('@', '%')}@example.vn@example.com`,
  `@example.com:lan@example.vn`,
  `lan@[127.0.0.1]\r\nBcc: ${THIEF}`,
];

/** A mail as a server gets it: the commands before it, and its bytes (as Latin-1) up to the line with a dot. */
interface RawMail {
  readonly commands: readonly string[];
  readonly raw: string;
}

const received: RawMail[] = [];
let server: Server;
let sender: ReturnType<typeof createSmtpSender>;

/** A mail server that takes whatever it is told, and knows no more of a mail than its bytes. */
function listen(): Promise<Server> {
  const listening = createServer((socket) => {
    let buffered = '';
    let commands: string[] = [];
    let isData = false;
    socket.write('220 test ESMTP\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (;;) {
        const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffered.slice(0, end);
        buffered = buffered.slice(end + (isData ? 5 : 2));
        if (isData) {
          received.push({ commands, raw: `${text}\r\n` });
          commands = [];
        } else {
          commands.push(text);
          if (text.startsWith('EHLO')) commands = [];
        }
        isData = text === 'DATA' && !isData;
        socket.write(isData ? '354 go on\r\n' : text.startsWith('EHLO') ? '250-test\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n' : '250 ok\r\n');
      }
    });
  });
  return new Promise((resolve) => listening.listen(0, '127.0.0.1', () => resolve(listening)));
}

beforeAll(async () => {
  server = await listen();
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  sender = createSmtpSender({ url: `smtp://127.0.0.1:${port}`, from: FROM, requireTls: false });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(async () => {
  sender.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Names of the fields of a head, sorted. */
function fieldNames(head: string): string[] {
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  return unfolded
    .split('\r\n')
    .map((line) => /^([!-9;-~]+):/.exec(line)?.[1] ?? line)
    .sort();
}

/** Fails unless a mail is to one recipient, has our fields, and two parts: the text and the page. */
function expectOurs({ commands, raw }: RawMail, address: string, headers: readonly string[] = HEADERS): void {
  expect(commands.map((command) => command.replace(/ (BODY|SMTPUTF8|SIZE).*$/, ''))).toEqual([`MAIL FROM:<${FROM}>`, `RCPT TO:<${address}>`, 'DATA']);
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/);
  expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(LINE_LENGTH_MAX);
  const headEnd = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, headEnd);
  expect(fieldNames(head)).toEqual(headers);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? 'none';
  const [before, ...parts] = raw.slice(headEnd + 4).split(`--${boundary}`);
  expect(before).toBe('');
  expect(parts.pop()?.trim()).toBe('--');
  expect(parts.map((part) => fieldNames(part.slice(2, part.indexOf('\r\n\r\n'))))).toEqual([
    ['Content-Transfer-Encoding', 'Content-Type'],
    ['Content-Transfer-Encoding', 'Content-Type'],
  ]);
  expect(parts.map((part) => /Content-Type: ([\w/]+)/.exec(part)?.[1])).toEqual(['text/plain', 'text/html']);
}

/** A mail of each kind that says a text wherever one can be put in. */
function mailsSaying(text: string): MailContent[] {
  const use: AccountUse = { at: '2026-11-27T08:05:00Z', timeZone: 'Asia/Ho_Chi_Minh', ip: text, userAgent: text };
  const told = { ...use, forgotPage: text };
  return [
    { kind: 'verify-email', params: { link: text, hours: text } },
    { kind: 'reset-password', params: { link: text, minutes: text } },
    { kind: 'has-account', params: { loginPage: text, forgotPage: text } },
    ...(
      [
        'new-sign-in',
        'password-changed',
        'two-factor-on',
        'two-factor-off',
        'recovery-code-used',
        'recovery-codes-replaced',
        'withdrawal-asked',
      ] as const
    ).map((kind): MailContent => ({ kind, params: told })),
    { kind: 'account-deleted', params: { ...use, registerPage: text } },
    { kind: 'contact-message', params: { email: 'lan@example.vn', subject: text, message: text } },
  ];
}

test('no address to which more than one mail would go is taken', () => {
  const { register, forgotPassword } = accountProcedures;
  const message = { subject: 'Voucher', message: 'Where?' };
  for (const email of HOSTILE_ADDRESSES) {
    expect(contactProcedures.send.input.safeParse({ email, ...message }).success, email).toBe(false);
    expect(forgotPassword.input.safeParse({ email }).success, email).toBe(false);
    expect(register.input.safeParse({ email, password: PASSWORD }).success, email).toBe(false);
  }
  expect(register.input.safeParse({ email: 'lan@example.vn', password: PASSWORD }).success).toBe(true);
  expect(contactProcedures.send.input.safeParse({ email: 'lan@example.vn', ...message }).success).toBe(true);
});

test('if such an address were taken, the mail would still go to no second recipient, and have no other fields', async () => {
  for (const [index, address] of HOSTILE_ADDRESSES.entries()) {
    received.length = 0;
    const mail = {
      id: `mail${index}`,
      address,
      language: 'en',
      kind: 'has-account',
      params: { loginPage: 'https://a.example', forgotPage: 'https://b.example' },
    } as const;
    const failure = await sender.send(mail).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure !== null) expect(received, address).toEqual([]);
    for (const { commands, raw } of received) {
      expect(
        commands.filter((command) => command.startsWith('RCPT')),
        address,
      ).toHaveLength(1);
      expect(fieldNames(raw.slice(0, raw.indexOf('\r\n\r\n'))), address).toEqual(HEADERS);
    }
  }
});

test.each(['en', 'vi'] as const)('whatever a mail in %s says, it has our fields, one recipient and two parts', async (language) => {
  const contents = HOSTILE.flatMap(mailsSaying);
  for (const content of contents) await sender.send({ ...content, id: `mail${received.length}`, address: 'lan@example.vn', language });
  expect(received).toHaveLength(contents.length);
  for (const [index, mail] of received.entries()) {
    expectOurs(mail, 'lan@example.vn', contents[index]?.kind === 'contact-message' ? HEADERS_WITH_REPLY : HEADERS);
  }
});

test('customers with such names and browsers get the mails that others get', async () => {
  const world = await openWorld(postgresUrl());
  const accounts = openAccounts(world);
  try {
    const addresses = new Set<string>();
    for (const text of HOSTILE) {
      const name = text.slice(0, 60).replaceAll('\0', '').replaceAll('\ud800', '');
      const email = await accounts.register({ fullName: name, firstName: name.slice(0, 30), lastName: name.slice(0, 30) }, { userAgent: name });
      await accounts.login(email, PASSWORD, { userAgent: name, locale: 'en' });
      await accounts.login(email, PASSWORD, { userAgent: name, locale: 'en', deviceId: 'another' });
      addresses.add(email);
    }
    while (await sendMails(world.web, accounts.deps, sender));
    const told = received.map((mail) => {
      const address = /^RCPT TO:<(.*)>$/.exec(mail.commands[1] ?? '')?.[1] ?? '';
      expectOurs(mail, address);
      return address;
    });
    expect(new Set(told)).toEqual(addresses);
    expect(told.length).toBeGreaterThan(addresses.size);
  } finally {
    await accounts.close();
    await world.database.close();
  }
});
