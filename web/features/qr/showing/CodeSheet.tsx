import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import { toDecimal } from '#money/amount'
import { addressState } from '#web/features/qr/meaning/address-state.ts'
import type { Code, CodeMeaning } from '#web/features/qr/meaning/code.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import css from './CodeSheet.module.css'
import { factRows } from './fact-rows.tsx'
import { QrPaymentOff } from './QrPaymentOff.tsx'

export interface CodeSheetProps {
  readonly code: Code
  readonly isOpen: boolean
  readonly onClose: () => void
  /** There is an account that pays out to an address. */
  readonly hasTokenAccount: boolean
}

/**
 * What a code says, and what the wallet can do about it: send USDC to an address, copy, open an https address whose
 * host is named. Nothing happens by itself. A seller's code has a sheet of its own, in which it is paid; while that is switched off it is
 * shown here, and said so.
 */
export function CodeSheet({ code, isOpen, onClose, hasTokenAccount }: CodeSheetProps) {
  const t = useTranslate()
  const isPayable = useFeatureFlag('qr_payment')
  const { contents, meaning, opens } = code
  const address = meaning.kind === 'address' && hasTokenAccount ? meaning.address : undefined
  const isCoin = meaning.kind === 'bitcoin' || meaning.kind === 'token'
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('scan.found')}>
      <Stack gap="fields">
        <CodeClaim code={code} />
        {isCoin ? <p>{t('qrpay.no_coin')}</p> : isPayable || address !== undefined ? null : <QrPaymentOff />}
        <div className={css.actions}>
          {address === undefined ? null : (
            <ButtonLink isWide icon={<ArrowUpRight aria-hidden />} to={withdrawalPath(meaning)} state={addressState(address)}>
              {t('wd.submit')}
            </ButtonLink>
          )}
          {opens ? (
            <ButtonLink
              variant="secondary"
              isWide
              icon={<ExternalLink aria-hidden />}
              href={opens.href}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('scan.open', { host: opens.host })}
            </ButtonLink>
          ) : null}
          <CopyContents contents={contents} />
        </div>
      </Stack>
    </Modal>
  )
}

/** The form of a withdrawal of USDC, with the amount that a code asks for, where that is exact. */
function withdrawalPath(meaning: CodeMeaning): string {
  const asked = meaning.kind === 'address' && meaning.amount && 'money' in meaning.amount ? meaning.amount.money : undefined
  return `${PATHS.WalletWithdrawal}?${new URLSearchParams({ currencyCode: 'USDC', ...(asked && { amount: toDecimal(asked) }) })}`
}

/** What a code says by itself, with its text. */
export function CodeClaim({ code: { contents, meaning } }: { readonly code: Code }) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const isClaim = 'facts' in meaning || meaning.kind === 'wallet' || meaning.kind === 'address'
  return (
    <>
      <div>
        <DescriptionList rows={factRows(t, meaning, language)} />
        {isClaim ? <p className={css.note}>{t('qrpay.unchecked')}</p> : null}
      </div>
      <Contents contents={contents} isFolded={isClaim} />
    </>
  )
}

/** The text of the code as it is; folded away under facts that were read out of it. */
function Contents({ contents, isFolded }: { readonly contents: string; readonly isFolded: boolean }) {
  const t = useTranslate()
  if (!isFolded) return <ContentsBox contents={contents} />
  return (
    <details>
      <summary className={css.summary}>{t('scan.contents')}</summary>
      <ContentsBox contents={contents} />
    </details>
  )
}

function ContentsBox({ contents }: { readonly contents: string }) {
  const t = useTranslate()
  return (
    // Long contents scroll in their box, which the keyboard must reach.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus (WCAG 2.1.1)
    <section className={css.contents} aria-label={t('scan.contents')} tabIndex={0}>
      <bdi>{contents}</bdi>
    </section>
  )
}

function CopyContents({ contents }: { readonly contents: string }) {
  const t = useTranslate()
  const toast = useToast()
  async function copy(): Promise<void> {
    const isCopied = await copyText(contents)
    toast(t(isCopied ? 'common.copied' : 'common.copy_failed'), isCopied ? 'success' : 'warning')
  }
  return (
    <Button variant="secondary" isWide icon={<Copy aria-hidden />} onClick={() => void copy()}>
      {t('scan.copy')}
    </Button>
  )
}
