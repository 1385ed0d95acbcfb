import type { Plugin } from 'vite'
import { FIRST_CHUNKS } from './chunk-groups.ts'

/**
 * Has the browser fetch what every first screen needs as soon as it reads the page, instead of when web/main.ts asks for it: all of it
 * travels together. The style sheet comes first, and the programs at low priority: nothing can be drawn before web/main.ts has run, with
 * which they would share the line.
 */
export function preloadParts(): Plugin {
  return {
    name: 'wallet:preload-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
        const first = chunks.filter(({ name }) => FIRST_CHUNKS.includes(name))
        if (first.length !== FIRST_CHUNKS.length) this.error(`Not all of ${FIRST_CHUNKS.join()} are in the build`)
        const parts = chunks.filter((part) =>
          first.some(({ fileName, imports }) => [fileName, ...imports].includes(part.fileName)),
        )
        const styles = parts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        if (styles.length === 0) this.error('No style sheet is known of the first screens')
        const programs = parts.map(({ fileName }) => fileName)
        const missing = (names: readonly string[]) => [...new Set(names)].filter((name) => !html.includes(name))
        return [
          ...missing(styles).map((name) => link({ rel: 'preload', as: 'style', href: `/${name}` })),
          ...missing(programs).map((name) => link({ rel: 'modulepreload', fetchpriority: 'low', href: `/${name}` })),
        ]
      },
    },
  }
}

function link(attributes: Readonly<Record<string, string>>) {
  return { tag: 'link', attrs: { crossorigin: true, ...attributes }, injectTo: 'head' as const }
}
