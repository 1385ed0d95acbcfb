import { useQuery } from '@tanstack/react-query'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { newestQuery } from '#web/features/history/queries.ts'
import { QuickTopUps } from '#web/features/topup/QuickTopUps.tsx'
import { askedQuery } from '#web/features/transfers/asked.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { IDENTIFICATION_PATH, PATHS } from '#web/lib/address/paths.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useConfig } from '#web/lib/config/use-config.ts'
import { homeRows } from '#web/lib/page/home-rows.ts'
import { STEPS_KEY } from '#web/lib/session/home-keys.ts'
import { writeStored } from '#web/lib/session/storage.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './FirstSteps.module.css'
import { type FirstStep, stepsOf } from './first-steps.ts'

const PLACES: Readonly<Record<FirstStep, string>> = {
  account: PATHS.Wallet,
  topup: PATHS.WalletTopUp,
  confirm: IDENTIFICATION_PATH,
  ask: PATHS.Ask,
}

/** What to begin a wallet with: each step ticks itself off by what the wallet knows; gone when all are done, or when it is dismissed. */
export default function FirstSteps() {
  const t = useTranslate()
  const [isDismissed, setDismissed] = useState(false)
  const steps = useSteps()
  const isOver = isDismissed || (steps?.every(({ isDone }) => isDone) ?? false)
  useEffect(() => writeStored(STEPS_KEY, isOver ? 'closed' : 'open'), [isOver])
  if (isOver) return null
  return (
    <Card
      title={t('first.title')}
      isBusy={!steps}
      action={
        <span className={css.dismiss}>
          <IconButton label={t('first.dismiss')} icon={<X size={20} aria-hidden />} onClick={() => setDismissed(true)} />
        </span>
      }
    >
      <div className={css.steps}>
        <List>
          {steps?.map(({ step, isDone }) => (
            <Step key={step} step={step} isDone={isDone} />
          ))}
        </List>
      </div>
    </Card>
  )
}

/** The steps, once Home knows what they are judged by; whether the user has asked for money is known later. */
function useSteps() {
  const { data: accounts } = useQuery(accountsQuery)
  const { data: newest } = useQuery(newestQuery(homeRows()))
  const switches = useConfig()?.switches
  const { data: asked } = useQuery(askedQuery)
  const profile = useProfile()
  if (!(accounts && newest && switches)) return undefined
  return stepsOf({
    accounts,
    firstAccounts: currentBrand().firstAccounts,
    hadMoney: newest.some(({ amount, state }) => amount.minor > 0n && state === 'complete'),
    profile,
    hasAsked: asked?.some(({ direction }) => direction === 'made') ?? false,
    isOn: (flag) => switches[flag] ?? true,
  })
}

function Step({ step, isDone }: { readonly step: FirstStep; readonly isDone: boolean }) {
  const t = useTranslate()
  const title = t(`first.${step}`)
  if (isDone) {
    return (
      <ListRow
        icon={<CircleCheck className={css.done} aria-hidden />}
        title={
          <span className={css.past}>
            {title}
            <VisuallyHidden>: {t('first.done')}</VisuallyHidden>
          </span>
        }
      />
    )
  }
  const row = (
    <ListRow
      icon={<Circle className={css.open} aria-hidden />}
      title={title}
      subtitle={t(`first.${step}_text`)}
      to={PLACES[step]}
      hasChevron
    />
  )
  return step === 'topup' ? (
    <>
      {row}
      <FirstTopUps />
    </>
  ) : (
    row
  )
}

function FirstTopUps() {
  const { data: accounts } = useQuery(accountsQuery)
  const currency = accounts?.[0]?.balance.currency
  if (currency === undefined) return null
  return (
    <li className={css.amounts}>
      <QuickTopUps currency={currency} />
    </li>
  )
}
