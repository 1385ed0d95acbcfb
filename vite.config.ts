import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { exactIcons } from './scripts/exact-icons.ts'
import { createFirstLoadChunks, EARLY } from './scripts/first-load-chunks.ts'
import { textFiles } from './scripts/text-files.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const brandsFolder = join(root, 'brands')
const apiAddress = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`

/**
 * The server writes the brand into web/index.html as it serves it (server/page.ts): `%BRAND%`, `%BRAND_NAME%`, `%MARK%` (the
 * brand's sign) and `%SANDBOX%` (`true` or `false`). The development server has no such server in front, so it does the same here, by the setting BRAND.
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
        const mark = join(brandsFolder, id, 'assets/favicon.svg')
        return html
          .replaceAll('%MARK%', existsSync(mark) ? readFileSync(mark, 'utf8') : '')
          .replaceAll('%BRAND%', id)
          .replaceAll('%BRAND_NAME%', brand?.name ?? id)
          .replaceAll('%SANDBOX%', process.env.SANDBOX ?? 'true')
      },
    },
  }
}

/**
 * Every brand's favicon under a name that index.html can say without knowing the build: `/assets/favicon-<brand>.svg`. Assets are
 * kept by browsers for ever, so a changed favicon reaches a browser only when its own cache lets go.
 */
function brandFavicons(): Plugin {
  const icons = readdirSync(brandsFolder)
    .map((id) => ({ name: `assets/favicon-${id}.svg`, file: join(brandsFolder, id, 'assets/favicon.svg') }))
    .filter(({ file }) => existsSync(file))
  return {
    name: 'wallet:brand-favicons',
    generateBundle() {
      for (const { name, file } of icons) this.emitFile({ type: 'asset', fileName: name, source: readFileSync(file) })
    },
    configureServer(server) {
      for (const { name, file } of icons) {
        server.middlewares.use(`/${name}`, (_request, response) => {
          response.setHeader('content-type', 'image/svg+xml')
          response.end(readFileSync(file))
        })
      }
    },
  }
}

// What every screen is made with.
const EVERYWHERE =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand|zod|lucide-react\/dist\/esm(?!\/icons))\//

/** Puts the script that runs before the libraries are there in front of the others; in development it runs with them. */
function earlyScript(): Plugin {
  return {
    name: 'wallet:early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((part) => part.type === 'chunk' && part.facadeModuleId === EARLY)
        if (!chunk) this.error('There is no chunk of the early script')
        return [
          { tag: 'script', attrs: { type: 'module', crossorigin: true, src: `/${chunk.fileName}` }, injectTo: 'head-prepend' },
        ]
      },
    },
  }
}

/** What a brand is made of besides theme and pictures, in one chunk: a few hundred bytes each. */
function brandChunk(moduleId: string): string | null {
  const [, id] = /\/brands\/([a-z0-9-]+)\/(?:brand|texts\.\w+|assets\/logo)\.(?:ts|svg\?raw)$/.exec(moduleId) ?? []
  return id ? `brand-${id}` : null
}

/**
 * The router's package offers its development build to everybody: this takes the other one. And names for the developer tools, and calls
 * that only a reader knows to be pure, would keep parts of it in the page that nobody uses.
 */
function leanRouter(): Plugin {
  return {
    name: 'wallet:lean-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [{ find: /^react-router$/, replacement: join(root, 'node_modules/react-router/dist/production/index.mjs') }],
      },
    }),
    transform: {
      filter: { id: /node_modules\/react-router\// },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}

export default defineConfig({
  root: join(root, 'web'),
  plugins: [react(), writeBrandInDevelopment(), brandFavicons(), earlyScript(), leanRouter(), exactIcons(), textFiles()],
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    // Nothing inlined: the content security policy allows no data: fonts or scripts, and 243 flags would swell a chunk.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(root, 'web/index.html'), early: EARLY },
      output: {
        codeSplitting: {
          groups: [
            // Libraries change seldom: a deployment of ours leaves them in the browser's cache.
            { name: 'libraries', test: EVERYWHERE },
            { name: brandChunk },
            { name: createFirstLoadChunks(), includeDependenciesRecursively: false },
            // What several other screens share: one file for all of them instead of a dozen for each.
            {
              name: 'shared',
              test: /\/(web|money|contract)\/|lucide-react/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [root] },
    proxy: Object.fromEntries(['/v2', '/sandbox', '/version.json'].map((path) => [path, { target: apiAddress }])),
  },
})
