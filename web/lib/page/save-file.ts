/** Has the browser keep a file under its name, as if it had been downloaded. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Whether the device can hand a file to another program. */
export function canShareFile(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false
}
