// Draws the icons of the installed app from each brand's favicon.svg, into its assets: run it when that has changed. The picture of shared
// links (share.png) is drawn where there is none, and where the brand is named: `npm run icons -- acme`; another may be put in its place.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** What the picture of shared links is made of. */
interface Share {
  readonly logo: string
  readonly mark: string
  /** The primary colour of the light theme. */
  readonly ground: string
}

/** The logo on a white plate, on the brand's colour, with a large and faint mark in the corner. */
async function drawShare(page: Page, { logo, mark, ground }: Share): Promise<Buffer> {
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.setContent(
    `<style>
      .plate { position: absolute; left: 96px; top: 185px; display: flex; align-items: center; height: 260px; max-width: 800px;
        padding: 0 80px; box-sizing: border-box; border-radius: 28px; background: #fff; color: ${ground} }
      .plate svg { width: auto; height: 128px; max-width: 640px }
      .mark { position: absolute; left: 680px; top: 130px; opacity: 0.16 }
      .mark svg { width: 600px; height: 600px; overflow: visible }
    </style>
    <body style="margin:0;overflow:hidden;background:${ground}"><div class="mark">${mark}</div><div class="plate">${logo}</div>`,
  )
  return page.screenshot()
}

function primaryOf(id: string, theme: string): string {
  const block = theme.match(new RegExp(`:root\\[data-brand="${id}"\\]\\[data-theme="light"\\] \\{([^}]*)\\}`))?.[1] ?? ''
  const colour = /--primary: (#[0-9a-f]{6});/.exec(block)?.[1]
  if (colour === undefined)
    throw new Error(`The theme.css of ${id} has no --primary for data-brand="${id}" and data-theme="light"`)
  return colour
}

const named = process.argv.slice(2)
const known = readdirSync(BRANDS, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))
for (const name of named) if (!known.includes(name)) throw new Error(`There is no brand ${name}; there are ${known.join(', ')}`)
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage()
  for (const name of named.length > 0 ? named : known) {
    const module: { readonly brand: unknown } = await import(join(BRANDS, name, 'brand.ts'))
    const { appColor } = v.parse(brandSchema, module.brand)
    const assets = join(BRANDS, name, 'assets')
    const mark = readFileSync(join(assets, 'favicon.svg'), 'utf8')
    for (const icon of ICONS) writeFileSync(join(assets, `icon-${icon.name}.png`), await draw(page, mark, appColor, icon))
    const share = join(assets, 'share.png')
    if (existsSync(share) && !named.includes(name)) continue
    const ground = primaryOf(name, readFileSync(join(BRANDS, name, 'theme.css'), 'utf8'))
    writeFileSync(share, await drawShare(page, { logo: readFileSync(join(assets, 'logo.svg'), 'utf8'), mark, ground }))
  }
} finally {
  await browser.close()
}
