import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { Button } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'

const DONE_MS = 2000

export interface CopyButtonProps {
  readonly value: string
  /** What is copied, in words: "Account number". */
  readonly what: string
  /** Replaces the name of the button, which is made of `what`. */
  readonly label?: string
  /** A button with its name beside the icon; an icon alone otherwise. */
  readonly isNamed?: boolean
}

/** Copies a text and says so. */
export function CopyButton({ value, what, label, isNamed = false }: CopyButtonProps) {
  const t = useTranslate()
  const toast = useToast()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), DONE_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  async function copy(): Promise<void> {
    const isCopied = await copyText(value)
    setDone(isCopied)
    toast(t(isCopied ? 'common.copied' : 'common.copy_failed'), isCopied ? 'success' : 'warning')
  }
  const name = label ?? t('a11y.copy', { what })
  const icon = isDone ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />
  return isNamed ? (
    <Button size="m" icon={icon} onClick={() => void copy()}>
      {name}
    </Button>
  ) : (
    <IconButton label={name} icon={icon} onClick={() => void copy()} />
  )
}
