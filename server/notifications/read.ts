import type { Queryable } from '#server/db/queryable'

const FIND = { name: 'notification.find_read', text: 'select read_until as "until" from notice_read where user_id = $1' }

/** Until when somebody has read their notices; nothing where they never have. */
export async function findReadUntil(queryable: Queryable, userId: string): Promise<Date | undefined> {
  return (await queryable.find<{ until: Date }>(FIND, [userId]))?.until
}

const READ = {
  name: 'notification.read',
  text: `insert into notice_read (user_id, read_until) values ($1, $2)
    on conflict (user_id) do update set read_until = greatest(notice_read.read_until, excluded.read_until)
    returning read_until as "until"`,
}

/** Marks as read what somebody was told up to an instant, which is no later than now. Gives until when all is read: never less than before. */
export async function markRead(
  queryable: Queryable,
  userId: string,
  { until, now }: { readonly until: Date | undefined; readonly now: Date },
): Promise<Date> {
  const upTo = until && until < now ? until : now
  const row = await queryable.find<{ until: Date }>(READ, [userId, upTo])
  if (!row) throw new Error('An upsert gave no row')
  return row.until
}
