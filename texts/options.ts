import type { InitOptions } from 'i18next'

/**
 * How i18next reads the catalogues: flat keys, `{name}` parameters, no escaping (React and JSON do their own), ready at once. The
 * server and the web start from these; whoever makes an instance adds the language and its texts.
 */
export const i18nextOptions = {
  keySeparator: false,
  nsSeparator: false,
  fallbackLng: false,
  initAsync: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
} as const satisfies InitOptions
