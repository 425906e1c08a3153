import { expect, test } from 'vitest';
import { signedHeaders } from './signed-headers.ts';

test('a webhook is kept without what tells of its sender', () => {
  const signed = { 'x-sepay-signature': 'ab', 'x-timestamp': '1' };
  const other = { cookie: 'device=1', 'x-forwarded-for': '10.0.0.1', 'x-real-ip': '10.0.0.1', 'content-type': 'application/json' };
  expect(signedHeaders({ ...signed, ...other })).toEqual(signed);
});
