/**
 * Every time lies between 1970 and the year 10000. A due time or an end at infinity would never come, a setting made then would never be replaced, and
 * JavaScript's dates end in the year 275760. One check for every column of a time that the tables of this migration have.
 */
export const FINITE_TIMES = `
do $$
declare c record;
begin
  for c in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name <> 'migration' order by table_name, ordinal_position
  loop
    execute format(
      'alter table %1$I add constraint %2$I check (%3$I >= timestamptz ''1970-01-01 00:00:00Z'' and %3$I < timestamptz ''10000-01-01 00:00:00Z'')',
      c.table_name, c.table_name || '_' || c.column_name || '_finite', c.column_name
    );
  end loop;
end $$;
`;
