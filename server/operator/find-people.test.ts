import { expect, test } from 'vitest'
import { maskedEmail, maskedName, maskedPhone } from './find-people.ts'

test('the masked details of a person distinguish them from others, and nobody can call or write to them with those details', () => {
  expect([maskedPhone('+79123456789'), maskedPhone('+447911123456')]).toEqual(['+79•••6789', '+44•••3456'])
  expect([maskedName('Анна', 'Смирнова'), maskedName('Anna', '')]).toEqual(['Анна С.', 'Anna'])
  expect([maskedEmail('anna@mail.example'), maskedEmail('"a@b"@mail.example')]).toEqual([
    'a•••@mail.example',
    '"•••@mail.example',
  ])
})
