import { PROFILE_FIELDS, type ProfileField } from '@quydoi/domain/customer/profile';
import type { Locale } from '@quydoi/domain/locales';

/** Languages in which the family name comes first. */
const FAMILY_NAME_FIRST: readonly Locale[] = ['vi', 'zh', 'ko', 'jp'];

/** The profile's text fields in the order in which a language asks for them. */
export function fieldsInOrder(locale: Locale): readonly ProfileField[] {
  const texts = PROFILE_FIELDS.filter((field) => field !== 'countryCode');
  if (!FAMILY_NAME_FIRST.includes(locale)) return texts;
  const swapped: Readonly<Partial<Record<ProfileField, ProfileField>>> = { firstName: 'lastName', lastName: 'firstName' };
  return texts.map((field) => swapped[field] ?? field);
}
