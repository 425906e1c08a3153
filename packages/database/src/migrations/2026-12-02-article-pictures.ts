import { Migration } from '@mikro-orm/migrations';

/** Articles have a picture, which an operator adds and two operators agree on with the article. */
export class Migration20261202ArticlePictures extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(GUARDS);
  }
}

const TABLES = `
create table article_picture (
  hash text primary key,
  -- A JPEG that the operator's process has drawn anew.
  image bytea not null check (octet_length(image) <= 1000000 and substring(image from 1 for 3) = '\\xffd8ff'::bytea),
  at timestamptz not null,
  constraint article_picture_hash_check check (hash = encode(sha256(image), 'hex')),
  constraint article_picture_at_finite check (at >= timestamptz '1970-01-01 00:00:00Z' and at < timestamptz '10000-01-01 00:00:00Z')
);
alter table article_picture alter column image set storage external;
alter table article_version add column picture text references article_picture;
create index article_version_picture on article_version (picture) where picture is not null;

create trigger append_only before update or delete or truncate on article_picture for each statement execute function refuse_change();
revoke all on article_picture from public;
grant select on article_picture to quydoi_web;
grant select, insert on article_picture to quydoi_operator;
grant insert (picture) on article_version to quydoi_operator;
insert into operator_verb (verb, always_two) values ('addPicture', false);
insert into operator_right (verb, relation, kind) values ('addPicture', 'article_picture', '');
`;

const GUARDS = `
create trigger refuse_inherited before insert or update or delete on article_picture
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();
create trigger require_audit before insert on article_picture for each row when (current_user = 'quydoi_operator') execute function require_audit();

-- An operator adds the picture that the call of this transaction names.
create function guard_picture() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = 'addPicture'
      and a.input ->> 'picture' = new.hash
  ) then
    raise exception 'picture % is not what the call adds', new.hash using errcode = 'QD103';
  end if;
  return new;
end $$;
create trigger guard_picture before insert on article_picture for each row when (current_user = 'quydoi_operator') execute function guard_picture();
revoke all on function guard_picture() from public;

-- As before, with a picture; what was proposed before there were any has none.
create or replace function guard_article() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  written jsonb := to_jsonb(new);
  said jsonb := case tg_table_name
    when 'article_version' then jsonb_strip_nulls(jsonb_build_object('seoUrl', written -> 'seo_url') || (written - 'version' - 'seo_url' - 'at'))
    else jsonb_build_object(written ->> 'locale', written - 'version' - 'locale') end;
begin
  if not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = 'setArticle' and case tg_table_name
      when 'article_version' then jsonb_strip_nulls(a.input - 'texts') = said
      else a.input -> 'texts' @> said and exists (
        select 1 from public.article_version v where v.version = (written ->> 'version')::bigint and v.xmin = pg_current_xact_id()::xid
      ) end
  ) then
    raise exception '% is not what two operators agreed on', tg_table_name using errcode = 'QD059';
  end if;
  return new;
end $$;
`;
