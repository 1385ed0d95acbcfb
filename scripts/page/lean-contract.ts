import type { Plugin } from 'vite'

const META = /z\.meta\(\{[^{}]*\}\),?/g
const NO_CHECK = /\.check\(\s*\)/g
const SUMMARY = /(\n\s*summary:)\s*(['"`])(?:(?!\2).)*\2/g

/** Leaves out of the page what the contract says of itself for the API's document only (server/http/openapi.ts). */
export function leanContract(): Plugin {
  return {
    name: 'wallet:lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[a-z]+\.ts$/ },
      order: 'pre',
      handler: (code) => ({
        code: code.replaceAll(META, '').replaceAll(NO_CHECK, '').replaceAll(SUMMARY, "$1 ''"),
        map: null,
      }),
    },
  }
}
