import { expect, test } from 'vitest'
import { CATALOGUES } from '#texts/texts'
import { isLinked, isTellingKind } from './kinds.ts'

test('a message about an action that a thief could take says in the app what to do about it, if that can be done there; no other message does', () => {
  for (const texts of Object.values(CATALOGUES)) {
    const named = Object.entries(texts).flatMap(([key, text]) =>
      text.includes('{not_me}') ? [key.replace('notification.', '')] : [],
    )
    const linked = Object.keys(texts).flatMap((key) => {
      const kind = key.replace('notification.', '')
      return key.startsWith('notification.') && isTellingKind(kind) && isLinked(kind) ? [kind] : []
    })
    expect(linked).toContain('sign_in_new_device')
    expect(new Set(named)).toEqual(new Set(linked))
  }
})
