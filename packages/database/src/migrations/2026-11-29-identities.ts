import { Migration } from '@mikro-orm/migrations';

/**
 * Customers show who they are: pictures that only operators can read, handed in together, which an operator accepts or refuses. They go with the account,
 * and when their time is over.
 */
export class Migration20261129Identities extends Migration {
  override up(): void {
    for (const statements of [BEFORE, TABLES, GUARDS, ACCESS]) this.addSql(statements);
  }
}

const BEFORE = `
-- Nothing was submitted before there were submissions.
update customer set doc_status = 'not_uploaded', version = version + 1 where doc_status = 'unverified' and deleted_at is null;
`;

const TABLES = `
create table identity_document (
  id bigint generated always as identity primary key,
  customer_id text not null references customer,
  part text not null constraint identity_document_part_check check (part in ('front', 'back', 'selfie')),
  -- The picture, encrypted to a key that operators have.
  sealed text not null check (char_length(sealed) between 1 and 8000000),
  uploaded_at timestamptz not null,
  unique (customer_id, part),
  constraint identity_document_uploaded_at_finite check (uploaded_at >= timestamptz '1970-01-01 00:00:00Z' and uploaded_at < timestamptz '10000-01-01 00:00:00Z')
);
alter table identity_document alter column sealed set storage external;
create index identity_document_uploaded on identity_document (uploaded_at);

create table identity_submission (
  id bigint generated always as identity primary key,
  customer_id text not null references customer,
  submitted_at timestamptz not null,
  -- Null while it waits for an operator.
  decided_at timestamptz,
  decision text constraint identity_submission_decision_check check (decision in ('not_uploaded', 'verify')),
  refusal text constraint identity_submission_refusal_check check (refusal in ('unreadable', 'incomplete', 'mismatch', 'expired', 'not-accepted')),
  check ((decided_at is null) = (decision is null)),
  check (refusal is null or decision = 'not_uploaded'),
  constraint identity_submission_submitted_at_finite check (submitted_at >= timestamptz '1970-01-01 00:00:00Z' and submitted_at < timestamptz '10000-01-01 00:00:00Z'),
  constraint identity_submission_decided_at_finite check (decided_at >= timestamptz '1970-01-01 00:00:00Z' and decided_at < timestamptz '10000-01-01 00:00:00Z')
);
create unique index identity_submission_open on identity_submission (customer_id) where decided_at is null;
create index identity_submission_of_customer on identity_submission (customer_id, id desc);
`;

