import { NOTICE_CHANNELS, type NoticeChannel } from '#contract/notice-settings'
import { ABSENT_PROVIDERS } from '#server/providers/absent'
import type { Providers } from '#server/settings/choose-providers'

/** By what this wallet tells people, besides the list in the app: what it has a provider for. */
export function noticeChannelsOf(providers: Providers): ReadonlySet<NoticeChannel> {
  return new Set(NOTICE_CHANNELS.filter((channel) => providers[channel] !== ABSENT_PROVIDERS[channel]))
}
