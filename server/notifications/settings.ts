import type { NoticeChannel, NoticeKind } from '#contract/notice-settings'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import { isFixed, isTold, saveNoticeSetting } from '#server/messages/notice-settings'

/**
 * Switches a channel on or off for a kind. Refuses notice_fixed for security, invalid_field for a channel that never tells of the kind or
 * that this wallet has not.
 */
export async function setNoticeSettingOf(
  queryable: Queryable,
  userId: string,
  setting: { readonly kind: NoticeKind; readonly channel: NoticeChannel; readonly isOn: boolean },
  present: ReadonlySet<NoticeChannel>,
): Promise<void> {
  const { kind, channel } = setting
  if (!(isTold(kind, channel) && present.has(channel))) throw new Refusal({ code: 'invalid_field', field: 'channel' })
  if (isFixed(kind)) throw new Refusal({ code: 'notice_fixed' })
  await saveNoticeSetting(queryable, userId, setting)
}
