import { failureText } from '#web/lib/api/failure-text.ts'
import { type UnpaidOrder, useUnpaidOrder } from '#web/lib/api/unpaid-orders.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AnswerButtons } from './WaitingMoney.tsx'

export interface UnpaidOrderButtonsProps {
  readonly order: UnpaidOrder
  /** Called once the order is cancelled. */
  readonly onCancelled?: () => void
}

/** Two buttons for an unpaid top-up: pay on the payment page, and cancel after a confirmation. */
export function UnpaidOrderButtons({ order, onCancelled }: UnpaidOrderButtonsProps) {
  const t = useTranslate()
  const alert = useAlert()
  const toast = useToast()
  const isOnline = useIsOnline()
  const { page, pay, isLeaving, cancel, isCancelling, failure } = useUnpaidOrder(order, (message) => {
    toast(message, 'success')
    onCancelled?.()
  })
  async function askToCancel(): Promise<void> {
    const answer = await alert({
      message: t('topup.cancel_ask'),
      details: t('topup.cancel_text'),
      primary: t('topup.cancel_yes'),
      secondary: t('topup.cancel_no'),
      isDangerous: true,
    })
    if (answer === 'primary') cancel()
  }
  const reason = isLeaving && page ? t('topup.redirect', { host: page.host }) : isOnline ? undefined : t('offline.action')
  return (
    <Stack gap="lines">
      <FormError message={failure ? failureText(t, failure) : undefined} />
      <ReasonLine isCompact>{reason}</ReasonLine>
      <AnswerButtons>
        {page ? (
          <Button size="m" isLoading={isLeaving} disabled={!isOnline || isCancelling} onClick={pay}>
            {t('topup.pay_order')}
          </Button>
        ) : null}
        <Button
          variant="text"
          size="m"
          isLoading={isCancelling}
          disabled={!isOnline || isLeaving}
          onClick={() => void askToCancel()}
        >
          {t('topup.cancel')}
        </Button>
      </AnswerButtons>
    </Stack>
  )
}
