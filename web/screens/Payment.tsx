import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { WayUp } from '#web/features/limits/WayUp.tsx'
import type { Code } from '#web/features/qr/meaning/code.ts'
import { useDropAndPaste } from '#web/features/qr/reading/use-drop-and-paste.ts'
import { type ScanNatively, useNativeScanner } from '#web/features/qr/reading/use-native-scanner.ts'
import { CodeChoice } from '#web/features/qr/showing/CodeChoice.tsx'
import { CodeClaim, CodeSheet } from '#web/features/qr/showing/CodeSheet.tsx'
import { PictureButton } from '#web/features/qr/showing/PictureButton.tsx'
import { PictureDrop, PictureStatus } from '#web/features/qr/showing/PictureDrop.tsx'
import { QrPaymentOff } from '#web/features/qr/showing/QrPaymentOff.tsx'
import { Scanner } from '#web/features/qr/showing/Scanner.tsx'
import { type CodeReading, useCodeReading } from '#web/features/qr/showing/use-code-reading.ts'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { type Account, findByCurrency } from '#web/features/wallets/accounts.ts'
import { currentOf, setCurrentAccount, useCurrentAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { type PayLink, payPath, sendByLinkPath } from '#web/lib/address/pay-link.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useViewport } from '#web/lib/page/viewport.ts'
import { ownCodeQuery } from '#web/lib/session/own-code.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import css from './Payment.module.css'
import screen from './Screen.module.css'

// Once a seller's code was read.
const PaymentSheet = lazyComponent(async () => ({
  default: (await import('#web/features/payment/PaymentSheet.tsx')).PaymentSheet,
}))
// Drawn only while money between people is on.
const OwnCode = lazyComponent(async () => ({ default: (await import('#web/features/qr/showing/OwnCode.tsx')).OwnCode }))

/**
 * Payment by QR: on a wide screen the accounts and a picture of a code, else two tabs, the own code and the scanner, which `?tab=scan` begins
 * with.
 */
export default function Payment() {
  const t = useTranslate()
  const isWide = useViewport() === 'desktop'
  // Codes of this wallet are of money between people, which does not need payment by QR.
  const reading = useCodeReading(useFeatureFlag('p2p') ? follow : undefined)
  const scanNatively = useNativeScanner()
  const { data: accounts = [] } = useQuery(accountsQuery)
  const currentId = useCurrentAccount((current) => current.accountId)
  const account = currentOf(accounts, currentId)
  return (
    <div className={screen.screen}>
      <ScreenHeader title={t('nav.payment')} />
      {isWide ? <Wide {...{ reading, account, scanNatively }} /> : <Narrow {...{ reading, account, scanNatively }} />}
      <CodeChoice codes={reading.choice} onChoose={reading.choose} />
      {reading.code ? <CodeRead {...{ reading, accounts }} code={reading.code} currentId={account?.id} /> : null}
    </div>
  )
}

/** A code of this wallet opens the form that sends, with its amount; the user's own code opens its page, which says whose it is. */
function follow(link: PayLink): void {
  const own = queryClient.getQueryData(ownCodeQuery.queryKey)
  navigate(own?.code === link.code ? payPath(link.code) : sendByLinkPath(link))
}

interface CodeReadProps {
  readonly reading: CodeReading
  readonly code: Code
  readonly accounts: readonly Account[]
  readonly currentId: string | undefined
}

/** What was read: a seller's code is paid while payment by QR is on, and any other is shown. */
function CodeRead({ reading, code, accounts, currentId }: CodeReadProps) {
  const t = useTranslate()
  const isOn = useFeatureFlag('qr_payment')
  const { isShown, hide, reads } = reading
  if (isOn && code.isPayment) {
    return (
      <Suspense>
        <PaymentSheet
          key={reads}
          code={code.contents}
          isOpen={isShown}
          onClose={hide}
          accounts={accounts}
          currentId={currentId}
          accountField={(choice) => <AccountChooser look="cards" label={t('wd.from')} {...choice} />}
          operation={operationSlot}
          claim={<CodeClaim code={code} />}
          note={asksForTip(code) ? t('qrpay.tip_note') : undefined}
          wayUp={<WayUp />}
        />
      </Suspense>
    )
  }
  return (
    <CodeSheet code={code} isOpen={isShown} onClose={hide} hasTokenAccount={findByCurrency(accounts, 'USDC') !== undefined} />
  )
}

function asksForTip({ meaning }: Code): boolean {
  return 'facts' in meaning && meaning.facts.surcharge?.kind === 'tip'
}

interface LayoutProps {
  /** The scanner of the platform, in place of our camera window. */
  readonly scanNatively: ScanNatively | undefined
  readonly reading: CodeReading
  readonly account: Account | undefined
}

function Narrow({ reading, account, scanNatively }: LayoutProps) {
  const t = useTranslate()
  const [search] = useSearchParams()
  const isOn = useFeatureFlag('qr_payment')
  const canReceive = useFeatureFlag('p2p')
  const [tab, setTab] = useState<'mine' | 'scan'>(search.get('tab') === 'scan' ? 'scan' : 'mine')
  const tabs = [
    { value: 'mine', label: t('qrpay.tab_mine') },
    { value: 'scan', label: t('qrpay.tab_scan') },
  ] as const
  return (
    <Tabs label={t('qrpay.tab_label')} tabs={tabs} value={tab} onValueChange={setTab}>
      {tab === 'mine' ? (
        <Stack gap="fields">
          {isOn ? null : <QrPaymentOff isOnlyWay={!canReceive} />}
          <Mine account={account} isFieldNeeded />
        </Stack>
      ) : (
        <Scan {...{ reading, scanNatively }} />
      )}
    </Tabs>
  )
}

function Scan({ reading, scanNatively }: Omit<LayoutProps, 'account'>) {
  const t = useTranslate()
  useDropAndPaste({ onFile: reading.readFile, onRefused: reading.refusePicture })
  return (
    <Card>
      <Stack gap="fields">
        <Scanner
          isMain
          readPicture={reading.readPicture}
          onRead={reading.take}
          scanNatively={scanNatively}
          fileButton={<PictureButton onFile={reading.readFile} />}
        />
        <PictureStatus picture={reading.picture} />
        {reading.code ? (
          <Button variant="text" size="m" isWide onClick={reading.show}>
            {t('common.details')}
          </Button>
        ) : null}
      </Stack>
    </Card>
  )
}

/** The own code to receive by, which works as long as money between people does. */
function Mine({ account, isFieldNeeded = false }: { readonly account: Account | undefined; readonly isFieldNeeded?: boolean }) {
  const t = useTranslate()
  const canReceive = useFeatureFlag('p2p')
  if (!canReceive) return null
  const field = isFieldNeeded ? (
    <AccountChooser look="field" direction="in" label={t('qrpay.mine_for')} chosenId={account?.id} onChoose={setCurrentAccount} />
  ) : undefined
  if (!account) return <Card>{field}</Card>
  return (
    <Suspense>
      <OwnCode currency={account.balance.currency} accountField={field} />
    </Suspense>
  )
}

function Wide({ reading, account, scanNatively }: LayoutProps) {
  const t = useTranslate()
  const isOn = useFeatureFlag('qr_payment')
  const isOver = useDropAndPaste({ onFile: reading.readFile, onRefused: reading.refusePicture })
  return (
    <>
      {isOn ? null : <QrPaymentOff />}
      <Card>
        <AccountChooser look="cards" label={t('wallets.title')} chosenId={account?.id} onChoose={setCurrentAccount} />
      </Card>
      <div className={css.ways}>
        <Stack>
          <PictureDrop
            picture={reading.picture}
            isOver={isOver}
            onFile={reading.readFile}
            onRemove={reading.removePicture}
            onDetails={reading.show}
          />
          {isOn ? <Send reading={reading} /> : null}
        </Stack>
        <Card title={t('qrpay.tab_scan')}>
          <Scanner readPicture={reading.readPicture} onRead={reading.take} scanNatively={scanNatively} />
        </Card>
      </div>
      <Mine account={account} />
    </>
  )
}

/** Goes on with the code of the picture: to what the wallet can do about it. Only while payment by QR is on: else "Details" shows the code. */
function Send({ reading }: { readonly reading: CodeReading }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const isRead = reading.picture.kind === 'read'
  const reason = isOnline ? (isRead ? undefined : t('qrpay.need_code')) : t('offline.action')
  return (
    <div>
      <ReasonLine>{reason}</ReasonLine>
      <Button disabled={reason !== undefined} onClick={reading.show}>
        {t('qrpay.send')}
      </Button>
    </div>
  )
}
