import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { useMemo } from 'react'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { canShareFile, saveFile } from '#web/lib/page/save-file.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { CodePicture } from './CodePicture.tsx'
import { type CodeSquares, squaresOf } from './code-squares.ts'
import css from './ShareableCode.module.css'

export interface ShareableCodeProps {
  readonly link: string
  /** What the code is, for who does not see it. */
  readonly alt: string
  readonly hint: string
  /** Who is paid by it: over the code where it is printed or kept as a picture. */
  readonly heading: string
  /** An amount, a message: below that. */
  readonly lines: readonly string[]
  readonly fileName: string
}

/** A link as a code that any camera reads, with the ways to hand it on: share, keep as a picture, print, copy. */
export function ShareableCode({ link, alt, hint, heading, lines, fileName }: ShareableCodeProps) {
  const t = useTranslate()
  const squares = useMemo(() => squaresOf(link), [link])
  const canShare = canShareFile(new File([], fileName, { type: 'image/png' }))
  return (
    <>
      <figure className={css.figure}>
        <div className={css.heading} aria-hidden="true">
          <span>{heading}</span>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
        <CodePicture squares={squares} alt={alt} />
        <figcaption className={css.hint}>{hint}</figcaption>
      </figure>
      <HandOnButtons {...{ squares, link, heading, lines, fileName, canShare }} />
      <DescriptionList
        rows={[
          {
            label: t('requests.link'),
            value: link,
            isFine: true,
            end: canShare ? <CopyButton value={link} what={t('requests.link')} /> : undefined,
          },
        ]}
      />
    </>
  )
}

interface HandOnButtonsProps extends Pick<ShareableCodeProps, 'link' | 'heading' | 'lines' | 'fileName'> {
  readonly squares: CodeSquares
  readonly canShare: boolean
}

/** The first button shares the code, or copies the link where the browser shares no files. */
function HandOnButtons({ squares, link, heading, lines, fileName, canShare }: HandOnButtonsProps) {
  const t = useTranslate()
  const toast = useToast()
  async function draw(): Promise<File | undefined> {
    try {
      const { drawCodePoster } = await import('./code-poster.ts')
      const foot = link.replace(/^https?:\/\//, '')
      const picture = await drawCodePoster(squares, { brand: currentBrand().name, heading, lines, foot })
      return new File([picture], fileName, { type: picture.type })
    } catch {
      toast(t('qrpay.mine_error'), 'warning')
      return undefined
    }
  }
  async function share(): Promise<void> {
    const file = await draw()
    // They may think better of it.
    if (file) await navigator.share({ files: [file], text: [heading, ...lines].join('\n'), url: link }).catch(() => undefined)
  }
  async function save(): Promise<void> {
    const file = await draw()
    if (file) saveFile(file)
  }
  return (
    <div className={css.buttons}>
      {canShare ? (
        <Button size="m" icon={<Share2 aria-hidden />} onClick={() => void share()}>
          {t('common.share')}
        </Button>
      ) : (
        <CopyButton value={link} what={t('requests.link')} label={t('requests.copy_link')} isNamed />
      )}
      <Button variant="secondary" size="m" icon={<Download aria-hidden />} onClick={() => void save()}>
        {t('common.download')}
      </Button>
      <Button variant="secondary" size="m" icon={<Printer aria-hidden />} onClick={printCode}>
        {t('common.print')}
      </Button>
    </div>
  )
}

/** Prints the code alone: the style sheet hides the rest of the page for as long as the body is marked. */
function printCode(): void {
  document.body.dataset.printed = 'code'
  window.addEventListener('afterprint', () => delete document.body.dataset.printed, { once: true })
  window.print()
}
