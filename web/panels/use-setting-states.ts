import { useQuery } from '@tanstack/react-query'
import { levelTitle } from '#texts/level-name'
import { sessionsQuery } from '#web/features/profile/sessions.ts'
import { type PushState, pushQuery } from '#web/features/push/queries.ts'
import { passkeysQuery } from '#web/lib/passkeys/passkeys.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import type { RowState } from '#web/ui/sheet/SheetRow.tsx'

/** A row of the settings whose state is told beside it. */
export type Setting = 'pin' | 'passkeys' | 'devices' | 'freeze' | 'limits' | 'push'

/** How each of the settings is set now; a state is missing while it is not known. */
export function useSettingStates(): Partial<Readonly<Record<Setting, RowState | undefined>>> {
  const t = useTranslate()
  const profile = useProfile()
  const { data: passkeys } = useQuery(passkeysQuery)
  const { data: devices } = useQuery(sessionsQuery)
  const { data: push } = useQuery(pushQuery)
  const level = profile?.identification_level.name
  return {
    pin: { words: t('settings.state.set') },
    passkeys: passkeys && { words: passkeys.length > 0 ? String(passkeys.length) : t('settings.state.none') },
    devices: devices && { words: String(devices.length) },
    freeze: profile && freezeState(t, profile.frozen !== null && profile.frozen !== undefined),
    limits: level ? { words: levelTitle(t, level) } : undefined,
    push: push && { words: t(PUSH_TEXTS[push.kind]) },
  }
}

function freezeState(t: Translate, isFrozen: boolean): RowState {
  return isFrozen ? { words: t('settings.state.frozen'), isToDo: true } : { words: t('settings.state.not_frozen') }
}

const PUSH_TEXTS = {
  on: 'settings.state.on',
  off: 'settings.state.off',
  blocked: 'settings.state.blocked',
  unsupported: 'settings.state.absent',
  home_screen: 'settings.state.absent',
  absent: 'settings.state.absent',
} as const satisfies Readonly<Record<PushState['kind'], string>>
