import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Checkbox } from '#web/ui/field/Checkbox.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './PushSheet.module.css'
import { type PushState, pushQuery, useSetPush } from './queries.ts'

export interface PushSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Whether this device is told of news while the wallet is closed. Loaded when it is first opened. */
export default function PushSheet({ isOpen, onClose }: PushSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('notices.row')}>
      <DeviceNotices />
    </Modal>
  )
}

function DeviceNotices() {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(pushQuery)
  if (failure) return <LoadError message={t('notices.error')} failure={failure} />
  if (!data) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={2} />
      </div>
    )
  }
  return <Stack gap="fields">{'publicKey' in data ? <Switch state={data} /> : <WhyNot kind={data.kind} />}</Stack>
}

function Switch({ state: { kind, publicKey } }: { readonly state: Extract<PushState, { publicKey: string }> }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const setting = useSetPush()
  const isOn = kind === 'on'
  const wanted = setting.isPending ? setting.variables !== undefined : isOn
  const hindrance = setting.data === 'no_service' || setting.data === 'dismissed' ? setting.data : undefined
  const error = setting.error ? failureText(t, setting.error) : hindrance && t(`notices.${hindrance}`)
  return (
    <>
      <p className={css.text}>{t('notices.text')}</p>
      <Checkbox
        isChecked={wanted}
        disabled={!isOnline || setting.isPending}
        onCheckedChange={(isChecked) => setting.mutate(isChecked ? publicKey : undefined)}
      >
        {t('notices.on')}
      </Checkbox>
      <ReasonLine>{reasonOf()}</ReasonLine>
      <FormError message={setting.isPending || isOn ? undefined : error} />
    </>
  )

  function reasonOf(): string {
    if (!isOnline) return t('offline.action')
    if (setting.isPending) return wanted && Notification.permission === 'default' ? t('notices.asks') : ''
    return t(isOn ? 'notices.is_on' : 'notices.is_off')
  }
}

const REASONS = {
  unsupported: 'notices.unsupported',
  home_screen: 'notices.unsupported_ios',
  absent: 'notices.absent',
  blocked: 'notices.blocked',
} as const

function WhyNot({ kind }: { readonly kind: keyof typeof REASONS }) {
  const t = useTranslate()
  return (
    <>
      <p className={css.state}>{t(REASONS[kind])}</p>
      {kind === 'blocked' ? <p className={css.text}>{t('notices.blocked_how')}</p> : null}
    </>
  )
}
