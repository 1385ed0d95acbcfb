import type { Queryable } from '#server/db/queryable'

// What the days before add up to, and what of it is here: the totals stay when a month goes.
const FIND = {
  name: 'history.find_archived_until',
  text: `select until
    from (select (max(month) + interval '1 month')::timestamp at time zone 'UTC' as until from archived_month where state = 'detached') as archive
    where until is not null and (
      select coalesce(sum(legs), 0)
      from account
      join daily_total on daily_total.account_id = account.id and day < (until at time zone 'UTC')::date
      where user_id = $1
    ) > (select count(*) from operation_leg where user_id = $1 and created_at < until)`,
}

/**
 * The instant before which operations of a person are in the archive (docs/decisions/042-partitions.md); nothing where all of theirs are
 * here. Of what is before it only what has ended later is here.
 */
export async function findArchivedUntil(queryable: Queryable, userId: string): Promise<Date | undefined> {
  return (await queryable.find<{ until: Date }>(FIND, [userId]))?.until
}

/** As an answer tells it. */
export function archivedField(until: Date | undefined): { archived_until?: string } {
  return until ? { archived_until: until.toISOString() } : {}
}
