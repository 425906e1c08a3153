/** All kinds of mails: those to customers, and messages of theirs to our support. */
export const MAIL_KINDS = [
  'verify-email',
  'reset-password',
  'has-account',
  'new-sign-in',
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-code-used',
  'recovery-codes-replaced',
  'withdrawal-asked',
  'passkey-added',
  'passkey-removed',
  'passkey-copied',
  'account-deleted',
  'contact-message',
] as const;

/** Kind of a mail. */
export type MailKind = (typeof MAIL_KINDS)[number];

/** When and from where an account was used or changed. */
export interface AccountUse {
  /** ISO 8601. */
  readonly at: string;
  /** The customer's time zone, in which the mail shows `at`. */
  readonly timeZone: string;
  readonly ip: string;
  /** Empty if the browser sent none. */
  readonly userAgent: string;
}

/** Parameters of a security notice. */
interface SecurityNotice extends AccountUse {
  /** URL of the page to reset the password, for owners who did not do this themselves. */
  readonly forgotPage: string;
}

/** Security notices: mails that tell the owner what was done to the account. */
export type SecurityNoticeKind = Exclude<MailKind, 'verify-email' | 'reset-password' | 'has-account' | 'account-deleted' | 'contact-message'>;

/** What somebody wrote to our support. Nothing of it is verified. */
export interface ContactMessage {
  /** Address that they want the answer at. */
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** Parameters of a mail's text, by kind. All URLs are absolute. A `link` carries a secret code; pages (`…Page`) do not. */
interface MailParams extends Record<SecurityNoticeKind, SecurityNotice> {
  'verify-email': { readonly link: string; readonly hours: string };
  'reset-password': { readonly link: string; readonly minutes: string };
  /** Somebody registered with an address that has an account. */
  'has-account': { readonly loginPage: string; readonly forgotPage: string };
  /** `registerPage`: of who wants an account again. */
  'account-deleted': AccountUse & { readonly registerPage: string };
  'contact-message': ContactMessage;
}

/** A mail of one kind. */
export type MailContent = { [K in MailKind]: { readonly kind: K; readonly params: MailParams[K] } }[MailKind];
