import { useEffect, useEffectEvent, useState } from 'react'
import { type Dropped, readDropped } from './dropped.ts'
import type { PictureFault } from './picture-file.ts'

export interface DropAndPasteOptions {
  readonly onFile: (file: File) => void
  readonly onRefused: (fault: PictureFault) => void
}

/** Takes what is dropped anywhere on the page or pasted outside a field. Gives whether something is being dragged over the page. */
export function useDropAndPaste({ onFile, onRefused }: DropAndPasteOptions): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((given: Dropped) => {
    if (given.kind === 'file') onFile(given.file)
    else if (given.kind === 'remote') onRefused('remote')
    else if (given.kind === 'other') onRefused('type')
  })
  useEffect(() => {
    function draggedOver(event: DragEvent): void {
      // Also where nothing is taken: the browser would leave the wallet for the file.
      event.preventDefault()
      setOver(!isBehindDialog())
    }
    function draggedOut(event: DragEvent): void {
      if (event.relatedTarget === null) setOver(false)
    }
    function dropped(event: DragEvent): void {
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer && !isBehindDialog()) take(readDropped(event.dataTransfer, window.location.origin))
    }
    function pasted({ clipboardData, target }: ClipboardEvent): void {
      if (!clipboardData || isBehindDialog() || isField(target)) return
      take(readDropped(clipboardData, window.location.origin))
    }
    window.addEventListener('dragover', draggedOver)
    window.addEventListener('dragleave', draggedOut)
    window.addEventListener('drop', dropped)
    document.addEventListener('paste', pasted)
    return () => {
      window.removeEventListener('dragover', draggedOver)
      window.removeEventListener('dragleave', draggedOut)
      window.removeEventListener('drop', dropped)
      document.removeEventListener('paste', pasted)
    }
  }, [])
  return isOver
}

function isBehindDialog(): boolean {
  return document.querySelector('dialog[open]') !== null
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
