import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PRODUCTION = fileURLToPath(new URL('../../node_modules/react-router/dist/production/index.mjs', import.meta.url))

/**
 * The router's package offers its development build to everybody: this takes the other one. And names for the developer tools, and calls
 * that only a reader knows to be pure, would keep parts of it in the page that nobody uses.
 */
export function leanRouter(): Plugin {
  return {
    name: 'wallet:lean-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [{ find: /^react-router$/, replacement: PRODUCTION }],
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
