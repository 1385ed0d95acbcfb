import Download from 'lucide-react/icons/download'
import Share2 from 'lucide-react/icons/share-2'
import { type ReactNode, useMemo, useState } from 'react'
import { parseAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import { writeWalletLink } from '#web/features/qr/meaning/wallet-link.ts'
import { canShareFile, saveFile } from '#web/lib/page/save-file.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountInput } from '#web/ui/amount/AmountInput.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { type CodeSquares, pathOf, pictureOf, squaresOf } from './code-picture.ts'
import css from './OwnCode.module.css'

export interface OwnCodeProps {
  readonly accountId: string
  readonly currency: Currency
  /** The field that chooses the account, where there is none beside the card. */
  readonly accountField?: ReactNode
}

/** The person's own code to receive by: a link to one of their accounts, with an amount if they name one. */
export function OwnCode({ accountId, currency, accountField }: OwnCodeProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const parsed = parseAmount(typed, currency)
  const amount = parsed.ok ? parsed.money : undefined
  const link = writeWalletLink({ accountId, currency, amount }, window.location.origin)
  const squares = useMemo(() => squaresOf(link), [link])
  return (
    <Card title={t('qrpay.tab_mine')}>
      <Stack gap="fields">
        {accountField}
        <Field label={t('qrpay.mine_amount')} isOptional isMessageReserved={false}>
          <AmountInput currency={currency} value={typed} onValueChange={setTyped} />
        </Field>
        <figure className={css.figure}>
          <svg
            className={css.code}
            viewBox={`0 0 ${squares.size} ${squares.size}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={t('qrpay.mine_alt', { code: currency })}
          >
            <path d={pathOf(squares)} />
          </svg>
          <figcaption className={css.hint}>{t('qrpay.mine_hint', { code: currency })}</figcaption>
        </figure>
        <ShareButtons squares={squares} link={link} fileName={`qr-${currency}.png`} />
      </Stack>
    </Card>
  )
}

interface ShareButtonsProps {
  readonly squares: CodeSquares
  readonly link: string
  readonly fileName: string
}

function ShareButtons({ squares, link, fileName }: ShareButtonsProps) {
  const t = useTranslate()
  const toast = useToast()
  async function withPicture(use: (file: File) => void | Promise<void>): Promise<void> {
    const picture = await pictureOf(squares)
    if (picture) await use(new File([picture], fileName, { type: picture.type }))
    else toast(t('qrpay.mine_error'), 'warning')
  }
  return (
    <div className={css.buttons}>
      {canShareFile(new File([], fileName, { type: 'image/png' })) ? (
        <Button variant="secondary" size="m" icon={<Share2 aria-hidden />} onClick={() => void withPicture(share)}>
          {t('common.share')}
        </Button>
      ) : null}
      <Button variant="secondary" size="m" icon={<Download aria-hidden />} onClick={() => void withPicture(saveFile)}>
        {t('common.download')}
      </Button>
      <CopyButton value={link} what={t('qrpay.mine_link')} />
    </div>
  )
}

/** Hands a picture to a program of the person's choice; they may think better of it. */
async function share(file: File): Promise<void> {
  await navigator.share({ files: [file] }).catch(() => undefined)
}
