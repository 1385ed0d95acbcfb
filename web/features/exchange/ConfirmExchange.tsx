import { useIsOnline } from '#web/lib/api/online.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import type { ExchangeOrder } from './exchange-form.ts'
import { rateText } from './rate-text.ts'
import type { ExchangeFlow } from './use-exchange.ts'

/** The review before money moves: give, get, rate (WCAG 3.3.4). It cannot be closed while the exchange is being sent. */
export function ConfirmExchange({ flow: { stage, order, close, confirm } }: { readonly flow: ExchangeFlow }) {
  const t = useTranslate()
  if (!order) return null
  return (
    <Modal
      isOpen={stage !== 'form'}
      onClose={close}
      title={t(stage === 'unknown' ? 'pay.unknown' : 'ex.confirm_title')}
      blockedBy={stage === 'sending' || stage === 'unknown' ? 'money' : undefined}
    >
      {stage === 'unknown' ? (
        <OutcomeUnknown onCheck={confirm} />
      ) : (
        <Review order={order} isSending={stage === 'sending'} onConfirm={confirm} />
      )}
    </Modal>
  )
}

interface ReviewProps {
  readonly order: ExchangeOrder
  readonly isSending: boolean
  readonly onConfirm: () => void
}

function Review({ order: { give, get, rate }, isSending, onConfirm }: ReviewProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isOnline = useIsOnline()
  const language = useSession((session) => session.language)
  return (
    <Stack gap="fields">
      <DescriptionList
        rows={[
          { label: t('ex.from'), value: <Amount of={give} isAlwaysShown /> },
          { label: t('ex.to'), value: <Amount of={get} isAlwaysShown /> },
          { label: t('receipt.rate'), value: t('ex.rate', { ...rateText(rate, language) }) },
        ]}
      />
      <Stack gap="lines">
        <ReasonLine>{isSending ? t('pay.waiting') : isOnline ? undefined : t('offline.action')}</ReasonLine>
        <Button isWide isLoading={isSending} disabled={!isOnline && !isSending} onClick={onConfirm}>
          {t('ex.submit_amount', { amount: moneyText(give) })}
        </Button>
      </Stack>
    </Stack>
  )
}
