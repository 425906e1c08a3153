import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import { SettingEntity } from '../entities/site.ts';
import { withMoneyTx } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';
import type { NewSetting } from './settings.ts';

/** A role's login is part of the key and written by the database, so that no role moves another's suspensions. */
const MOVE = `
  insert into setting (kind, key, value, author, at)
  select 'suspension', current_user || ' ' || $1, $2::jsonb, current_user, $3
  where $4 <> coalesce(
    (select s.value ->> 'suspended' = 'true' from setting s
      where s.kind = 'suspension' and s.key = current_user || ' ' || $1 order by s.version desc limit 1), false)
  returning version`;

/** Suspends a network in the name of the calling role. @returns false when the role has done so before */
export async function addSuspension(orm: Orm, key: SuspensionKey, detail: string, at: Date): Promise<boolean> {
  return move(orm, key, true, detail, at);
}

/** Ends a suspension of the calling role. @returns false when the role has none such */
export async function endSuspension(orm: Orm, key: SuspensionKey, at: Date): Promise<boolean> {
  return move(orm, key, false, '', at);
}

/** Moves of one suspension wait for each other: at the same time none would see the others' rows. */
async function move(orm: Orm, key: SuspensionKey, suspended: boolean, detail: string, at: Date): Promise<boolean> {
  const { network, cause, direction, subject } = key;
  const value = JSON.stringify({ network, cause, direction, subject, suspended, detail });
  return withMoneyTx(orm, async (tx) => {
    await tx.run('lock suspension', `select pg_advisory_xact_lock(hashtextextended('suspension ' || $1, 7))`, [textOf(key)]);
    return (await tx.run('move suspension', MOVE, [textOf(key), value, at, suspended])).count > 0;
  });
}

/** Suspension that an operator ends, of whichever role. */
export type EndedSuspension = SuspensionKey & { readonly role: string };

/**
 * Stores an operator's switch of a network, and ends suspensions with it.
 * @param audit the call of the operator's verb, recorded in the same transaction
 */
export async function setRailSwitch(orm: Orm, rail: NewSetting<'rail'>, ended: readonly EndedSuspension[], audit?: AuditRecord): Promise<void> {
  await addWithEnds(orm, rail, ended, audit);
}

/**
 * Adds a difference that an operator accepts, and ends the suspensions that it caused.
 * @param audit the call of the operator's verb, recorded in the same transaction
 */
export async function addAcceptedDifference(
  orm: Orm,
  accepted: NewSetting<'accepted-difference'>,
  ended: readonly EndedSuspension[],
  audit?: AuditRecord,
): Promise<void> {
  await addWithEnds(orm, accepted, ended, audit);
}

async function addWithEnds(
  orm: Orm,
  setting: NewSetting<'rail'> | NewSetting<'accepted-difference'>,
  ended: readonly EndedSuspension[],
  audit: AuditRecord | undefined,
): Promise<void> {
  const ends = ended.map(({ role, network, cause, direction, subject }): NewSetting<'suspension'> => {
    const value = { network, cause, direction, subject, suspended: false, detail: '' };
    return { kind: 'suspension', key: `${role} ${textOf(value)}`, value, author: setting.author, at: setting.at };
  });
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    await insertRows(tx, SettingEntity, [setting, ...ends]);
  });
}

function textOf({ network, cause, direction, subject }: SuspensionKey): string {
  return `${network} ${cause} ${direction} ${subject}`;
}
