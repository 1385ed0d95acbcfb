/** Browsers take what they save in their own time, and some are slow. */
const TAKEN_MS = 10_000

/** Whether the device can hand a picture to another program. */
export function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false
}

/** Hands a picture to a program of the person's choice; they may think better of it. */
export async function share(file: File): Promise<void> {
  await navigator.share({ files: [file] }).catch(() => undefined)
}

/** Saves a file where the browser keeps what it saves. */
export function save(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_MS)
}
