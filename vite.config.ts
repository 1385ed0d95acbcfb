import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups, FIRST_CHUNKS } from './scripts/page/chunk-groups.ts'
import { installable } from './scripts/page/installable.ts'
import { keylessIcons } from './scripts/page/keyless-icons.ts'
import { ownCopies } from './scripts/page/own-copies.ts'
import { preloadParts } from './scripts/page/preload-parts.ts'
import { textFiles } from './scripts/page/text-files.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const brandsFolder = join(root, 'brands')
const apiAddress = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`

/**
 * The server writes the brand into web/index.html as it serves it (server/page/page.ts): `%BRAND%`, `%BRAND_NAME%`, `%MARK%` and `%ICON%` (the
 * brand's sign, as markup and as an address) `%SANDBOX%` and `%CARD_FIELD%` (`true` or `false`) and `%API%` (where the API is, nothing for the page's own server). The development
 * server has no such server in front, so it does the same here, by the settings BRAND and API_BASE_URL.
 */
function writeBrandInDevelopment(): Plugin {
  return {
    name: 'wallet:brand-in-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { server }) {
        const id = process.env.BRAND ?? 'stater'
        const { brand } = (await server?.ssrLoadModule(join(brandsFolder, id, 'brand.ts'))) ?? {}
        const markFile = join(brandsFolder, id, 'assets/favicon.svg')
        const mark = existsSync(markFile) ? readFileSync(markFile, 'utf8') : ''
        return html
          .replaceAll('%ICON%', encodeURIComponent(mark))
          .replaceAll('%MARK%', mark)
          .replaceAll('%BRAND%', id)
          .replaceAll('%BRAND_NAME%', brand?.name ?? id)
          .replaceAll('%SANDBOX%', process.env.SANDBOX ?? 'true')
          .replaceAll('%CARD_FIELD%', String((process.env.SANDBOX_CARD_FIELD ?? process.env.SANDBOX) !== 'off'))
          .replaceAll('%API%', process.env.API_BASE_URL ?? '')
      },
    },
  }
}

/**
 * Every brand's sign under a name that the server can say without knowing the build: `/assets/favicon-<brand>.svg`. It is written into the
 * page, as its icon and as what is seen first. Beside it the picture of a shared link, `/assets/share-<brand>.png`, which the page never loads.
 */
function brandFavicons(): Plugin {
  const icons = readdirSync(brandsFolder)
    .flatMap((id) => [
      { name: `assets/favicon-${id}.svg`, file: join(brandsFolder, id, 'assets/favicon.svg') },
      { name: `assets/share-${id}.png`, file: join(brandsFolder, id, 'assets/share.png') },
    ])
    .filter(({ file }) => existsSync(file))
  return {
    name: 'wallet:brand-favicons',
    apply: 'build',
    generateBundle() {
      for (const { name, file } of icons) this.emitFile({ type: 'asset', fileName: name, source: readFileSync(file) })
    },
  }
}

/** What every page has loaded before it asks for anything else need not be named again wherever a part is asked for (decision 034). */
function withoutFirstParts(_part: string, needed: string[], { hostId }: { hostId: string }): string[] {
  return isFirst(hostId, ['main']) ? needed : needed.filter((name) => !isFirst(name, [...FIRST_CHUNKS, 'rolldown-runtime']))
}

function isFirst(name: string, chunks: readonly string[]): boolean {
  return chunks.some((chunk) => name.startsWith(`assets/${chunk}-`))
}

/** What a start without a network needs; flags, pictures and decoders come from the network when they are asked for. */
const KEPT = /\.(js|css|json)$|manrope-[^/]*\.woff2$/

/** Writes `/service-worker.js`: web/service-worker.js with the list of the parts of this very build. */
function serviceWorker(): Plugin {
  return {
    name: 'wallet:service-worker',
    apply: 'build',
    generateBundle: {
      // After the page's own script tags have taken the place of a part that only names others.
      order: 'post',
      handler(_options, bundle) {
        const parts = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && KEPT.test(name))
          .map((name) => `/${name}`)
          .sort((one, other) => (one < other ? -1 : 1))
        const build = createHash('sha256').update(parts.join()).digest('hex').slice(0, 12)
        const lists = `const BUILD = ${JSON.stringify(build)}\nconst PARTS = ${JSON.stringify(parts)}\n`
        const source = lists + readFileSync(join(root, 'web/service-worker.js'), 'utf8')
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}

export default defineConfig({
  root: join(root, 'web'),
  plugins: [
    // No bare text beside others: web/lib/jsx.
    react({ jsxImportSource: '#jsx' }),
    writeBrandInDevelopment(),
    brandFavicons(),
    installable(brandsFolder),
    ownCopies(),
    keylessIcons(),
    preloadParts(),
    textFiles(),
    serviceWorker(),
  ],
  // The router brings React's own hook again, for the Reacts before 18 that lack it.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    // What the page is made with asks to be named with it.
    license: { fileName: 'assets/licenses.md' },
    // Nothing inlined: the content security policy allows no data: fonts or scripts, and 243 flags would swell a chunk.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutFirstParts },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  server: {
    fs: { allow: [root] },
    proxy: Object.fromEntries(
      ['/v2', '/sandbox', '/version.json', '/manifest.webmanifest'].map((path) => [path, { target: apiAddress }]),
    ),
  },
})
