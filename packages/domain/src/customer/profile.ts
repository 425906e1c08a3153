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

const EARLIEST_BIRTHDAY = '1900-01-01';

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

/** Name of a country in a language; the code itself for one that there is not. @param language BCP 47 */
export function countryName(code: string, language: string): string {
  return code === '' ? '' : (new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code);
}

/** Codes of all countries that there are names for. */
export function countryCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isCountry(code: string): boolean {
  return COUNTRY_NAMES.of(code) !== undefined;
}
