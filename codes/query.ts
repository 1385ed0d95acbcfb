/** The parameters of a link's query in their order, decoded; what cannot be decoded stays as it is. */
export function readQuery(query: string): readonly (readonly [name: string, value: string])[] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      return [decoded(name), decoded(value.join('='))] as const
    })
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
