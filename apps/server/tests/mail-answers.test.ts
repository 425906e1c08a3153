import { createServer, type Server, type Socket } from 'node:net';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { VERIFY_LINK_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@quydoi/domain/durations';
import { sendMails } from '@quydoi/exchange/accounts/mail-queue';
import { openAccounts, type TestAccounts } from '@quydoi/exchange/testing/accounts';
import { openWorld, type World } from '@quydoi/exchange/testing/world';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSmtpSender } from '../src/mail/smtp-sender.ts';

/** What a mail server says to a command; null says nothing, and `cut` ends the connection. */
type Answer = string | null | 'cut';
type Command = 'CONNECT' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'MESSAGE';

const USUAL: Readonly<Record<Command, Answer>> = {
  CONNECT: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 ok',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  MESSAGE: '250 2.0.0 queued',
};
/** Deadline of an answer here, where nobody waits for long. */
const ANSWER_TIMEOUT_MS = 500;

let server: Server;
let answers: Record<Command, Answer>;
/** Commands that were heard, and messages that came to their end. */
let heard: Command[] = [];
const sockets = new Set<Socket>();
let sender: ReturnType<typeof createSmtpSender>;
let world: World;
let accounts: TestAccounts;

/** A mail server whose answers a test chooses. */
function listen(): Promise<Server> {
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let buffered = '';
    let isData = false;
    const say = (command: Command) => {
      heard.push(command);
      const answer = answers[command];
      if (answer === 'cut') return void socket.destroy();
      if (answer !== null) socket.write(`${answer}\r\n`);
      isData = command === 'DATA' && answer?.startsWith('354') === true;
    };
    say('CONNECT');
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (;;) {
        const ending = isData ? '\r\n.\r\n' : '\r\n';
        const end = buffered.indexOf(ending);
        if (end < 0) return;
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + ending.length);
        if (isData) say('MESSAGE');
        else if (line.startsWith('RSET')) socket.write('250 ok\r\n');
        else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
        else say((line.split(' ')[0] ?? '') as Command);
      }
    });
  });
  return new Promise((resolve) => listening.listen(0, '127.0.0.1', () => resolve(listening)));
}

beforeAll(async () => {
  [server, world] = await Promise.all([listen(), openWorld(postgresUrl())]);
  accounts = openAccounts(world);
});
beforeEach(() => {
  answers = { ...USUAL };
  heard = [];
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  sender = createSmtpSender({
    url: `smtp://user:password@127.0.0.1:${port}`,
    from: 'noreply@quydoi.example',
    requireTls: false,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  });
});
afterEach(async () => {
  sender.close();
  for (const socket of sockets) socket.destroy();
  // What a test leaves is none of the next one's.
  await world.database.query("update auth.mail set state = 'sent', content = '' where state = 'waiting'");
  world.errors.length = 0;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
  await new Promise((resolve) => server.close(resolve));
});

const send = async () => {
  while (await sendMails(world.web, accounts.deps, sender));
};
const stateOf = async (address: string) => (await world.database.query('select state from auth.mail where address = $1', [address]))[0]?.state;
const count = (command: Command) => heard.filter((one) => one === command).length;

test.each<[Command, string]>([
  ['RCPT', '550 5.1.1 <lan@example.vn>: Recipient address rejected: User unknown'],
  ['RCPT', '550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 Please try another'],
  ['RCPT', '550 5.1.2 Domain not found'],
  ['RCPT', '552 5.2.2 Mailbox full'],
  ['RCPT', '550 5.4.1 Recipient address rejected: Access denied'],
  ['MESSAGE', '552 5.3.4 Message too big'],
  ['MESSAGE', '550 5.6.0 not readable'],
])('a mail that is itself at fault is given up: %s %s', async (command, answer) => {
  const email = await accounts.register();
  answers[command] = answer;
  await send();
  expect(await stateOf(email)).toBe('given-up');
});

// Gmail's, Postfix', Exim's, qmail's and Exchange's words for what is wrong with us.
test.each<[Command, string]>([
  ['CONNECT', '554 5.7.1 Your IP address is blocked'],
  ['AUTH', '535 5.7.8 Username and Password not accepted'],
  ['MAIL', '530 5.7.0 Authentication Required'],
  ['MAIL', '550 5.4.5 Daily user sending limit exceeded'],
  ['MAIL', '553 5.7.1 Sender address rejected: not owned by user'],
  ['RCPT', '554 5.7.1 <lan@example.vn>: Relay access denied'],
  ['RCPT', '550 relay not permitted'],
  ['RCPT', '553 sorry, that domain isn’t in my list of allowed rcpthosts'],
  ['RCPT', '550 5.1.8 Sender address rejected: Domain not found'],
  ['MESSAGE', '550 5.4.5 Daily SMTP relay limit exceeded for user'],
  ['MESSAGE', '550 5.7.60 Client does not have permissions to send as this sender'],
  ['MESSAGE', '554 5.7.1 Message rejected due to spam'],
])('a server that has something against us loses no mail, and the operator is told: %s %s', async (command, answer) => {
  const email = await accounts.register();
  answers[command] = answer;
  await send();
  expect(await stateOf(email)).toBe('waiting');
  expect(world.errors.splice(0)).toEqual([expect.objectContaining({ error: expect.stringContaining(answer.slice(0, 9)) })]);
  answers[command] = USUAL[command];
  world.clock.advance(HOUR_MS);
  await send();
  expect(await stateOf(email)).toBe('sent');
});

test.each<[Command, Answer]>([
  ['CONNECT', '421 4.3.2 Service not available'],
  ['CONNECT', null],
  ['EHLO', 'cut'],
  ['AUTH', '454 4.7.0 Temporary authentication failure'],
  ['MAIL', '452 4.4.5 Messages per second limit exceeded'],
  ['RCPT', '450 4.2.0 Greylisted'],
  ['RCPT', '451 4.7.1 Try again later'],
  ['DATA', '421 4.4.2 closing'],
  ['DATA', 'cut'],
  ['RCPT', null],
  ['MESSAGE', '451 4.3.0 Mail server temporarily rejected message'],
])('a server that cannot now gets the mail a little later: %s %s', async (command, answer) => {
  const email = await accounts.register();
  answers[command] = answer;
  await send();
  expect(await stateOf(email)).toBe('waiting');
  answers[command] = USUAL[command];
  world.clock.advance(15 * SECOND_MS);
  await send();
  expect(await stateOf(email)).toBe('sent');
  expect(count('MESSAGE')).toBeLessThanOrEqual(2);
});

test.each<[string, Answer]>([
  ['is cut off', 'cut'],
  ['is silent', null],
])('a server that takes a mail, and then %s, is sent few copies of it', async (_, answer) => {
  const email = await accounts.register();
  answers.MESSAGE = answer;
  for (let minutes = 0; minutes < VERIFY_LINK_HOURS * 60; minutes += 1) {
    await send();
    world.clock.advance(MINUTE_MS);
  }
  expect(count('MESSAGE')).toBeGreaterThan(1);
  expect(count('MESSAGE')).toBeLessThanOrEqual(5);
  expect(await stateOf(email)).toBe('waiting');
});
