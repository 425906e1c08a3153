import type { Customer, DocStatus } from '@quydoi/domain/customer/customer';
import type { IdentityPart, IdentityRefusal } from '@quydoi/domain/customer/identity';
import type { IdentityField } from '@quydoi/domain/customer/profile';
import { ConflictError, runPrepared, withMoneyTx, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { type AuditRecord, writeAudit } from './audit.ts';

/** A part that a customer has uploaded. */
export interface UploadedPart {
  readonly part: IdentityPart;
  readonly uploadedAt: Date;
}

/** What a customer has shown of who they are, and what came of it. */
export interface IdentityState {
  readonly docStatus: DocStatus;
  readonly parts: UploadedPart[];
  /** Of the last submission; null if there is none. */
  readonly submittedAt: Date | null;
  readonly refusal: IdentityRefusal | null;
}

const STATE = `
  select c.doc_status, s.submitted_at, s.refusal,
    coalesce((select jsonb_agg(jsonb_build_object('part', d.part, 'uploadedAt', d.uploaded_at) order by d.id) from identity_document d
      where d.customer_id = c.id), '[]'::jsonb) as parts
  from customer c
  left join lateral (select * from identity_submission x where x.customer_id = c.id order by x.id desc limit 1) s on true
  where c.id = $1 and c.deleted_at is null`;

/** What a customer has shown of who they are; null where there is no such customer, or the account is deleted. */
export async function readIdentityState(orm: Orm, customerId: string): Promise<IdentityState | null> {
  const [row] = await runPrepared<{
    doc_status: DocStatus;
    submitted_at: Date | string | null;
    refusal: IdentityRefusal | null;
    parts: { part: IdentityPart; uploadedAt: string }[];
  }>(orm, 'identity state', STATE, [customerId]);
  if (row === undefined) return null;
  return {
    docStatus: row.doc_status,
    parts: row.parts.map(({ part, uploadedAt }) => ({ part, uploadedAt: new Date(uploadedAt) })),
    submittedAt: row.submitted_at === null ? null : new Date(row.submitted_at),
    refusal: row.doc_status === 'not_uploaded' ? row.refusal : null,
  };
}

/** What became of a write: done, or why not. */
export type IdentityOutcome = 'done' | 'incomplete' | 'handed in';

/** Keeps a picture of a customer, in place of the one of the same part. */
export async function keepIdentityPart(orm: Orm, customerId: string, part: IdentityPart, sealed: string, at: Date): Promise<IdentityOutcome> {
  return outcomeOf(
    withMoneyTx(orm, async (tx) => {
      await tx.run(
        'keep identity part',
        `insert into identity_document (customer_id, part, sealed, uploaded_at) values ($1, $2, $3, $4)
         on conflict (customer_id, part) do update set sealed = $3, uploaded_at = $4`,
        [customerId, part, sealed, at],
      );
    }),
  );
}

/** Hands a customer's pictures to operators: the identity is being checked from then on. */
export async function submitIdentity(orm: Orm, customerId: string, at: Date): Promise<IdentityOutcome> {
  return outcomeOf(
    withMoneyTx(orm, async (tx) => {
      // First, as the trigger of pictures does: in another order the two could wait for each other.
      await tx.run('lock customer', 'select 1 from customer where id = $1 for no key update', [customerId]);
      await tx.run('submit identity', 'insert into identity_submission (customer_id, submitted_at) values ($1, $2)', [customerId, at]);
    }),
  );
}

async function outcomeOf(written: Promise<void>): Promise<IdentityOutcome> {
  try {
    await written;
    return 'done';
  } catch (error) {
    const constraint = error instanceof ConflictError ? error.constraint : null;
    if (constraint === 'identity_incomplete') return 'incomplete';
    if (constraint === 'identity_submitted' || constraint === 'identity_submission_open') return 'handed in';
    throw error;
  }
}

/** A submission that waits for an operator. */
export interface WaitingIdentity {
  readonly customer: string;
  /** Number of the submission, which the decision names. */
  readonly submission: number;
  readonly submittedAt: Date;
}

/** Submissions that wait for an operator, the oldest first. */
export async function readWaitingIdentities(orm: Orm, limit: number): Promise<WaitingIdentity[]> {
  const rows = await runPrepared<{ customer: string; submission: string; submitted_at: Date | string }>(
    orm,
    'waiting identities',
    `select s.customer_id as customer, s.id as submission, s.submitted_at from identity_submission s join customer c on c.id = s.customer_id
     where s.decided_at is null and c.deleted_at is null order by s.id limit $1`,
    [limit],
  );
  return rows.map(({ customer, submission, submitted_at }) => ({ customer, submission: Number(submission), submittedAt: new Date(submitted_at) }));
}

/** A picture as it is kept. */
export interface SealedPart extends UploadedPart {
  readonly sealed: string;
}

/** What an operator looks at: what a customer says of themselves, and the pictures that show it. */
export interface ShownIdentity extends Pick<Customer, IdentityField> {
  /** Number of the submission that waits; null if none does. */
  readonly submission: number | null;
  readonly parts: SealedPart[];
}

/**
 * What a customer has shown of who they are; null if there is no such customer.
 * @param audit the call of the operator verb, which is recorded before anything is read
 */
export async function readShownIdentity(orm: Orm, customerId: string, audit?: AuditRecord): Promise<ShownIdentity | null> {
  return withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    const { rows } = await tx.run<{ shown: (Omit<ShownIdentity, 'parts'> & { parts: (SealedPart & { uploadedAt: string })[] }) | null }>(
      'shown identity',
      'select read_identity($1) as shown',
      [customerId],
    );
    const shown = rows[0]?.shown ?? null;
    return shown && { ...shown, parts: shown.parts.map((part) => ({ ...part, uploadedAt: new Date(part.uploadedAt) })) };
  });
}

/** Deletes pictures whose time is over: never handed in and uploaded before `draftsBefore`, or decided before `decidedBefore`. */
export async function deleteOldIdentityParts(orm: Orm, draftsBefore: Date, decidedBefore: Date): Promise<void> {
  await writePrepared(
    orm,
    'delete old identity parts',
    `delete from identity_document d where d.uploaded_at < $1 and not exists (
       select 1 from identity_submission s where s.customer_id = d.customer_id and s.submitted_at >= d.uploaded_at
         and (s.decided_at is null or s.decided_at > $2))`,
    [draftsBefore, decidedBefore],
  );
}
