import {
  EMAIL_LENGTH_MAX,
  FULL_NAME_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PASSWORD_LENGTH,
  REF_SEARCH_LENGTH_MAX,
  USERNAME_LENGTH,
} from '@quydoi/domain/constants';
import { CURRENCY_KEYS, DOC_STATUSES, isTimeZone, TWO_FACTORS } from '@quydoi/domain/customer/customer';
import { PROFILE_FIELDS, type ProfileField } from '@quydoi/domain/customer/profile';
import { LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import { z } from 'zod';
import { destinationView } from './destinations.ts';
import { identityView } from './identity.ts';
import { IMAGE_BODY_BYTES_MAX, imageText } from './image.ts';
import { listedOrderView } from './orders/order-list.ts';
import {
  passkeyAssertion,
  passkeyAttestation,
  passkeyId,
  passkeyLoginView,
  passkeyName,
  passkeySetUpView,
  passkeysView,
  passkeyView,
} from './passkeys.ts';
import { emailAddress, moment, typedPassword } from './primitives.ts';
import { procedures } from './procedure.ts';
import { balanceView, depositAddressView, referralCreditView, statementLineView, walletCurrency, withdrawalView } from './wallet.ts';

const language = z.enum(LOCALE_CODES as [Locale, ...Locale[]]);
const TIME_ZONE_LENGTH_MAX = 64;
/** As long as the longest text of a profile, in UTF-16 units. */
const PROFILE_TEXT_LENGTH_MAX = 600;

/** A new password. */
const newPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
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

/** Mobile number that codes are sent to, by its last digits; null where the codes are an app's. */
const sentTo = z.string().nullable();

/**
 * A login whose password was right and that wants a code of the second factor, too. `challenge` goes with the code, before `expiresAt` and from the
 * same device. It is no session. Where codes come by SMS, `sendCode` sends one.
 */
const codeWantedView = z.object({ challenge: z.string(), expiresAt: moment, twoFactor: z.enum(TWO_FACTORS).exclude(['none']), sentTo });

/** A session, or what it takes to begin one. */
export const loginView = z.union([startedSessionView, codeWantedView]);

/** A token that one answer gave for the next call, such as a login that waits for its code, or a second factor that is being set up. */
const callToken = z.string().max(2_000);
/** A code of the second factor as it is typed: six digits of the authenticator app or of an SMS, or a recovery code. */
const typedCode = z.string().trim().min(1).max(64);

/**
 * A second factor to be set up: the secret in base32, and the address of it that authenticator apps read from a QR code. `setUp` goes with the first
 * code.
 */
export const twoFactorSetUpView = z.object({ secret: z.string(), uri: z.string(), setUp: z.string(), expiresAt: moment });

/** An SMS with a code is on its way. The code counts until `expiresAt`, and another one can be sent from `againAt` on. */
export const sentCodeView = z.object({ sentTo: z.string(), againAt: moment, expiresAt: moment });

/** Codes by SMS to be set up. `setUp` goes with the code that was sent. */
export const smsSetUpView = sentCodeView.extend({ setUp: z.string() });

/** The session that has begun, and recovery codes, which nobody can read again: each takes the place of a code, once. */
export const recoveryCodesView = startedSessionView.extend({ recoveryCodes: z.array(z.string()) });

/** A customer's second factor. */
export const twoFactorView = z.object({
  twoFactor: z.enum(TWO_FACTORS),
  /** When it was switched on; null while it is off. */
  since: moment.nullable(),
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: z.number().int(),
  sentTo,
  /** Whether codes by SMS can be set up here. */
  isSmsOffered: z.boolean(),
});

/** Texts of a profile, by their names. */
function profileTexts<T extends z.ZodType>(schema: T): Record<ProfileField, T> {
  return Object.fromEntries(PROFILE_FIELDS.map((field) => [field, schema])) as Record<ProfileField, T>;
}

/** What a customer changes of their profile; what is not given stays, and an empty text erases. */
export const updateProfileInput = z.object({
  ...profileTexts(z.string().trim().max(PROFILE_TEXT_LENGTH_MAX).optional()),
  language: language.optional(),
  timeZone: z.string().max(TIME_ZONE_LENGTH_MAX).refine(isTimeZone).optional(),
  currencyKey: z.enum(CURRENCY_KEYS).optional(),
  /** Whether browsers that are left alone are locked. */
  isLockScreen: z.boolean().optional(),
});

/** A customer's picture of themselves. */
export const setAvatarInput = z.object({ image: imageText });

/** A customer, as they see themselves. */
export const customerView = z.object({
  ...profileTexts(z.string()),
  id: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  username: z.string().nullable(),
  /** Path of their picture on the site, which answers their own sessions only; null without one. */
  avatar: z.string().nullable(),
  language,
  timeZone: z.string(),
  currencyKey: z.enum(CURRENCY_KEYS),
  isLockScreen: z.boolean(),
  sponsor: z.string().nullable(),
  docStatus: z.enum(DOC_STATUSES),
  twoFactor: z.enum(TWO_FACTORS),
  createdAt: moment,
});

/** The screen of a session: whether its customer wants it to be locked when it is left alone, whether it is, and whose it is. */
export const screenView = z.object({ isLockScreen: z.boolean(), isLocked: z.boolean(), name: z.string() });

/** Where and since when a customer is logged in. `isCurrent` is the session of this call. */
export const sessionView = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: moment,
  expiresAt: moment,
});

