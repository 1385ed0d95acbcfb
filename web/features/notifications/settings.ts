import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '#contract/call'
import { noticeSettings, setNoticeSetting } from '#contract/notice-settings'
import { callApi } from '#web/lib/api/call.ts'

/** What one is told of, and by what. */
export type NoticeSettings = ResponseOf<typeof noticeSettings>['kinds']

/** A channel that is switched on or off for a kind. */
export type Switched = RequestOf<typeof setNoticeSetting>

const SAVING = ['notice-settings', 'save'] as const

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'],
  queryFn: async ({ signal }) => (await callApi(noticeSettings, { signal })).kinds,
})

/** Switches a channel for a kind: shown at once, saved one after the other, and as it was when it could not be. */
export function useSwitchNotices() {
  const queryClient = useQueryClient()
  const { queryKey } = noticeSettingsQuery
  return useMutation({
    mutationKey: SAVING,
    scope: { id: 'notice-settings' },
    mutationFn: (body: Switched) => callApi(setNoticeSetting, { body }),
    onMutate: async (switched) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (kinds) => kinds && withSwitched(kinds, switched))
    },
    // What is asked for meanwhile is shown already.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: SAVING }) > 1 ? undefined : queryClient.invalidateQueries({ queryKey }),
  })
}

/** The settings with a channel switched for a kind. */
function withSwitched(kinds: NoticeSettings, { kind, channel, is_on }: Switched): NoticeSettings {
  return kinds.map((each) => (each.kind === kind ? { ...each, channels: { ...each.channels, [channel]: is_on } } : each))
}
