import { useQuery } from '@tanstack/react-query'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { findQuote } from '#web/features/exchange/rates.ts'
import { TransactionList } from '#web/features/history/TransactionList.tsx'
import { PaymentActions } from '#web/features/wallets/PaymentActions.tsx'
import { TotalLine } from '#web/features/wallets/TotalLine.tsx'
import { WalletBlock } from '#web/features/wallets/WalletBlock.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { HOME_ROWS } from '#web/lib/page/home-rows.ts'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenTitle } from '#web/ui/page/ScreenTitle.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './Home.module.css'
import { QrBlock } from './QrBlock.tsx'

/** Four blocks in this order: accounts, payment buttons, QR, transactions. */
export default function Home() {
  const t = useTranslate()
  const profile = useProfile()
  const rows = HOME_ROWS[useViewport()]
  return (
    <div className={css.home}>
      <ScreenTitle isHidden>{t('nav.home')}</ScreenTitle>
      <Accounts />
      <PaymentActions isTopupAllowed={profile?.is_topup_allowed} isWithdrawalAllowed={profile?.is_withdrawal_allowed} />
      <QrBlock brand={currentBrand()} />
      <Card
        title={t('transactions.title')}
        action={
          <TextLink to={PATHS.History} isQuiet>
            {t('common.see_all')}
          </TextLink>
        }
      >
        <TransactionList pageSize={rows} />
      </Card>
    </div>
  )
}

function Accounts() {
  const t = useTranslate()
  const canOpen = useFeatureFlag('account_create')
  const { data: sheet, isError } = useQuery(ratesQuery)
  return (
    <div className={css.accounts}>
      <TotalLine findRate={sheet && ((from, to) => findQuote(sheet, from, to)?.rate)} isRateFailed={isError} />
      <WalletBlock emptyAction={canOpen ? <ButtonLink to={PATHS.Wallet}>{t('wallet.create.title')}</ButtonLink> : undefined} />
    </div>
  )
}
