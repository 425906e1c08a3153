import { BANKS } from '@quydoi/domain/bank/banks';
import { InvariantError } from '@quydoi/domain/invariant';
import type { SettingKind, SettingKinds, Versioned } from '@quydoi/domain/settings';
import { parseSettingValue } from '../setting-values.ts';

/** A version of a setting as stored; its value is not checked. */
export interface SettingRow {
  readonly kind: SettingKind;
  readonly key: string;
  readonly value: unknown;
  readonly version: number;
  readonly author: string;
  readonly at: string | Date;
}

/** The only value of a kind. @throws InvariantError when it is missing or cannot be read */
export function onlyValueOf<K extends SettingKind>(rows: readonly SettingRow[], kind: K): SettingKinds[K]['value'] {
  const row = rows.find((candidate) => candidate.kind === kind);
  if (!row) throw new InvariantError(`setting ${kind} is missing`);
  const value = parseSettingValue(kind, row.key, row.value);
  if (value === null) throw new InvariantError(`setting ${kind} of version ${row.version} cannot be read`);
  return value;
}

/** Values by key. @param unreadable replaces a value that cannot be read; null leaves it out */
export function valuesOf<K extends SettingKind>(
  rows: readonly SettingRow[],
  kind: K,
  unreadable: SettingKinds[K]['value'] | null = null,
): Map<SettingKinds[K]['key'], SettingKinds[K]['value']> {
  return new Map([...versionsOf(rows, kind, unreadable)].map(([key, { value }]) => [key, value]));
}

/** Values and versions by key. @param unreadable as for `valuesOf` */
export function versionsOf<K extends SettingKind>(
  rows: readonly SettingRow[],
  kind: K,
  unreadable: SettingKinds[K]['value'] | null = null,
): Map<SettingKinds[K]['key'], Versioned<SettingKinds[K]['value']>> {
  return new Map(
    rows
      .filter((row) => row.kind === kind)
      .flatMap(({ key, value, version }) => {
        const parsed = parseSettingValue(kind, key, value) ?? unreadable;
        return parsed === null ? [] : [[key, { value: parsed, version }] as const];
      }),
  );
}

/** Sorts by `orderBy`, then by the order of the bank list. */
export function sortByOrder<K extends string, T extends { readonly orderBy: number }>(map: Map<K, T>): Map<K, T> {
  const place = new Map(BANKS.map((bank, index) => [bank.slug as string, index]));
  return new Map([...map].sort(([a, x], [b, y]) => x.orderBy - y.orderBy || (place.get(a) ?? 0) - (place.get(b) ?? 0)));
}
