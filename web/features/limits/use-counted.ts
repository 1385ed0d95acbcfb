import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { COUNTED } from './rests.ts'

/** What moves by limits that count what has moved, of the features that are on. */
export function useCounted(): readonly (typeof COUNTED)[number][] {
  const isOn = {
    withdrawal: useFeatureFlag('withdrawal'),
    qr_payment: useFeatureFlag('qr_payment'),
    p2p: useFeatureFlag('p2p'),
  }
  return COUNTED.filter(({ feature }) => isOn[feature])
}
