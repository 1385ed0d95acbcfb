import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'
import { useMemo } from 'react'
import type { Currency } from '#money/currency'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { CodePicture } from '#web/ui/code/CodePicture.tsx'
import { squaresOf } from '#web/ui/code/code-squares.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './RequisitesSheet.module.css'
import { codeTextOf, linesOf, type Requisites, requisitesQuery } from './requisites.ts'
import { requisitesTitle } from './requisites-title.ts'

export interface RequisitesSheetProps {
  readonly accountId: string
  readonly currency: Currency
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Where an account is paid to from outside: to be read, copied, handed on, and of an address scanned. Loaded when it is first opened. */
export default function RequisitesSheet({ accountId, currency, isOpen, onClose }: RequisitesSheetProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(requisitesQuery(accountId))
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t(requisitesTitle(currency))} isWide>
      {data ? (
        <Shown requisites={data} currency={currency} />
      ) : data === null ? (
        <p>{t('requisites.none')}</p>
      ) : failure ? (
        <LoadError message={t('requisites.error')} failure={failure} />
      ) : (
        <div aria-busy="true">
          <SkeletonRows count={5} />
        </div>
      )}
    </Modal>
  )
}

interface ShownProps {
  readonly requisites: Requisites
  readonly currency: Currency
}

function Shown({ requisites, currency }: ShownProps) {
  const t = useTranslate()
  const lines = linesOf(requisites)
  const { kind, network = '' } = requisites
  const codeText = codeTextOf(currency, requisites)
  const code = codeText === undefined ? null : <Code kind={kind} text={codeText} />
  const words = kind === 'address' ? 'requisites.address_text' : 'requisites.bank_text'
  return (
    <Stack gap="fields">
      <p className={css.words}>{t(words, { code: currency, network })}</p>
      {kind === 'address' ? code : null}
      <div className={css.parts}>
        <Stack gap="fields">
          <DescriptionList
            rows={lines.map(({ key, value }) => ({
              label: t(key),
              value: key === 'requisites.account' || key === 'requisites.iban' ? <InGroups number={value} /> : value,
              isFine: kind === 'address',
              end: key === 'requisites.network' ? undefined : <CopyButton value={value} what={t(key)} />,
            }))}
          />
          <HandOn text={lines.map(({ key, value }) => `${t(key)}: ${value}`).join('\n')} />
        </Stack>
        {kind === 'bank' ? code : null}
      </div>
    </Stack>
  )
}

/** The number of an account as it is read out, by four. The gaps are drawn: whoever selects it copies the number alone. */
function InGroups({ number }: { readonly number: string }) {
  const groups = number.match(/.{1,4}/g) ?? []
  return groups.map((group, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same digits may come again, and the order never changes.
    <span key={place} className={css.group}>
      {group}
    </span>
  ))
}

/** For the camera of whoever pays, on another device. */
function Code({ kind, text }: { readonly kind: Requisites['kind']; readonly text: string }) {
  const t = useTranslate()
  const squares = useMemo(() => squaresOf(text), [text])
  return (
    <figure className={css.code}>
      <CodePicture squares={squares} alt={t(kind === 'address' ? 'requisites.code' : 'requisites.bank_code')} />
      {kind === 'bank' ? <figcaption className={css.words}>{t('requisites.bank_code_text')}</figcaption> : null}
    </figure>
  )
}

/** Hands all of it on, where the device can; copies it everywhere. */
function HandOn({ text }: { readonly text: string }) {
  const t = useTranslate()
  const toast = useToast()
  async function copy(): Promise<void> {
    const isCopied = await copyText(text)
    toast(t(isCopied ? 'common.copied' : 'common.copy_failed'), isCopied ? 'success' : 'warning')
  }
  return (
    <div className={css.buttons}>
      {'share' in navigator ? (
        // They may think better of it.
        <Button isWide icon={<Share2 aria-hidden />} onClick={() => void navigator.share({ text }).catch(() => undefined)}>
          {t('common.share')}
        </Button>
      ) : null}
      <Button variant="secondary" isWide icon={<Copy aria-hidden />} onClick={() => void copy()}>
        {t('requisites.copy_all')}
      </Button>
    </div>
  )
}