/** What proves an owner who is logged in: the password, and a code of the second factor where there is one. */
export const ownerProof = z.object({ password: typedPassword, code: typedCode.optional() });

/** An order in the export of its customer's data. */
const exportedOrderView = listedOrderView.extend({
  destinationName: z.string().nullable(),
  /** Code of the coupon that it was made with; null without one. */
  coupon: z.string().nullable(),
  /** Whether it was made without an account, and adopted later. */
  isAdopted: z.boolean(),
  finalAt: moment.nullable(),
});

/** All that is kept of a customer under their account, but for what only proves who they are: the password, the second factor's secret, the keys of
 * passkeys, the pictures of the identity. */
export const accountExportView = z.object({
  exportedAt: moment,
  customer: customerView,
  twoFactor: twoFactorView,
  passkeys: z.array(passkeyView.omit({ id: true })),
  sessions: z.array(sessionView),
  /** When the customer last logged in from each device that is known to be theirs. */
  devices: z.array(z.object({ seenAt: moment })),
  destinations: z.array(destinationView),
  identity: identityView,
  /** Their picture of themselves, a JPEG in base64; null without one. */
  avatar: z.object({ image: z.string(), uploadedAt: moment }).nullable(),
  /** Newest first, as all lists here; the newest 10 000, if there are more. */
  orders: z.array(exportedOrderView),
  wallet: z.object({
    balances: z.array(balanceView.pick({ currency: true, balance: true })),
    /** Own addresses for deposits of coins. */
    addresses: z.array(depositAddressView.pick({ currency: true, address: true })),
    statement: z.array(statementLineView.extend({ currency: walletCurrency })),
    withdrawals: z.array(withdrawalView),
  }),
  /** What orders of others gave to the customer as their sponsor. */
  referrals: z.array(referralCreditView),
});

const done = z.object({ done: z.literal(true) });

