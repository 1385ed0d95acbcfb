import { NOTICE_CHANNELS, type NoticeChannel } from '#contract/notice-settings'
import type { Providers } from './choose-providers.ts'
import { ABSENT_PROVIDERS } from './providers/absent.ts'

/** By what this wallet tells people, besides the list in the app: what it has a provider for. */
export function noticeChannelsOf(providers: Providers): ReadonlySet<NoticeChannel> {
  return new Set(NOTICE_CHANNELS.filter((channel) => providers[channel] !== ABSENT_PROVIDERS[channel]))
}
