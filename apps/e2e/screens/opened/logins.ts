import { alerted, fill, type OpenedPart, PASSWORD, press, said, submit, WRONG_CODE, WRONG_PASSWORD } from './opened-part.ts';

/** Entry to an account. */
export const LOGINS: readonly OpenedPart[] = [
  {
    name: 'login-empty',
    path: '/login',
    open: async (page) => {
      await submit(page);
      await said(page, 'login-password');
    },
  },
  {
    name: 'login-wrong',
    path: '/login',
    open: async (page) => {
      await fill(page, { 'login-name': 'an@example.com', 'login-password': WRONG_PASSWORD });
      await submit(page);
      await alerted(page);
    },
  },
  {
    name: 'login-code',
    path: '/login',
    open: async (page) => {
      await fill(page, { 'login-name': 'safe@example.com', 'login-password': PASSWORD });
      await submit(page);
      await fill(page, { 'login-code': WRONG_CODE });
      await submit(page);
      await said(page, 'login-code');
    },
  },
  {
    name: 'login-code-short',
    path: '/login',
    open: async (page, say) => {
      await fill(page, { 'login-name': 'safe@example.com', 'login-password': PASSWORD });
      await submit(page);
      await page.locator('#login-code').waitFor();
      await press(page, say('Dùng mã khôi phục'));
      await fill(page, { 'login-code': '12' });
      await submit(page);
      await said(page, 'login-code');
    },
  },
  {
    name: 'login-code-sms',
    path: '/login',
    open: async (page) => {
      await fill(page, { 'login-name': 'sms@example.com', 'login-password': PASSWORD });
      await submit(page);
      await fill(page, { 'login-code': WRONG_CODE });
      await submit(page);
      await said(page, 'login-code');
    },
  },
  {
    name: 'register-empty',
    path: '/register',
    open: async (page) => {
      await submit(page);
      await said(page, 'register-password');
    },
  },
  {
    name: 'register-wrong',
    path: '/register',
    open: async (page) => {
      await fill(page, { 'register-email': 'an', 'register-username': 'a b', 'register-password': 'abc', 'register-again': 'abcd' });
      await submit(page);
      await said(page, 'register-password');
    },
  },
  {
    name: 'register-common',
    path: '/register',
    open: async (page) => {
      await fill(page, { 'register-email': 'an@example.com', 'register-password': 'password', 'register-again': 'password' });
      await submit(page);
      await said(page, 'register-password');
    },
  },
  {
    name: 'forgot-empty',
    path: '/forgot',
    open: async (page) => {
      await submit(page);
      await said(page, 'forgot-email');
    },
  },
  {
    name: 'forgot-done',
    path: '/forgot',
    open: async (page) => {
      await fill(page, { 'forgot-email': 'an@example.com' });
      await submit(page);
      await page.locator('#forgot-email').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'reset-refused',
    path: '/reset?token=00000000',
    open: async (page) => {
      await fill(page, { 'reset-password': 'ca phe sua da 9', 'reset-again': 'ca phe sua da 9' });
      await submit(page);
      await alerted(page);
    },
  },
];
