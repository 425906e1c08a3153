import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'password', 'PassWord', 'qwerty123', 'iloveyou', 'lan.nguyen', 'Lan.Nguyen@Example.VN', 'lan2026'])(
  '%s is common',
  (password) => {
    expect(isCommonPassword(password, ['lan.nguyen@example.vn', 'Lan2026'])).toBe(true);
  },
);

test.each(['tra da via he 7', 'Zk4!vq0p', 'example.vn'])('%s is not', (password) => {
  expect(isCommonPassword(password, ['lan.nguyen@example.vn', 'Lan2026'])).toBe(false);
});
