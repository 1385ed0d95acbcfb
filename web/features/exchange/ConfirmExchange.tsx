import { type SyntheticEvent, useState } from 'react'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useOwnsPasskey } from '#web/lib/passkeys/passkeys.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { rateText } from '#web/lib/texts/rate-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { PasskeyButton } from '#web/ui/field/PasskeyButton.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import type { ExchangeTerms } from './exchange-form.ts'
import type { ExchangeFlow } from './use-exchange.ts'

/** The review before money moves: give, get, rate (WCAG 3.3.4). It cannot be closed while the exchange is being sent. */
export function ConfirmExchange({
  flow: { stage, terms, asked, close, confirm, confirmByPasskey },
}: {
  readonly flow: ExchangeFlow
}) {
  const t = useTranslate()
  if (!terms) return null
  return (
    <Modal
      isOpen={stage !== 'form'}
      onClose={close}
      title={t(stage === 'unknown' ? 'pay.unknown' : 'ex.confirm_title')}
      blockedBy={stage === 'sending' || stage === 'unknown' ? 'money' : undefined}
    >
      {stage === 'unknown' ? (
        <OutcomeUnknown onCheck={() => confirm()} />
      ) : (
        <Review
          key={asked?.error}
          terms={terms}
          asked={asked}
          isSending={stage === 'sending'}
          onConfirm={confirm}
          onPasskey={confirmByPasskey}
        />
      )}
    </Modal>
  )
}

interface ReviewProps {
  readonly terms: ExchangeTerms
  readonly asked: ExchangeFlow['asked']
  readonly isSending: boolean
  readonly onConfirm: (pin?: string) => void
  /** Asks the browser for a passkey instead. */
  readonly onPasskey: () => void
}

function Review({ terms: { give, get, rate }, asked, isSending, onConfirm, onPasskey }: ReviewProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isOnline = useIsOnline()
  const language = useSession((session) => session.language)
  const [pin, setPin] = useState('')
  const isMissing = asked !== undefined && pin.length < CODE_LENGTH
  const isReady = isOnline && !isMissing && !asked?.isSigning

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isReady) onConfirm(asked && pin)
  }
  function reason(): string | undefined {
    if (isSending) return t('pay.waiting')
    if (!isOnline) return t('offline.action')
    return isMissing ? t('reason.missing', { fields: t('reason.pin') }) : undefined
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        <DescriptionList
          rows={[
            { label: t('ex.from'), value: <Amount of={give} isAlwaysShown /> },
            { label: t('ex.to'), value: <Amount of={get} isAlwaysShown /> },
            { label: t('receipt.rate'), value: t('ex.rate', { ...rateText(rate, language) }) },
          ]}
        />
        {asked ? (
          <>
            <Notice title={asked.reason} isAnnounced />
            <CodeInput
              kind="pin"
              label={t('pin.label')}
              value={pin}
              onValueChange={setPin}
              error={pin === '' ? asked.error : undefined}
              isAutofocused
            />
          </>
        ) : null}
        <Stack gap="lines">
          <ReasonLine>{reason()}</ReasonLine>
          <Button type="submit" isWide isLoading={isSending} disabled={!isReady && !isSending}>
            {t('ex.submit_amount', { amount: moneyText(give) })}
          </Button>
        </Stack>
        {asked ? <PasskeyInPlace asked={asked} onPress={onPasskey} /> : null}
      </Stack>
    </form>
  )
}

interface PasskeyInPlaceProps {
  readonly asked: NonNullable<ExchangeFlow['asked']>
  readonly onPress: () => void
}

/** A passkey in place of the PIN, for whoever has one: they are looked up once a proof is asked for. */
function PasskeyInPlace({ asked: { passkeyError, isSigning }, onPress }: PasskeyInPlaceProps) {
  const t = useTranslate()
  if (!useOwnsPasskey()) return null
  return <PasskeyButton label={t('pin.passkey')} message={passkeyError} isSigning={isSigning ?? false} onPress={onPress} />
}
