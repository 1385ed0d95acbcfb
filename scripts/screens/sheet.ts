import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'

/** One picture of a screen: the file, and what is told under it. */
export interface Shot {
  readonly file: string
  readonly caption: string
  /** Width of the window it was taken in. */
  readonly width: number
}

const CSS = `body { margin: 16px; font: 12px sans-serif; background: #888 }
h1 { margin: 0 0 8px; font-size: 16px } div { display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; margin-bottom: 16px }
figure { margin: 0 } img { display: block } figcaption { margin-top: 2px }`
/** How wide a picture is on the sheet, by the width of its window: what is small is shown nearly in full. */
const SHOWN: Readonly<Record<number, number>> = { 360: 240, 768: 384, 1440: 480 }

/** Puts all pictures of a screen on one page, and that page into one picture beside it. */
export async function writeSheet(browser: Browser, folder: string, name: string, shots: readonly Shot[]): Promise<void> {
  const widths = [...new Set(shots.map(({ width }) => width))]
  const rows = widths.map(
    (width) =>
      `<div>${shots
        .filter((shot) => shot.width === width)
        .map(figure)
        .join('')}</div>`,
  )
  const file = join(folder, `${name}.html`)
  await writeFile(file, `<!doctype html><meta charset="utf-8"><style>${CSS}</style><h1>${name}</h1>${rows.join('')}`)
  const page = await browser.newPage({ viewport: { width: 2016, height: 800 } })
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(folder, `${name}.jpg`), fullPage: true, type: 'jpeg', quality: 80 })
  await page.close()
}

/** The list of the sheets, to go from one to the next. */
export async function writeIndex(folder: string, names: readonly string[]): Promise<void> {
  const links = names.map((name) => `<p><a href="${name}.html">${name}</a></p>`).join('')
  await writeFile(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Screens</title>${links}`)
}

function figure({ file, caption, width }: Shot): string {
  return `<figure><img src="${file}" width="${SHOWN[width] ?? width / 3}"><figcaption>${caption}</figcaption></figure>`
}
