import { expect, test } from 'vitest';
import { COUNTRY_CODES, countryName } from './countries.ts';
import { isProfileText, type ProfileField } from './profile.ts';

const TODAY = '2026-11-28';

test.each<[ProfileField, readonly string[], readonly string[]]>([
  ['fullName', ['', 'Nguyễn Văn An', '😀'.repeat(200)], ['😀'.repeat(201), 'a\nb']],
  ['firstName', ['An', 'a'.repeat(100)], ['a'.repeat(101)]],
  ['lastName', ['Nguyễn', 'a'.repeat(100)], ['a'.repeat(101)]],
  ['city', ['a'.repeat(300)], ['a'.repeat(301)]],
  ['streetAddress1', ['12 Lê Lợi, P. Bến Nghé', 'a'.repeat(300)], ['a'.repeat(301)]],
  ['streetAddress2', ['', 'a'.repeat(300)], ['a'.repeat(301)]],
  ['postalCode', ['', '700000', 'SW1A-1AA', '1'.repeat(50)], ['1'.repeat(51), '70 000', '7_0']],
  ['phoneNumber', ['', '0912345678', '840912345678'], ['091234567', '8409123456789', '+84912345678', '0912 345 678']],
  ['passportId', ['', 'C1234567', '001099012345'], ['C 123', 'x'.repeat(21)]],
  ['birthday', ['', '1990-12-31', '2024-02-29', TODAY], ['2023-02-29', '1990-13-01', '31-12-1990', '2026-11-29', '1899-12-31', '19901231']],
  ['countryCode', ['', 'VN', 'DE'], ['vn', 'VNM', 'XQ', '84', 'ZZ', 'XA', 'EU', 'UN', 'UK', 'QO']],
])('%s', (field, right, wrong) => {
  expect([...right, ...wrong].filter((text) => isProfileText(field, text, TODAY))).toEqual(right);
});

test('countries have names', () => {
  expect([COUNTRY_CODES.length, new Set(COUNTRY_CODES).size]).toEqual([249, 249]);
  expect(COUNTRY_CODES.filter((code) => countryName(code, 'en') === code)).toEqual([]);
  expect([countryName('VN', 'en'), countryName('VN', 'vi'), countryName('', 'en')]).toEqual(['Vietnam', 'Việt Nam', '']);
});
