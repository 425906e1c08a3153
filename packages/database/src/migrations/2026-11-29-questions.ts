import { Migration } from '@mikro-orm/migrations';

/** Frequent questions by category. Two operators agree on each version of a question or category, and the version is what their call says. */
export class Migration20261129Questions extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(RIGHTS);
    this.addSql(GUARDS);
  }
}

const TABLES = `
-- The newest version of a slug is its category. Earlier ones stay.
create table question_category_version (
  version bigint generated always as identity primary key,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  order_by integer not null check (order_by between 0 and 9999),
  at timestamptz not null,
  constraint question_category_version_at_finite check (at >= timestamptz '1970-01-01 00:00:00Z' and at < timestamptz '10000-01-01 00:00:00Z')
);
create index question_category_version_newest on question_category_version (slug, version desc);

create table question_category_text (
  version bigint not null references question_category_version,
  locale text not null constraint question_category_text_locale_check check (locale in ('vi', 'en', 'zh', 'ko', 'ger', 'tur', 'jp')),
  subject text not null check (char_length(subject) between 1 and 100),
  primary key (version, locale)
);

-- The newest version of a slug is its question. Earlier ones stay.
create table question_version (
  version bigint generated always as identity primary key,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  -- Slug of the category. A question whose category has no version is not shown.
  category text not null check (char_length(category) between 1 and 100),
  order_by integer not null check (order_by between 0 and 9999),
  status text not null constraint question_version_status_check check (status in ('draft', 'published')),
  at timestamptz not null,
  constraint question_version_at_finite check (at >= timestamptz '1970-01-01 00:00:00Z' and at < timestamptz '10000-01-01 00:00:00Z')
);
create index question_version_newest on question_version (slug, version desc);

create table question_text (
  version bigint not null references question_version,
  locale text not null constraint question_text_locale_check check (locale in ('vi', 'en', 'zh', 'ko', 'ger', 'tur', 'jp')),
  question text not null check (char_length(question) between 1 and 200),
  -- Markdown.
  answer text not null check (char_length(answer) between 1 and 10000),
  primary key (version, locale)
);

create trigger append_only before update or delete or truncate on question_category_version for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on question_category_text for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on question_version for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on question_text for each statement execute function refuse_change();
`;

const RIGHTS = `
revoke all on question_category_version, question_category_text, question_version, question_text from public;
-- Drafts are no secrets.
grant select on question_category_version, question_category_text, question_version, question_text to quydoi_web;
grant select, insert (slug, order_by, at) on question_category_version to quydoi_operator;
grant select, insert (slug, category, order_by, status, at) on question_version to quydoi_operator;
grant select, insert on question_category_text, question_text to quydoi_operator;
insert into operator_verb (verb, always_two) values ('setQuestion', true), ('setQuestionCategory', true);
insert into operator_right (verb, relation, kind) values
  ('setQuestion', 'question_version', ''),
  ('setQuestion', 'question_text', ''),
  ('setQuestionCategory', 'question_category_version', ''),
  ('setQuestionCategory', 'question_category_text', '');
`;

const GUARDS = `
-- A login that only inherits a role's rights writes nothing with them.
create trigger refuse_inherited before insert or update or delete on question_category_version
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();
create trigger refuse_inherited before insert or update or delete on question_category_text
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();
create trigger refuse_inherited before insert or update or delete on question_version
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();
create trigger refuse_inherited before insert or update or delete on question_text
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();

create trigger require_audit before insert on question_category_version
  for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert on question_category_text
  for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert on question_version for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert on question_text for each row when (current_user = 'quydoi_operator') execute function require_audit();

-- An operator writes the question or category that the call of this transaction says, and nothing else.
create function guard_question() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  written jsonb := to_jsonb(new);
  verb_of_table text := case when tg_table_name in ('question_version', 'question_text') then 'setQuestion' else 'setQuestionCategory' end;
begin
  if not exists (
    select 1 from public.audit a
    where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = verb_of_table and case
      when tg_table_name in ('question_version', 'question_category_version')
        then a.input - 'texts' = jsonb_build_object('orderBy', written -> 'order_by') || (written - 'version' - 'order_by' - 'at')
      else a.input -> 'texts' @> jsonb_build_object(written ->> 'locale', written - 'version' - 'locale') end
  ) or not (case tg_table_name
    -- A text belongs to a version of the same transaction.
    when 'question_text' then exists (
      select 1 from public.question_version v where v.version = (written ->> 'version')::bigint and v.xmin = pg_current_xact_id()::xid)
    when 'question_category_text' then exists (
      select 1 from public.question_category_version v where v.version = (written ->> 'version')::bigint and v.xmin = pg_current_xact_id()::xid)
    else true end)
  then
    raise exception '% is not what two operators agreed on', tg_table_name using errcode = 'QD060';
  end if;
  return new;
end $$;
create trigger guard_question before insert on question_category_version
  for each row when (current_user = 'quydoi_operator') execute function guard_question();
create trigger guard_question before insert on question_category_text
  for each row when (current_user = 'quydoi_operator') execute function guard_question();
create trigger guard_question before insert on question_version for each row when (current_user = 'quydoi_operator') execute function guard_question();
create trigger guard_question before insert on question_text for each row when (current_user = 'quydoi_operator') execute function guard_question();
revoke all on function guard_question() from public;
`;
