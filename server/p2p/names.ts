/** A person as others read of them: the first name and the initial of the last. */
export function shownName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const [initial] = lastName
  return initial === undefined ? firstName : `${firstName} ${initial.toLocaleUpperCase()}.`
}

const PLAIN_NAME = /^[\p{L}' -]{1,24}( \p{L}\.)?$/u

/** A name as an SMS may have it; nothing for one that could be a message of its own. */
export function nameForMessage(name: string): string | undefined {
  return PLAIN_NAME.test(name) ? name : undefined
}
