import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { replacePayCode } from '#contract/requests'
import type { Currency } from '#money/currency'
import { parseAmount } from '#money/parse-amount'
import { PATHS } from '#web/lib/address/paths.ts'
import { withAsked } from '#web/lib/address/pay-link.ts'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { ownCodeQuery } from '#web/lib/session/own-code.ts'
import { useShownName } from '#web/lib/session/use-shown-name.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountInput } from '#web/ui/amount/AmountInput.tsx'
import { useUnreadAmount } from '#web/ui/amount/use-unread-amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ShareableCode } from '#web/ui/code/ShareableCode.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { MoneyLink } from '#web/ui/MoneyLink.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'

export interface OwnCodeProps {
  readonly currency: Currency
  /** The field that chooses the account. Left out where the accounts stand beside the card; the card then shows its title. */
  readonly accountField?: ReactNode
}

/** The person's own code to be paid by, in the currency of an account; below it the account, and the amount if they name one. */
export function OwnCode({ currency, accountField }: OwnCodeProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(ownCodeQuery)
  const [typed, setTyped] = useState('')
  const unread = useUnreadAmount(currency, typed)
  return (
    <Card title={accountField ? undefined : t('qrpay.tab_mine')} isBusy={!(data || failure)}>
      <Stack gap="fields">
        {data ? (
          <Code link={data.link} currency={currency} typed={typed} />
        ) : failure ? (
          <LoadError message={t('requests.code_error')} failure={failure} />
        ) : (
          <Skeleton shape="block" height="520px" />
        )}
        {accountField}
        <Field label={t('qrpay.mine_amount')} isOptional error={unread} isMessageReserved={false}>
          <AmountInput currency={currency} value={typed} onValueChange={setTyped} />
        </Field>
        <MoneyLink variant="secondary" isWide to={`${PATHS.Ask}?currencyCode=${currency}`}>
          {t('requests.action')}
        </MoneyLink>
        {data ? <Replace /> : null}
      </Stack>
    </Card>
  )
}

function Code({ link, currency, typed }: { readonly link: string; readonly currency: Currency; readonly typed: string }) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const parsed = parseAmount(typed, currency)
  const amount = parsed.ok ? parsed.money : undefined
  const person = useShownName()
  return (
    <ShareableCode
      link={withAsked(link, { currency, amount })}
      alt={t('qrpay.mine_alt', { code: currency })}
      hint={t('qrpay.mine_hint', { code: currency })}
      heading={t('requests.code_heading', { person })}
      lines={[amount ? moneyText(amount) : currency]}
      fileName={`qr-${currency}.png`}
    />
  )
}

/** Asks first: what is printed or sent already leads nowhere afterwards. */
function Replace() {
  const t = useTranslate()
  const alert = useAlert()
  const toast = useToast()
  const isOnline = useIsOnline()
  const queryClient = useQueryClient()
  const replacing = useSingleFlightMutation({
    mutationFn: () => callApi(replacePayCode),
    onSuccess: ({ message, code, link }) => {
      queryClient.setQueryData(ownCodeQuery.queryKey, { code, link })
      toast(message, 'success')
    },
  })
  async function ask(): Promise<void> {
    const answer = await alert({
      message: t('requests.code_replace_ask'),
      details: t('requests.code_replace_text'),
      primary: t('requests.code_replace'),
      secondary: t('common.cancel'),
      isDangerous: true,
    })
    if (answer === 'primary') replacing.mutate(undefined)
  }
  return (
    <Stack gap="lines">
      <FormError message={replacing.error ? failureText(t, replacing.error) : undefined} />
      <Button
        variant="dangerText"
        size="m"
        isWide
        isLoading={replacing.isPending}
        disabled={!isOnline}
        onClick={() => void ask()}
      >
        {t('requests.code_replace')}
      </Button>
    </Stack>
  )
}
