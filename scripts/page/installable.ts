import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The icons of an installed app, in a brand's `assets` (scripts/icons.ts makes them): by their size; `maskable` is cut to any shape. */
const ICONS = ['180', '192', '512', 'maskable']

/**
 * Has browsers install the page as an app: where its manifest is (server/page/manifest.ts), and every brand's icons under names that the server
 * can say without knowing the build, `/assets/icon-<brand>-<size>.png`.
 */
export function installable(brandsFolder: string): Plugin {
  return {
    name: 'wallet:installable',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        link({ rel: 'manifest', href: '/manifest.webmanifest' }),
        // The server writes the brand's id.
        link({ rel: 'apple-touch-icon', href: '/assets/icon-%BRAND%-180.png' }),
      ],
    },
    generateBundle() {
      for (const brand of readdirSync(brandsFolder)) {
        for (const icon of ICONS) {
          const file = join(brandsFolder, brand, `assets/icon-${icon}.png`)
          if (existsSync(file))
            this.emitFile({ type: 'asset', fileName: `assets/icon-${brand}-${icon}.png`, source: readFileSync(file) })
        }
      }
    },
  }
}

function link(attrs: Readonly<Record<string, string>>) {
  return { tag: 'link', attrs, injectTo: 'head' as const }
}
