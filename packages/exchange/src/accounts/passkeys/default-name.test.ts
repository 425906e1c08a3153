import { expect, test } from 'vitest';
import { defaultPasskeyName } from './default-name.ts';

const UNKNOWN = '00000000-0000-0000-0000-000000000000';
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';

test.each([
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', CHROME, 'Google Password Manager'],
  [UNKNOWN, CHROME, 'Chrome, Android'],
  [UNKNOWN, 'curl/8.14.1', ''],
  [UNKNOWN, null, ''],
])('a passkey of model %s made with %s is called %j', (model, userAgent, name) => {
  expect(defaultPasskeyName(model, userAgent)).toBe(name);
});
