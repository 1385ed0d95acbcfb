import type { Plugin } from 'vite'
import { EARLY } from './first-load-chunks.ts'

const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

/**
 * Puts the script that runs before the libraries are there (web/early.ts) in front of the others, which then wait for the styles and the
 * fonts: the brand's sign is seen first. In development it runs with them.
 */
export function earlyScript(): Plugin {
  return {
    name: 'wallet:early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((part) => part.type === 'chunk' && part.facadeModuleId === EARLY)
        if (!chunk) this.error('There is no chunk of the early script')
        const early = `/${chunk.fileName}`
        return {
          html: html.replaceAll(SCRIPT, (tag, src: string) =>
            src === early ? '' : tag.replace(' src=', ' fetchpriority="low" src='),
          ),
          tags: [{ tag: 'script', attrs: { type: 'module', crossorigin: true, src: early }, injectTo: 'head-prepend' }],
        }
      },
    },
  }
}
