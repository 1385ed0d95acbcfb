import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type SyntheticEvent, useState } from 'react'
import { isCurrency } from '#money/currency'
import { formatDecimal } from '#money/format-decimal'
import { formatRate } from '#money/rate-text'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountInput } from '#web/ui/amount/AmountInput.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { ratesQuery } from './queries.ts'
import css from './RatePanel.module.css'
import { alertOf } from './rate-alert.ts'
import { type Pair, type RateAlert, rateAlertsQuery, useRemoveRateAlert, useSetRateAlert } from './rate-queries.ts'
import { findQuote } from './rates.ts'

export interface RateAlertsProps extends Pair {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Sets an alert for a rate, beside the present rate, and lists the open alerts. */
export function RateAlerts({ base, quote, isOpen, onClose }: RateAlertsProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('alerts.open')}>
      <Stack gap="blocks">
        <AlertForm base={base} quote={quote} />
        <AlertList />
      </Stack>
    </Modal>
  )
}

/** The most decimals of a typed rate. */
const DECIMALS = 4

function AlertForm({ base, quote }: Pair) {
  const t = useTranslate()
  const toast = useToast()
  const isOnline = useIsOnline()
  const language = useSession((session) => session.language)
  const [typed, setTyped] = useState('')
  const { data: sheet } = useQuery(ratesQuery)
  const now = findQuote(sheet, base, quote)?.mid
  const setting = useSetRateAlert()
  const wanted = alertOf({ base, quote }, typed, now)
  const cause = isOnline ? (wanted.isReady ? undefined : t(wanted.cause)) : t('offline.action')

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (!isOnline || !wanted.isReady) return
    setting.mutate(
      { base, quote, rate: wanted.rate },
      {
        onSuccess({ message }) {
          toast(message, 'success')
          setTyped('')
        },
      },
    )
  }
  function willTell(): string | undefined {
    if (!wanted.isReady || !wanted.direction) return undefined
    const what = t(`alerts.${wanted.direction}`, { base, quote, rate: formatDecimal(wanted.rate, language) })
    return t('alerts.will', { what })
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        <Field
          label={t('alerts.rate', { base, quote })}
          aside={now === undefined ? undefined : t('alerts.now', { rate: formatRate(now, language), quote })}
          hint={willTell()}
        >
          <AmountInput
            currency={quote}
            decimals={DECIMALS}
            value={typed}
            onValueChange={(text) => {
              setTyped(text)
              setting.reset()
            }}
            data-autofocus
          />
        </Field>
        <FormError message={setting.error ? failureText(t, setting.error) : undefined} />
        <Stack gap="lines">
          <ReasonLine>{cause}</ReasonLine>
          <Button type="submit" isWide isLoading={setting.isPending} disabled={cause !== undefined}>
            {t('alerts.open')}
          </Button>
        </Stack>
        <p className={css.note}>{t('alerts.note')}</p>
      </Stack>
    </form>
  )
}

function AlertList() {
  const t = useTranslate()
  const { data: alerts, failure } = useRetryableQuery(rateAlertsQuery)
  const removing = useRemoveRateAlert()
  function content() {
    if (!alerts) return failure ? <LoadError message={t('alerts.error')} failure={failure} /> : <SkeletonRows count={1} />
    if (alerts.length === 0) return <p className={css.note}>{t('alerts.empty')}</p>
    return (
      <List>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} onRemove={() => removing.mutate(alert)} />
        ))}
      </List>
    )
  }
  return (
    <Card title={t('alerts.list')} isBusy={!alerts && !failure}>
      <FormError message={removing.error ? failureText(t, removing.error) : undefined} />
      {content()}
    </Card>
  )
}

function AlertRow({ alert, onRemove }: { readonly alert: RateAlert; readonly onRemove: () => void }) {
  const t = useTranslate()
  const { day } = useFormats()
  const isOnline = useIsOnline()
  const language = useSession((session) => session.language)
  const { from_currency_code: base, to_currency_code: quote, rate, direction, expires_at } = alert
  if (!isCurrency(base) || !isCurrency(quote)) return null
  const what = t(`alerts.${direction}`, { base, quote, rate: formatDecimal(rate, language) })
  return (
    <ListRow
      title={what}
      subtitle={t('alerts.until', { date: day(expires_at) })}
      end={
        <IconButton
          label={t('alerts.remove', { what })}
          icon={<X size={20} aria-hidden />}
          onClick={onRemove}
          disabled={!isOnline}
        />
      }
    />
  )
}
