import { expect, test } from 'vitest'
import { brand as grok } from '#brands/grok/brand'
import { brand as stater } from '#brands/stater/brand'
import { type Details, lengthHint, missingDetails, phoneChange, registerBody, textHint } from './details.ts'

function anna(change: Partial<Details> = {}): Details {
  return {
    firstName: 'Анна',
    lastName: 'Смирнова',
    email: 'anna@mail.example',
    country: 'GB',
    city: 'Leeds',
    zip: 'LS1 1UR',
    address: '1 Park Row',
    phone: { iso: 'RU', national: '9123456789' },
    consents: ['offer', 'data'],
    ...change,
  }
}

test('a complete form misses nothing', () => {
  expect(missingDetails(anna(), stater.register)).toEqual({ fields: [], consents: [] })
  expect(missingDetails(anna(), grok.register)).toEqual({ fields: [], consents: [] })
})

test('first name, email and both consents are asked for, in the order of the form [details-1]', () => {
  const empty = anna({ firstName: ' ', email: '', consents: ['data'] })
  expect(missingDetails(empty, stater.register)).toEqual({ fields: ['reason.first_name', 'reason.email'], consents: ['offer'] })
})

test('last name and phone never hold registration up; the phone is named beside what does [details-2]', () => {
  const without = anna({ lastName: '', phone: { iso: 'RU', national: '' } })
  expect(missingDetails(without, stater.register)).toEqual({ fields: [], consents: [] })
  expect(missingDetails({ ...without, firstName: '', email: '' }, stater.register).fields).toEqual([
    'reason.first_name',
    'reason.phone',
    'reason.email',
  ])
  expect(missingDetails({ ...without, consents: ['data'] }, stater.register)).toEqual({
    fields: ['reason.phone'],
    consents: ['offer'],
  })
})

test('the address is asked for only where the brand wants it [details-3]', () => {
  const without = anna({ country: '', city: '', zip: '', address: '' })
  expect(missingDetails(without, stater.register).fields).toEqual([])
  expect(missingDetails(without, grok.register).fields).toEqual(['reason.country', 'reason.city', 'reason.zip', 'reason.street'])
})

test('the country of the address follows that of the number until another is chosen, and only where there is an address', () => {
  const british = { iso: 'GB', national: '7911123456' }
  const none = anna({ country: '', phone: { iso: 'RU', national: '' } })
  expect(phoneChange(none, british, grok.register)).toEqual({ phone: british, country: 'GB' })
  expect(phoneChange(none, { iso: 'GB', national: '' }, grok.register)).toEqual({ phone: { iso: 'GB', national: '' } })
  expect(phoneChange(none, british, stater.register)).toEqual({ phone: british })
  const german = { iso: 'DE', national: '15112345678' }
  expect(phoneChange(anna({ country: 'GB', phone: british }), german, grok.register)).toEqual({ phone: german, country: 'DE' })
  expect(phoneChange(anna({ country: 'FR', phone: british }), german, grok.register)).toEqual({ phone: german })
})

test('a left field has no hint while it is empty; an email says how it should look [details-4]', () => {
  expect(textHint('firstName', anna({ firstName: '' }))).toBeUndefined()
  expect(textHint('email', anna({ email: ' ' }))).toBeUndefined()
  expect(textHint('email', anna({ email: 'anna@mail' }))?.key).toBe('err.email_format')
  expect(textHint('email', anna())).toBeUndefined()
})

test('a line longer than the server takes says how long it may be; spaces around it do not count', () => {
  expect(lengthHint('firstName', anna({ firstName: ` ${'я'.repeat(60)} ` }))).toBeUndefined()
  expect(lengthHint('firstName', anna({ firstName: 'я'.repeat(61) }))).toEqual({ key: 'err.too_long', parameters: { count: 60 } })
  expect(lengthHint('zip', anna({ zip: '1'.repeat(21) }))).toEqual({ key: 'err.too_long', parameters: { count: 20 } })
  expect(lengthHint('country', anna())).toBeUndefined()
})

test('what is sent is trimmed, without an empty last name and without an address nobody asked for [details-5]', () => {
  expect(registerBody(anna({ firstName: ' Анна ', lastName: ' ' }), stater.register)).toEqual({
    first_name: 'Анна',
    email: 'anna@mail.example',
    phone: '79123456789',
    consents: ['offer', 'data'],
  })
  expect(registerBody(anna({ consents: [] }), grok.register)).toMatchObject({
    last_name: 'Смирнова',
    country_code: 'GB',
    city: 'Leeds',
    zip_code: 'LS1 1UR',
    address: '1 Park Row',
    consents: [],
  })
})
