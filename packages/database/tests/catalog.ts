/** Runs a query as the owner of the database that is described. */
type Query = (text: string) => Promise<Record<string, unknown>[]>;

/**
 * The schema of a database as sorted lines of text: columns, constraints, indexes, triggers, functions, row policies, privileges and
 * the rows of tables that only migrations fill. Two databases with the same lines behave the same. The order of columns and the
 * settings of roles (which belong to the whole cluster) are left out, and so is the table of applied migrations.
 */
export async function readCatalog(query: Query): Promise<string[]> {
  const lines: string[] = [];
  for (const [part, text] of Object.entries(PARTS)) {
    for (const { line } of await query(text)) lines.push(`${part} ${line}`);
  }
  return lines.sort();
}

const IN_SCHEMA = `n.nspname in ('public', 'auth') and c.relname <> 'migration'`;

const PARTS = {
  column: `
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || case a.attidentity when 'a' then ' identity' else '' end as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${IN_SCHEMA} and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select c.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where ${IN_SCHEMA}`,
  index: `
    select pg_get_indexdef(i.indexrelid) as line
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${IN_SCHEMA}`,
  trigger: `
    select pg_get_triggerdef(t.oid) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${IN_SCHEMA} and not t.tgisinternal`,
  function: `
    select regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g') || coalesce(' ' || array_to_string(array(select unnest(p.proacl)::text order by 1), ' '), '') as line
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'auth')`,
  policy: `
    select concat_ws(' ', tablename, policyname, cmd, array_to_string(roles, ','), 'using', qual, 'check', with_check) as line
    from pg_policies where schemaname in ('public', 'auth')`,
  privilege: `
    select c.relname || ' ' || g.grantee::regrole || ' ' || g.privilege_type as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) g where ${IN_SCHEMA}
    union all
    select c.relname || '.' || a.attname || ' ' || g.grantee::regrole || ' ' || g.privilege_type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace, aclexplode(a.attacl) g where ${IN_SCHEMA}
    union all
    select 'schema ' || n.nspname || ' ' || coalesce(nullif(g.grantee, 0)::regrole::text, 'public') || ' ' || g.privilege_type
    from pg_namespace n, aclexplode(n.nspacl) g where n.nspname in ('public', 'auth')
    union all
    select 'database ' || coalesce(nullif(g.grantee, 0)::regrole::text, 'public') || ' ' || g.privilege_type
    from pg_database d, aclexplode(d.datacl) g where d.datname = current_database()`,
  'row security': `
    select c.relname::text as line from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${IN_SCHEMA} and c.relrowsecurity`,
  right: `select v.verb || ' ' || v.always_two || coalesce(' ' || r.relation || ' ' || r.kind, '') as line from operator_verb v left join operator_right r using (verb)`,
  transition: `select from_status || ' > ' || to_status as line from order_transition`,
} as const;
