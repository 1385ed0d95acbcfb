const FILES = import.meta.glob<string>('../../../node_modules/flag-icons/flags/4x3/??.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The address of each country's flag, by its ISO code in capitals. Windows has no flags in its emoji font. */
export const FLAG_URLS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FILES).map(([path, url]) => [path.slice(-6, -4).toUpperCase(), url]),
)
