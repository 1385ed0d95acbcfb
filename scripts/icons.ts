// Draws the icons of the installed app from each brand's favicon.svg, into its assets: run it when that has changed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import * as v from 'valibot'
import { brandSchema } from '#brands/schema'
import { findChromium } from './chromium.mjs'

const BRANDS = fileURLToPath(new URL('../brands/', import.meta.url))

interface Icon {
  readonly name: string
  readonly size: number
  /** How much of it the mark takes: what is cut to a shape keeps four fifths of it. */
  readonly part: number
  readonly hasGround: boolean
}

const ICONS: readonly Icon[] = [
  { name: '180', size: 180, part: 0.78, hasGround: true },
  { name: '192', size: 192, part: 0.94, hasGround: false },
  { name: '512', size: 512, part: 0.94, hasGround: false },
  { name: 'maskable', size: 512, part: 0.62, hasGround: true },
]

async function draw(page: Page, mark: string, ground: string, { size, part, hasGround }: Icon): Promise<Buffer> {
  const [inner, edge] = [Math.round(size * part), Math.round((size * (1 - part)) / 2)]
  await page.setViewportSize({ width: size, height: size })
  // A mark may reach a little over its own edges.
  await page.setContent(
    `<style>svg { display: block; width: ${inner}px; height: ${inner}px; margin: ${edge}px; overflow: visible }</style>
      <body style="margin:0;overflow:hidden;background:${hasGround ? ground : 'transparent'}">${mark}`,
  )
  return page.screenshot({ omitBackground: !hasGround })
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage()
  for (const entry of readdirSync(BRANDS, { withFileTypes: true }).filter((each) => each.isDirectory())) {
    const module: { readonly brand: unknown } = await import(join(BRANDS, entry.name, 'brand.ts'))
    const { appColor } = v.parse(brandSchema, module.brand)
    const assets = join(BRANDS, entry.name, 'assets')
    const mark = readFileSync(join(assets, 'favicon.svg'), 'utf8')
    for (const icon of ICONS) writeFileSync(join(assets, `icon-${icon.name}.png`), await draw(page, mark, appColor, icon))
  }
} finally {
  await browser.close()
}
