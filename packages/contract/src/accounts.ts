import {
  EMAIL_LENGTH_MAX,
  FULL_NAME_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH,
  REF_SEARCH_LENGTH_MAX,
  USERNAME_LENGTH,
} from '@quydoi/domain/constants';
import { CURRENCY_KEYS, DOC_STATUSES, isTimeZone } from '@quydoi/domain/customer/customer';
import { LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import { z } from 'zod';
import { moment } from './primitives.ts';
import { procedures } from './procedure.ts';

const language = z.enum(LOCALE_CODES as [Locale, ...Locale[]]);
const TIME_ZONE_LENGTH_MAX = 64;

/** An e-mail address, in lower case. */
const emailAddress = z.string().trim().toLowerCase().max(EMAIL_LENGTH_MAX).pipe(z.email());
/** A new password. */
const newPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
/** A password as it is typed to log in: one of another length is simply wrong. */
const typedPassword = z.string().min(1).max(256);
/** Letters and digits. Compared without regard to their case, shown as written. */
const username = z
  .string()
  .trim()
  .min(USERNAME_LENGTH.min)
  .max(USERNAME_LENGTH.max)
  .regex(/^[A-Za-z0-9]+$/);
const sessionToken = z.string();

/** What a customer registers with. `language` is the caller's without one. */
export const registerInput = z.object({
  email: emailAddress,
  password: newPassword,
  username: username.optional(),
  fullName: z.string().trim().max(FULL_NAME_LENGTH_MAX).optional(),
  firstName: z.string().trim().max(NAME_LENGTH_MAX).optional(),
  lastName: z.string().trim().max(NAME_LENGTH_MAX).optional(),
  /** Id of the customer whose referral link brought this one. One that names nobody is ignored. */
  ref: z.string().trim().max(REF_SEARCH_LENGTH_MAX).optional(),
  language: language.optional(),
  timeZone: z.string().max(TIME_ZONE_LENGTH_MAX).refine(isTimeZone).optional(),
  currencyKey: z.enum(CURRENCY_KEYS).optional(),
});

/** The same for an e-mail address with an account and for one without: nobody learns here who is a customer. */
export const registeredView = z.object({ status: z.literal('accepted') });

/** Who logs in: by e-mail address or username. */
export const loginInput = z.object({ login: z.string().trim().min(1).max(EMAIL_LENGTH_MAX), password: typedPassword });

/** The token of a link in a mail. One of another form is no link of ours. */
const linkToken = z.string().max(2_000);

/** A session that has begun. `token` is the bearer token of further calls; nobody can read it again. */
export const startedSessionView = z.object({ token: sessionToken, expiresAt: moment });

/** A customer, as they see themselves. */
export const customerView = z.object({
  id: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  username: z.string().nullable(),
  fullName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language,
  timeZone: z.string(),
  currencyKey: z.enum(CURRENCY_KEYS),
  sponsor: z.string().nullable(),
  docStatus: z.enum(DOC_STATUSES),
  createdAt: moment,
});

/** Where and since when a customer is logged in. `isCurrent` is the session of this call. */
export const sessionView = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: moment,
  expiresAt: moment,
});

const done = z.object({ done: z.literal(true) });

/** Procedures of `accounts`. TOO_MANY_PASSWORDS says in how many seconds there are tries again. */
export const accountProcedures = procedures({
  /** Opens an account. It is entered by `login`. Errors: PASSWORD_COMMON. */
  register: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'register', cost: 1 },
    audit: false,
    input: registerInput,
    output: registeredView,
  },
  /**
   * Begins a session, and ends the one that the call was made with. Errors: CREDENTIALS_INVALID (the same for an unknown account and a wrong
   * password), TOO_MANY_PASSWORDS (after those of others, too: a device that has logged in before is counted apart from them).
   */
  login: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: loginInput,
    output: startedSessionView,
  },
  /** Ends the session of the call. */
  logout: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 1 },
    audit: false,
    session: 'ends',
    input: z.object({}),
    output: done,
  },
  /** The customer of the session. */
  me: { kind: 'query', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: customerView },
  /** Sets another password, ends every session and begins a new one. Errors: CREDENTIALS_INVALID, PASSWORD_COMMON, TOO_MANY_PASSWORDS. */
  changePassword: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: z.object({ currentPassword: typedPassword, newPassword }),
    output: startedSessionView,
  },
  /** Mails a link that sets another password within 15 minutes, once. Answers alike, and as late, for an address without an account. */
  forgotPassword: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'mail', cost: 1 },
    audit: false,
    input: z.object({ email: emailAddress }),
    output: registeredView,
  },
  /** Sets another password by the link of a mail, and ends every session. Errors: LINK_INVALID (used, expired or not ours), PASSWORD_COMMON. */
  resetPassword: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({ token: linkToken, newPassword }),
    output: done,
  },
  /** Confirms the e-mail address that a link was mailed to. A link that was used before is answered alike. Errors: LINK_INVALID. */
  verifyEmail: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({ token: linkToken }),
    output: done,
  },
  /** Mails the link again that confirms the customer's e-mail address; nothing where it is confirmed. */
  resendVerification: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'mail', cost: 1 },
    audit: false,
    input: z.object({}),
    output: done,
  },
  /** Sessions of the customer, newest first. */
  listSessions: {
    kind: 'query',
    access: 'customer',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.void(),
    output: z.object({ items: z.array(sessionView) }),
  },
  /** Ends a session of the customer's. One that is over, or another's, is left as it is, with the same answer. */
  revokeSession: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: z.object({ id: z.string().min(1).max(64) }),
    output: done,
  },
});

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<typeof loginInput>;
export type StartedSessionView = z.output<typeof startedSessionView>;
export type CustomerView = z.output<typeof customerView>;
export type SessionView = z.output<typeof sessionView>;