/** Procedures of `accounts`. TOO_MANY_PASSWORDS, TOO_MANY_CODES and TOO_MANY_SMS say in how many seconds there are tries again. */
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
   * Begins a session, and ends the one that the call was made with; asks for a code instead where the customer has a second factor, which nobody
   * learns without the right password. Errors: CREDENTIALS_INVALID (the same for an unknown account and a wrong
   * password), TOO_MANY_PASSWORDS (after those of others, too: a device that has logged in before is counted apart from them).
   */
  login: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: loginInput,
    output: loginView,
  },
  /**
   * Begins the session of a login that wants a code. Errors: CODE_INVALID, CODE_USED, TOO_MANY_CODES, CHALLENGE_INVALID and TWO_FACTOR_CHANGED
   * (log in again).
   */
  loginWithCode: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: z.object({ challenge: callToken, code: typedCode }),
    output: startedSessionView,
  },
  /** Begins a login with a passkey: makes what its authenticator signs. Says nothing of any account. */
  passkeyLogin: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({}),
    output: passkeyLoginView,
  },
  /**
   * Begins the session of a passkey's customer, without password or code: its authenticator has checked who uses it. Errors: PASSKEY_INVALID (unknown,
   * removed, forged, used before, or behind its own count), CHALLENGE_INVALID (late, or another device's).
   */
  loginWithPasskey: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: z.object({ challenge: callToken, credential: passkeyAssertion }),
    output: startedSessionView,
  },
  /** Ends the session of the call. */
  logout: {
    kind: 'mutation',
    access: 'customer',
    whileLocked: true,
    limit: { class: 'act', cost: 1 },
    audit: false,
    session: 'ends',
    input: z.object({}),
    output: done,
  },
  /** The customer of the session. */
  me: { kind: 'query', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: customerView },
  /** The screen of the session. */
  screen: {
    kind: 'query',
    access: 'customer',
    whileLocked: true,
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.void(),
    output: screenView,
  },
  /**
   * Locks the session, where its customer wants that of screens that are left alone. Until it is unlocked, SCREEN_LOCKED refuses what needs an account,
   * with this session's token as well as in its browser.
   */
  lockScreen: {
    kind: 'mutation',
    access: 'customer',
    whileLocked: true,
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: z.object({}),
    output: done,
  },
  /** Unlocks the session. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS. */
  unlockScreen: {
    kind: 'mutation',
    access: 'customer',
    whileLocked: true,
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({ password: typedPassword }),
    output: done,
  },
  /** Tells that somebody uses a page of the session's browser. Errors: SCREEN_LOCKED. */
  markUsed: { kind: 'mutation', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.object({}), output: done },
  /**
   * Changes the customer's profile. Errors: VALIDATION_FAILED, IDENTITY_VERIFIED or IDENTITY_SUBMITTED (names, birthday and
   * document stay while the identity is verified or being checked).
   */
  updateProfile: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: updateProfileInput,
    output: customerView,
  },
  /**
   * Keeps a picture of the customer, cut to a square, in place of the one before. Errors: IMAGE_INVALID, IMAGE_TOO_LARGE, UNAVAILABLE (too many pictures
   * are being read).
   */
  setAvatar: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 1 },
    audit: false,
    bodyBytesMax: IMAGE_BODY_BYTES_MAX,
    input: setAvatarInput,
    output: customerView,
  },
  /** Removes the customer's picture. */
  removeAvatar: { kind: 'mutation', access: 'customer', limit: { class: 'act', cost: 1 }, audit: false, input: z.object({}), output: customerView },
  /** All that is kept of the customer under their account. */
  exportData: { kind: 'query', access: 'customer', limit: { class: 'act', cost: 10 }, audit: false, input: z.void(), output: accountExportView },
  /**
   * Deletes the customer's account for good, and ends every session. What the ledger needs of their orders stays, under an id that tells nobody any more
   * whose they are. Errors: ORDERS_OPEN, BALANCE_LEFT (also for a day after money left a balance, which may come back), CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, CODE_INVALID, CODE_USED,
   * TOO_MANY_CODES.
   */
  deleteAccount: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'ends',
    input: ownerProof,
    output: done,
  },
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
  /**
   * Sets another password by the link of a mail, removes every passkey and ends every session. Errors: LINK_INVALID (used, expired or not ours),
   * PASSWORD_COMMON.
   */
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
  /** Ends all sessions of the customer but that of the call. */
  revokeOtherSessions: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: z.object({}),
    output: done,
  },
  /** The customer's second factor. */
  twoFactor: { kind: 'query', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: twoFactorView },
  /**
   * Makes a secret for an authenticator app. Nothing changes until `activateTwoFactor`. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS,
   * TWO_FACTOR_CHANGED.
   */
  setUpTwoFactor: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({ password: typedPassword }),
    output: twoFactorSetUpView,
  },
  /**
   * Sends a first code by SMS to a mobile number, Vietnamese ones alone. Nothing changes until `activateTwoFactor`; called again, it sends another code,
   * for which its own `setUp` counts. Errors: PHONE_INVALID, CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, TWO_FACTOR_CHANGED, TOO_MANY_SMS, SMS_NOT_SENT.
   */
  setUpSms: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({ password: typedPassword, phone: z.string().trim().min(1).max(32) }),
    output: smsSetUpView,
  },
  /**
   * Sends a code by SMS, to the customer of a login that wants one (`challenge`), else of the session. Only the newest one counts, once. Errors:
   * TWO_FACTOR_CHANGED where codes do not come by SMS, CHALLENGE_INVALID, REQUIRED_LOGIN, TOO_MANY_SMS, SMS_NOT_SENT.
   */
  sendCode: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({ challenge: callToken.optional() }),
    output: sentCodeView,
  },
  /**
   * Switches the second factor on by a code of the app that has the secret, or of the SMS, ends every session and begins a new one. Errors:
   * CODE_INVALID, TOO_MANY_CODES, CHALLENGE_INVALID (set up anew), TWO_FACTOR_CHANGED.
   */
  activateTwoFactor: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: z.object({ setUp: callToken, code: typedCode }),
    output: recoveryCodesView,
  },
  /**
   * Makes recovery codes in the place of those that there are, ends every session and begins a new one. Errors: CREDENTIALS_INVALID,
   * TOO_MANY_PASSWORDS, CODE_INVALID, CODE_USED, TOO_MANY_CODES, TWO_FACTOR_CHANGED.
   */
  replaceRecoveryCodes: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: z.object({ password: typedPassword, code: typedCode }),
    output: recoveryCodesView,
  },
  /** Switches the second factor off, ends every session and begins a new one. Errors: as `replaceRecoveryCodes`. */
  turnOffTwoFactor: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: z.object({ password: typedPassword, code: typedCode }),
    output: startedSessionView,
  },
  /** The customer's passkeys. */
  listPasskeys: { kind: 'query', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: passkeysView },
  /**
   * Begins to add a passkey. Nothing changes until `addPasskey`. Errors: CREDENTIALS_INVALID, TOO_MANY_PASSWORDS, CODE_INVALID, CODE_USED,
   * TOO_MANY_CODES, TOO_MANY_PASSKEYS.
   */
  setUpPasskey: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: ownerProof,
    output: passkeySetUpView,
  },
  /**
   * Adds a passkey that the browser has made. Errors: PASSKEY_INVALID, CHALLENGE_INVALID (late, or another session's: set up anew),
   * TOO_MANY_PASSKEYS.
   */
  addPasskey: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    input: z.object({ setUp: callToken, credential: passkeyAttestation, name: passkeyName.optional() }),
    output: passkeysView,
  },
  /**
   * Removes a passkey, ends every session and begins a new one. One that is gone changes nothing else. Errors: CREDENTIALS_INVALID,
   * TOO_MANY_PASSWORDS, CODE_INVALID, CODE_USED, TOO_MANY_CODES.
   */
  removePasskey: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'login', cost: 1 },
    audit: false,
    session: 'begins',
    input: ownerProof.extend({ id: passkeyId }),
    output: startedSessionView,
  },
});

export type RegisterInput = z.output<typeof registerInput>;
export type ScreenView = z.output<typeof screenView>;
export type SetAvatarInput = z.output<typeof setAvatarInput>;
export type UpdateProfileInput = z.output<typeof updateProfileInput>;
export type OwnerProof = z.output<typeof ownerProof>;
export type ExportedOrderView = z.output<typeof exportedOrderView>;
export type AccountExportView = z.output<typeof accountExportView>;
export type LoginInput = z.output<typeof loginInput>;
export type StartedSessionView = z.output<typeof startedSessionView>;
export type LoginView = z.output<typeof loginView>;
export type TwoFactorView = z.output<typeof twoFactorView>;
export type TwoFactorSetUpView = z.output<typeof twoFactorSetUpView>;
export type SentCodeView = z.output<typeof sentCodeView>;
export type SmsSetUpView = z.output<typeof smsSetUpView>;
export type RecoveryCodesView = z.output<typeof recoveryCodesView>;
export type CustomerView = z.output<typeof customerView>;
export type SessionView = z.output<typeof sessionView>;
