import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readIncoming } from './body.ts';

/** A request whose body comes by and by. */
function request(): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers: {} }) as unknown as PassThrough & IncomingMessage;
}

test('a body is read to its end', async () => {
  const incoming = request();
  const reading = readIncoming(incoming, 10);
  incoming.end('body');
  expect(Buffer.from(await reading).toString()).toBe('body');
});

test('a client that goes in the middle of its body ends the reading', async () => {
  const incoming = request();
  const reading = readIncoming(incoming, 10);
  incoming.write('bo');
  incoming.destroy();
  await expect(reading).rejects.toThrow('BODY_INVALID');
});

test('a client that went before its body was read is not waited for', async () => {
  const incoming = request();
  incoming.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(readIncoming(incoming, 10)).rejects.toThrow('BODY_INVALID');
});
