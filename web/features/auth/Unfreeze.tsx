import { useState } from 'react'
import type { TextKey } from '#texts/texts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { passkeyFailureText } from '#web/lib/passkeys/failure-text.ts'
import { hasPasskeys } from '#web/lib/passkeys/passkeys.ts'
import type { Profile } from '#web/lib/session/profile.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CODE_LENGTH } from '#web/ui/field/CodeInput.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AuthForm } from './AuthForm.tsx'
import { ByCode } from './ByCode.tsx'
import { CodeAndNewPin, type CodeAndNewPinEntered } from './CodeAndNewPin.tsx'
import { CodeAndPin, type CodeAndPinEntered } from './CodeAndPin.tsx'
import { isWaitOver, useSendUnfreezeCode, useUnfreeze, useUnfreezeByPasskey, useWaitToUnfreeze } from './freeze.ts'
import { NewPin } from './NewPin.tsx'
import css from './PinForm.module.css'
import { useFieldError } from './use-field-error.ts'

/** By what a wallet is unfrozen. */
type Way = 'pin' | 'passkey' | 'email' | 'wait'

const WAY_TEXTS = {
  passkey: 'freeze.way_passkey',
  email: 'freeze.way_email',
  wait: 'freeze.way_wait',
} as const satisfies Readonly<Record<Exclude<Way, 'pin'>, TextKey>>

export interface UnfreezeProps {
  readonly profile: Profile
  readonly onDone: () => void
}

/** Ends what the owner has frozen: by an SMS and the PIN, or by what shows besides the number that it is they, with a new PIN. */
export function Unfreeze({ profile, onDone }: UnfreezeProps) {
  const t = useTranslate()
  const toast = useToast()
  const { has_pin: hasPin } = profile
  const [way, setWay] = useState<Way | undefined>(hasPin ? 'pin' : undefined)
  function done(): void {
    toast(t('answer.unfrozen'), 'success')
    onDone()
  }
  return (
    <Stack gap="fields">
      {way === undefined ? <Ways profile={profile} onChoose={setWay} /> : null}
      {way === 'pin' ? <ByPin profile={profile} onDone={done} /> : null}
      {way === 'passkey' ? <ByPasskey onDone={done} /> : null}
      {way === 'email' ? <ByEmail email={profile.email} onDone={done} /> : null}
      {way === 'wait' ? <AfterWaiting profile={profile} onDone={done} /> : null}
      {way === 'pin' ? (
        <div className={css.forgotten}>
          <Button variant="text" size="m" onClick={() => setWay(undefined)}>
            {t('pin.forgotten')}
          </Button>
        </div>
      ) : null}
      <p className={css.text}>{t('freeze.added')}</p>
    </Stack>
  )
}

interface WaysProps {
  readonly profile: Profile
  readonly onChoose: (way: Way) => void
}

/** What there is besides the PIN. */
function Ways({ profile: { unfreeze }, onChoose }: WaysProps) {
  const t = useTranslate()
  const known = unfreeze?.by ?? []
  const ways: Exclude<Way, 'pin'>[] = [
    ...(known.includes('passkey') && hasPasskeys() ? (['passkey'] as const) : []),
    ...(known.includes('email') ? (['email'] as const) : []),
    'wait',
  ]
  return (
    <>
      <p className={css.text}>{t('freeze.ways_text')}</p>
      <Stack gap="lines">
        {ways.map((way) => (
          <Button key={way} variant="secondary" isWide onClick={() => onChoose(way)}>
            {t(WAY_TEXTS[way])}
          </Button>
        ))}
      </Stack>
    </>
  )
}

function ByPin({ profile: { phone }, onDone }: UnfreezeProps) {
  const t = useTranslate()
  const ending = useUnfreeze(({ code, pin }: CodeAndPinEntered) => ({ confirm_code: code, pin_code: pin }), onDone)
  return (
    <ByCode text={t('freeze.frozen_text', { phone: formatPhone(phone) })} sending={useSendUnfreezeCode('sms')}>
      {(resend, sendingError) => (
        <CodeAndPin hasPin {...{ resend, sendingError }} to={{ phone }} doing={ending} submit={t('freeze.unfreeze')} />
      )}
    </ByCode>
  )
}

function ByPasskey({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const [wanted, setWanted] = useState('')
  const ending = useUnfreezeByPasskey(onDone)
  const wantedError = useFieldError(ending.error, 'new_pin_code')
  return (
    <AuthForm
      missing={wanted.length < CODE_LENGTH ? ['reason.pin_new'] : []}
      submit={t('freeze.unfreeze')}
      isLoading={ending.isPending}
      error={ending.error && !wantedError ? passkeyFailureText(t, ending.error) : undefined}
      onSubmit={() => ending.mutate(wanted)}
    >
      <p className={css.text}>{t('freeze.passkey_text')}</p>
      <NewPin label={t('pin.new')} value={wanted} onValueChange={setWanted} error={wantedError} isAutofocused />
      <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
    </AuthForm>
  )
}

function ByEmail({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const t = useTranslate()
  const ending = useUnfreeze(({ code, wanted }: CodeAndNewPinEntered) => ({ email_code: code, new_pin_code: wanted }), onDone)
  return (
    <ByCode text={t('freeze.email_text', { email })} sending={useSendUnfreezeCode('email')}>
      {(resend, sendingError) => (
        <CodeAndNewPin {...{ resend, sendingError }} to={{ email }} doing={ending} submit={t('freeze.unfreeze')} />
      )}
    </ByCode>
  )
}

/** A day's wait: it is begun, goes on, or is over. */
function AfterWaiting({ profile, onDone }: UnfreezeProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { phone, unfreeze } = profile
  const until = unfreeze?.waits_until
  if (!until) return <BeginWait phone={phone} />
  if (isWaitOver(until)) return <EndWait phone={phone} onDone={onDone} />
  return (
    <p className={css.text} role="status">
      {t('freeze.waits', { time: dateTime(until) })}
    </p>
  )
}

function BeginWait({ phone }: { readonly phone: string }) {
  const t = useTranslate()
  const waiting = useWaitToUnfreeze()
  return (
    <ByCode text={t('freeze.wait_text', { phone: formatPhone(phone) })} sending={useSendUnfreezeCode('sms')}>
      {(resend, sendingError) => (
        <CodeAndPin hasPin={false} {...{ resend, sendingError }} to={{ phone }} doing={waiting} submit={t('freeze.wait_start')} />
      )}
    </ByCode>
  )
}

function EndWait({ phone, onDone }: { readonly phone: string; readonly onDone: () => void }) {
  const t = useTranslate()
  const ending = useUnfreeze(({ code, wanted }: CodeAndNewPinEntered) => ({ confirm_code: code, new_pin_code: wanted }), onDone)
  return (
    <ByCode text={t('freeze.wait_over_text', { phone: formatPhone(phone) })} sending={useSendUnfreezeCode('sms')}>
      {(resend, sendingError) => (
        <CodeAndNewPin {...{ resend, sendingError }} to={{ phone }} doing={ending} submit={t('freeze.unfreeze')} />
      )}
    </ByCode>
  )
}
