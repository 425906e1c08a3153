/** What mails to customers are about. */
export const MAIL_KINDS = ['verify-email', 'reset-password', 'has-account', 'new-sign-in', 'password-changed'] as const;

/** What a mail is about. */
export type MailKind = (typeof MAIL_KINDS)[number];

/** When and from where something was done to an account, and the page that takes it back. */
interface DoneToAccount {
  /** ISO 8601. */
  readonly at: string;
  /** The customer's, to tell the time in. */
  readonly timeZone: string;
  readonly ip: string;
  /** Empty where none was told. */
  readonly userAgent: string;
  readonly forgotPage: string;
}

/** What a mail tells besides its text, by kind. Addresses of pages are whole; links enter the account. */
export interface MailParams {
  'verify-email': { readonly link: string; readonly hours: string };
  'reset-password': { readonly link: string; readonly minutes: string };
  /** Somebody registered with an address that has an account. */
  'has-account': { readonly loginPage: string; readonly forgotPage: string };
  'new-sign-in': DoneToAccount;
  'password-changed': DoneToAccount;
}

/** A mail of one kind. */
export type MailContent = { [K in MailKind]: { readonly kind: K; readonly params: MailParams[K] } }[MailKind];
