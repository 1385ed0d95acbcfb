import { NOTICE_KINDS, type NoticeKind } from '#contract/notice-kinds'
import { NOTICE_CHANNELS, type NoticeChannel } from '#contract/notice-settings'
import type { Queryable } from '#server/db/queryable'

/** By what somebody is told of a kind; a channel that never tells of it is missing. */
export interface NoticeSetting {
  readonly kind: NoticeKind
  /** None of it can be switched off. */
  readonly isFixed: boolean
  readonly channels: Readonly<Partial<Record<NoticeChannel, boolean>>>
}

/** Which channels tell of a kind, each with what holds until the person says otherwise. */
const CHANNELS: Readonly<Record<NoticeKind, Readonly<Partial<Record<NoticeChannel, boolean>>>>> = {
  money_in: { push: true },
  money_out: { push: true },
  exchange: { push: true },
  request: { push: true },
  security: { push: true, email: true, sms: true },
  identification: { push: true, email: false },
  rate_alert: { push: true, email: false },
  news: { push: true },
}

/** Whether a kind is told whatever its person has chosen: of what a thief does, and would switch off first. */
export function isFixed(kind: NoticeKind): boolean {
  return kind === 'security'
}

/** Whether a channel ever tells of a kind. */
export function isTold(kind: NoticeKind, channel: NoticeChannel): boolean {
  return CHANNELS[kind][channel] !== undefined
}

interface SettingRow {
  readonly kind: string
  readonly channel: NoticeChannel
  readonly is_on: boolean
}

const LIST = { name: 'notice_setting.list', text: 'select kind, channel, is_on from notice_setting where user_id = $1' }

/** By what somebody is told of each kind, of the channels that there are. */
export async function listNoticeSettings(
  queryable: Queryable,
  userId: string,
  present: ReadonlySet<NoticeChannel>,
): Promise<readonly NoticeSetting[]> {
  return settingsOf(await queryable.list<SettingRow>(LIST, [userId]), present)
}

/** What holds, by what was chosen. */
export function settingsOf(chosen: readonly SettingRow[], present: ReadonlySet<NoticeChannel>): readonly NoticeSetting[] {
  const choices = new Map(chosen.map(({ kind, channel, is_on }) => [`${kind} ${channel}`, is_on]))
  return NOTICE_KINDS.map((kind) => ({
    kind,
    isFixed: isFixed(kind),
    channels: Object.fromEntries(
      NOTICE_CHANNELS.flatMap((channel) => {
        const usual = CHANNELS[kind][channel]
        if (usual === undefined || !present.has(channel)) return []
        return [[channel, isFixed(kind) || (choices.get(`${kind} ${channel}`) ?? usual)]]
      }),
    ),
  }))
}

const SAVE = {
  name: 'notice_setting.save',
  text: `insert into notice_setting (user_id, kind, channel, is_on) values ($1, $2, $3, $4)
    on conflict (user_id, kind, channel) do update set is_on = excluded.is_on`,
}

/** Switches a channel on or off for a kind that may be switched. */
export async function saveNoticeSetting(
  queryable: Queryable,
  userId: string,
  { kind, channel, isOn }: { readonly kind: NoticeKind; readonly channel: NoticeChannel; readonly isOn: boolean },
): Promise<void> {
  await queryable.run(SAVE, [userId, kind, channel, isOn])
}

const FIND = {
  name: 'notice_setting.find',
  text: 'select is_on from notice_setting where user_id = $1 and kind = $2 and channel = $3',
}

/** Whether somebody wants to be told of a kind by a channel; of what is fixed they are told in any case. */
export async function isWanted(
  queryable: Queryable,
  { userId, kind, channel }: { readonly userId: string; readonly kind: NoticeKind; readonly channel: NoticeChannel },
): Promise<boolean> {
  const usual = CHANNELS[kind][channel]
  if (usual === undefined || isFixed(kind)) return usual ?? false
  const chosen = await queryable.find<{ is_on: boolean }>(FIND, [userId, kind, channel])
  return chosen?.is_on ?? usual
}
