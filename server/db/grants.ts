import type pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import type { Queryable } from './queryable.ts'

// The bits of pg_trigger.tgtype.
const [ON_DELETE, ON_UPDATE] = [8, 16]

// Tables of a month: they are read, and their operations go on, through the tables that they inherit from.
const OF_MONTH = '^(operation_leg|entry|transfer)_[0-9]{4}_[0-9]{2}$'

// What a table refuses to everybody by a trigger without condition, its owner too, is not granted in the first place.
const GRANTS = `
  select format('revoke all on %1$s from %2$I; grant %3$s on %1$s to %2$I', pg_class.oid::regclass, $1::text,
    case
      when pg_class.oid = to_regclass('public.migration') or relname ~ '^archived_(month|balance|total)$' then 'select'
      when nspname = 'sandbox' then 'select, insert, update, delete'
      else 'select, insert'
        || case when refused.events & ${ON_UPDATE} = 0 then ', update' else '' end
        || case when refused.events & ${ON_DELETE} = 0 then ', delete' else '' end
    end) as statement
  from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace
  cross join lateral (
    select coalesce(bit_or(tgtype::integer), 0) as events
    from pg_trigger
    where tgrelid = pg_class.oid and tgfoid in (to_regproc('public.refuse_change'), to_regproc('public.refuse_loss')) and tgqual is null
  ) as refused
  where nspname in ('public', 'sandbox') and relkind = 'r' and pg_has_role(relowner, 'usage') and relname !~ '${OF_MONTH}'
  union all
  select format('grant select on sequence %s to %I', oid::regclass, $1::text)
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'S' and pg_has_role(relowner, 'usage')
  union all
  select format('grant usage on schema %I to %I', nspname, $1::text) 
  from pg_namespace
  where nspname in ('public', 'sandbox') and (pg_has_role(nspowner, 'usage') or nspname = 'public')`

/** Refuses (CannotStart) a role that there is not. */
export async function expectRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount !== 0) return
  throw new CannotStart(`There is no role "${role}" (DATABASE_APP_ROLE): deploy/roles.sql shows how to make one`)
}

/**
 * Gives a role what a running wallet needs: reading and adding rows, changing and deleting them only where rows are not append-only.
 * Nothing that makes, changes or empties tables, and nothing of what others own.
 */
export async function grantTo(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(GRANTS, [role])
  // Sent as one, they are one transaction.
  await client.query(rows.map(({ statement }) => statement).join('; '))
}

const TOO_MUCH = {
  name: 'grants.too_much',
  text: `select current_user as role, array_remove(array[
      case when rolsuper then 'is a superuser' end,
      case when rolcreaterole then 'may make roles' end,
      case when has_schema_privilege('public', 'create') then 'may make tables' end,
      case when exists (
        select from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_has_role(relowner, 'member')
      ) then 'owns tables' end,
      (
        select 'may change ' || string_agg(distinct tgrelid::regclass::text, ', ')
        from pg_trigger
        where tgfoid in (to_regproc('public.refuse_change'), to_regproc('public.refuse_loss')) and tgqual is null
          and (
            has_table_privilege(tgrelid, 'truncate')
            or tgtype & ${ON_UPDATE} <> 0 and has_any_column_privilege(tgrelid, 'update')
            or tgtype & ${ON_DELETE} <> 0 and has_table_privilege(tgrelid, 'delete')
          )
      )
    ], null) as reasons
    from pg_roles
    where rolname = current_user`,
}

/** Refuses (CannotStart) to run as a role that could change the tables, or what is append-only in them, and says what to do. */
export async function refuseStrongRole(queryable: Queryable): Promise<void> {
  const found = await queryable.find<{ role: string; reasons: string[] }>(TOO_MUCH)
  if (!found || found.reasons.length === 0) return
  throw new CannotStart(
    `The role "${found.role}" of DATABASE_URL ${found.reasons.join(', ')}: a wallet in production runs as one that cannot. deploy/roles.sql makes it, wallet_app; "npm run migrate" as wallet_owner with DATABASE_APP_ROLE=wallet_app gives it what it needs`,
  )
}
