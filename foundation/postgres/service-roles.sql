-- Makes a role the owner of a schema and of everything in it.
create or replace procedure pg_temp.hand_over(schema text, role text) language plpgsql
set lock_timeout = '50ms' as $procedure$
declare
  statement text;
begin
  for statement in
    select format('alter %s owner to %I', object, role) from (
      select 1 as step, format('schema %I', nspname) as object, nspowner as owner, 'pg_namespace'::regclass as catalog,
        oid, oid as namespace from pg_namespace
      union all
      -- A sequence of a column has the owner of its table.
      select 2, format('table %s', oid::regclass), relowner, 'pg_class'::regclass, oid, relnamespace from pg_class
      where relkind in ('r', 'p', 'v', 'm', 'f') or relkind = 'S' and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
      union all
      select 3, format('routine %s', oid::regprocedure), proowner, 'pg_proc'::regclass, oid, pronamespace from pg_proc
      union all
      -- A table has a type, too.
      select 4, format('type %s', oid::regtype), typowner, 'pg_type'::regclass, oid, typnamespace from pg_type
      where typtype in ('d', 'e', 'r') or typtype = 'c' and not exists (
        select from pg_class where pg_class.oid = typrelid and relkind <> 'c')
    ) as owned
    where namespace = (select oid from pg_namespace where nspname = schema)
      and owner <> (select oid from pg_roles where rolname = role)
      and not exists (
        select from pg_depend where classid = catalog and objid = owned.oid and deptype = 'e')
    order by step
  loop
    execute statement;
  end loop;
end
$procedure$;

-- Gives a service a role of its own, ecosystem_<service>, which owns the schema of the service. What PostgreSQL lets
-- every role do beside that is in docs/operations/postgresql.md, "A role for each service".
-- Running it again changes the password, and the owner of what others have added to the schema meanwhile.
-- Run it as a superuser, or as a role with CREATEROLE that owns the database and what is in the schema. An earlier owner
-- that is no superuser stays a member of the role, so that its processes go on working.
create or replace procedure pg_temp.give_schema(service text, password text) language plpgsql as $procedure$
declare
  role text := 'ecosystem_' || service;
  is_superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
  rights text := case when is_superuser then 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls' else '' end;
  earlier_owner text := (
    select rolname from pg_namespace join pg_roles on pg_roles.oid = nspowner
    where nspname = service and rolname <> role and not rolsuper);
begin
  if not exists (select from pg_roles where rolname = role) then
    execute format('create role %I login', role);
  end if;
  -- One service that is broken into must not take the connections of all.
  execute format('alter role %I login %s connection limit %s password %L', role, rights,
    current_setting('max_connections')::integer / 2, password);
  -- A temporary table is written to the disk of the database, outside every schema.
  execute format('revoke temporary on database %I from public', current_database());
  -- Only a member may hand something over to a role.
  if not is_superuser then
    execute format('grant %I to current_user', role);
  end if;
  if earlier_owner <> current_user then
    execute format('grant %I to %I', role, earlier_owner);
  end if;
  if not exists (select from pg_namespace where nspname = service) then
    execute format('create schema %I', service);
  end if;
  -- Sessions at work lock tables in various orders, and waiting for one of them while holding another can deadlock. So
  -- after a short wait, all are released and tried again, for half a minute.
  for attempt in 1..300 loop
    begin
      call pg_temp.hand_over(service, role);
      return;
    exception when lock_not_available then
      if attempt = 300 then
        raise;
      end if;
      perform pg_sleep(random() * 0.1);
    end;
  end loop;
end
$procedure$;
