import { isCountry } from './countries.ts';

/**
 * What the texts of a customer's profile may be. Each may also be empty: nobody has to say anything of themselves before a document is checked.
 * Code points are counted, as the database does.
 */
export const PROFILE_RULES = {
  fullName: /^.{1,200}$/u,
  firstName: /^.{1,100}$/u,
  lastName: /^.{1,100}$/u,
  /** Calendar date, such as `1990-12-31`. */
  birthday: /^\d{4}-\d{2}-\d{2}$/,
  /** Number of a passport or identity card. */
  passportId: /^[A-Za-z0-9]{1,20}$/,
  phoneNumber: /^\d{10,12}$/,
  streetAddress1: /^.{1,300}$/u,
  streetAddress2: /^.{1,300}$/u,
  city: /^.{1,300}$/u,
  postalCode: /^[A-Za-z0-9-]{1,50}$/,
  /** ISO 3166-1 alpha-2. */
  countryCode: /^[A-Z]{2}$/,
} as const satisfies Record<string, RegExp>;

/** A text of a customer's profile. */
export type ProfileField = keyof typeof PROFILE_RULES;

/** The texts of a customer's profile; empty where the customer says nothing. */
export type Profile = Readonly<Record<ProfileField, string>>;

/** Names of a profile's texts. */
export const PROFILE_FIELDS = Object.keys(PROFILE_RULES) as readonly ProfileField[];

/** What a document shows of a customer. */
export type IdentityField = 'fullName' | 'firstName' | 'lastName' | 'birthday' | 'passportId';

/** Fields that a document proves. The customer cannot change them while the identity is being checked or verified. */
export const IDENTITY_FIELDS: readonly IdentityField[] = ['fullName', 'firstName', 'lastName', 'birthday', 'passportId'];

const EARLIEST_BIRTHDAY = '1900-01-01';

/** The UTC date of a moment, as `birthday` is written. */
export function dateOf(at: Date): string {
  return at.toISOString().slice(0, EARLIEST_BIRTHDAY.length);
}

/** Whether a text, without blanks around it, may stand in a profile. @param today as `birthday` is written: nobody is born after it */
export function isProfileText(field: ProfileField, text: string, today: string): boolean {
  if (text === '') return true;
  if (!PROFILE_RULES[field].test(text)) return false;
  if (field === 'birthday') return text >= EARLIEST_BIRTHDAY && text <= today && isDate(text);
  return field !== 'countryCode' || isCountry(text);
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
