import { Migration } from '@mikro-orm/migrations';

/** Articles of the site's news. Two operators agree on each version of an article, and the version is what their call says. */
export class Migration20261129Articles extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(GUARDS);
  }
}

const TABLES = `
-- The newest version of an address is its article. Earlier ones stay.
create table article_version (
  version bigint generated always as identity primary key,
  seo_url text not null check (seo_url ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(seo_url) <= 100),
  category text not null check (char_length(category) <= 60),
  author text not null check (char_length(author) between 1 and 100),
  status text not null constraint article_version_status_check check (status in ('draft', 'published')),
  at timestamptz not null,
  constraint article_version_at_finite check (at >= timestamptz '1970-01-01 00:00:00Z' and at < timestamptz '10000-01-01 00:00:00Z')
);
create index article_version_newest on article_version (seo_url, version desc);

create table article_text (
  version bigint not null references article_version,
  locale text not null constraint article_text_locale_check check (locale in ('vi', 'en', 'zh', 'ko', 'ger', 'tur', 'jp')),
  title text not null check (char_length(title) between 1 and 200),
  summary text not null check (char_length(summary) between 1 and 500),
  -- Markdown.
  content text not null check (char_length(content) between 1 and 50000),
  primary key (version, locale)
);

create trigger append_only before update or delete or truncate on article_version for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on article_text for each statement execute function refuse_change();

revoke all on article_version, article_text from public;
-- Drafts are no secrets.
grant select on article_version, article_text to quydoi_web;
grant select, insert (seo_url, category, author, status, at) on article_version to quydoi_operator;
grant select, insert on article_text to quydoi_operator;
insert into operator_verb (verb, always_two) values ('setArticle', true);
insert into operator_right (verb, relation, kind) values ('setArticle', 'article_version', ''), ('setArticle', 'article_text', '');
`;

const GUARDS = `
-- A login that only inherits a role's rights writes nothing with them.
create trigger refuse_inherited before insert or update or delete on article_version
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();
create trigger refuse_inherited before insert or update or delete on article_text
  for each statement when (current_user not in ('quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator')) execute function refuse_inherited();

create trigger require_audit before insert on article_version for each row when (current_user = 'quydoi_operator') execute function require_audit();
create trigger require_audit before insert on article_text for each row when (current_user = 'quydoi_operator') execute function require_audit();

-- An operator writes the article that the call of this transaction says, and nothing else.
create function guard_article() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  written jsonb := to_jsonb(new);
  said jsonb := case tg_table_name
    when 'article_version' then jsonb_build_object('seoUrl', written -> 'seo_url') || (written - 'version' - 'seo_url' - 'at')
    else jsonb_build_object(written ->> 'locale', written - 'version' - 'locale') end;
begin
  if not exists (
    select 1 from public.audit a where a.transaction_id = pg_current_xact_id() and a.outcome = 'done' and a.verb = 'setArticle' and case tg_table_name
      when 'article_version' then a.input - 'texts' = said
      else a.input -> 'texts' @> said and exists (
        select 1 from public.article_version v where v.version = (written ->> 'version')::bigint and v.xmin = pg_current_xact_id()::xid
      ) end
  ) then
    raise exception '% is not what two operators agreed on', tg_table_name using errcode = 'QD059';
  end if;
  return new;
end $$;
create trigger guard_article before insert on article_version for each row when (current_user = 'quydoi_operator') execute function guard_article();
create trigger guard_article before insert on article_text for each row when (current_user = 'quydoi_operator') execute function guard_article();
revoke all on function guard_article() from public;
`;