const GUARDS = `
-- What is handed in is whole, and then waits for an operator.
create function submit_identity() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Locked, so that none is deleted meanwhile.
  perform 1 from public.identity_document d where d.customer_id = new.customer_id for share;
  if (select count(*) from public.identity_document d where d.customer_id = new.customer_id) < 3 then
    raise exception 'customer % has not shown all parts', new.customer_id using errcode = 'QD061';
  end if;
  update public.customer c set doc_status = 'unverified', version = c.version + 1
    where c.id = new.customer_id and c.doc_status = 'not_uploaded' and c.deleted_at is null;
  if not found then
    raise exception 'customer % has nothing to hand in', new.customer_id using errcode = 'QD062';
  end if;
  return null;
end $$;
create trigger submit_identity after insert on identity_submission for each row execute function submit_identity();

-- What an operator looks at stays as it was handed in, and what is old goes.
create function guard_document() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  concerned text := coalesce(new.customer_id, old.customer_id);
begin
  if current_user = 'quydoi_worker' then
    if old.uploaded_at > clock_timestamp() - interval '7 days' or exists (
      select 1 from public.identity_submission s where s.customer_id = concerned and s.submitted_at >= old.uploaded_at
        and (s.decided_at is null or s.decided_at > clock_timestamp() - interval '90 days')
    ) then
      raise exception 'a picture of customer % is kept', concerned using errcode = 'QD063';
    end if;
    return coalesce(new, old);
  end if;
  -- With a submission at the same time, one comes after the other.
  perform 1 from public.customer c where c.id = concerned for no key update;
  if exists (select 1 from public.identity_submission s where s.customer_id = concerned and s.decided_at is null)
    or not exists (select 1 from public.customer c where c.id = concerned and c.doc_status = 'not_uploaded' and c.deleted_at is null) then
    raise exception 'the pictures of customer % are handed in', concerned using errcode = 'QD065';
  end if;
  return coalesce(new, old);
end $$;
create trigger guard_document before insert or update or delete on identity_document
  for each row when (current_user in ('quydoi_web', 'quydoi_worker')) execute function guard_document();

create trigger guard_recorded before insert or update on identity_document
  for each row when (current_user = 'quydoi_web') execute function guard_recorded('uploaded_at');
create trigger guard_recorded before insert on identity_submission
  for each row when (current_user = 'quydoi_web') execute function guard_recorded('submitted_at');

-- Whom the pictures are of stays as it was when they were handed in, too.
drop trigger guard_identity on customer;
create trigger guard_identity before update on customer for each row when (
  old.doc_status <> 'not_uploaded' and new.deleted_at is null
    and (old.full_name, old.first_name, old.last_name, old.birthday, old.passport_id)
      is distinct from (new.full_name, new.first_name, new.last_name, new.birthday, new.passport_id)
) execute function guard_identity();

-- What an operator looks at: what the customer says of themselves, and the pictures. Only to a call that names the customer, which is recorded.
create function read_identity(concerned text) returns jsonb language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = 'readIdentity'
      and a.input ->> 'customer' = concerned
  ) then
    raise exception 'no call looks at customer %', concerned using errcode = 'QD066';
  end if;
  return (
    select jsonb_build_object('fullName', c.full_name, 'firstName', c.first_name, 'lastName', c.last_name, 'birthday', c.birthday,
      'passportId', c.passport_id,
      'submission', (select s.id from public.identity_submission s where s.customer_id = c.id and s.decided_at is null),
      'parts', coalesce((select jsonb_agg(jsonb_build_object('part', d.part, 'uploadedAt', d.uploaded_at, 'sealed', d.sealed) order by d.id)
        from public.identity_document d where d.customer_id = c.id), '[]'::jsonb))
    from public.customer c where c.id = concerned and c.deleted_at is null);
end $$;

-- An operator decides as the call of this transaction says, once.
create trigger require_audit before insert or update on identity_submission
  for each row when (current_user = 'quydoi_operator') execute function require_audit();
create function guard_identity_decision() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.decided_at is not null or not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = 'setDocStatus'
      and a.input ->> 'customer' = new.customer_id and a.input ->> 'status' = new.decision and a.input ->> 'refusal' is not distinct from new.refusal
      and (a.input ->> 'submission')::bigint = new.id
  ) then
    raise exception 'submission % is not decided by the call', old.id using errcode = 'QD064';
  end if;
  return new;
end $$;
create trigger guard_identity_decision before update on identity_submission for each row execute function guard_identity_decision();
create trigger append_only before delete or truncate on identity_submission for each statement execute function refuse_change();
create trigger refuse_inherited before insert or update or delete on identity_submission
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();
create trigger refuse_inherited before insert or update or delete on identity_document
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();

create function forget_identity() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.identity_document where customer_id = new.id;
  return null;
end $$;
create trigger forget_identity after update of deleted_at on customer
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_identity();
`;

const ACCESS = `
revoke all on identity_document, identity_submission from public;
revoke all on function submit_identity(), guard_document(), guard_identity_decision(), forget_identity(), read_identity(text) from public;
grant select (id, customer_id, part, uploaded_at), insert (customer_id, part, sealed, uploaded_at), update (sealed, uploaded_at) on identity_document to quydoi_web;
grant select (id, customer_id, uploaded_at), delete on identity_document to quydoi_worker;
grant execute on function read_identity(text) to quydoi_operator;
grant select, insert (customer_id, submitted_at) on identity_submission to quydoi_web;
grant select (customer_id, submitted_at, decided_at) on identity_submission to quydoi_worker;
grant select, update (decided_at, decision, refusal) on identity_submission to quydoi_operator;
insert into operator_verb (verb, always_two) values ('readIdentity', false);
insert into operator_right (verb, relation, kind) values ('setDocStatus', 'identity_submission', '');
`;
