// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { renderPage } from '#web/ui/test-page.tsx'
import { IdentificationCard, type IdentificationCardProps, type KnownIdentification } from './IdentificationCard.tsx'

const UPGRADE = '/v2/wallet/identification-level/upgrade'
const STATUS = '/v2/wallet/identification-level/status'

const server = withTestServer({ status: 'ok', verification_url: null, howto_text: 'Напишите нам' })

const levels: IdentificationCardProps['levels'] = (opened, raise) => (
  <Modal {...opened} title="Уровни и лимиты" footer={raise}>
    Лимиты
  </Modal>
)

function asked(path: string): number {
  return server.state.received.filter(({ url }) => url === path).length
}

async function drawn(active: KnownIdentification['active'], asksForNext = true) {
  const onChange = vi.fn()
  const known = { levelName: 'базовый', asksForNext, active }
  const page = await renderPage(<IdentificationCard known={known} isMain onChange={onChange} levels={levels} />)
  return { ...page, onChange }
}

const STEPS = ['Повысить уровень', 'Обновить статус', 'Пройти заново', 'Продолжить', 'Следующий уровень']

test.each([
  [null, true, ['Повысить уровень'], undefined],
  [null, false, [], undefined],
  [{ status: 'pending', reason: null }, true, ['Продолжить', 'Обновить статус'], 'Вы не закончили проверку'],
  [{ status: 'review', reason: null }, true, ['Обновить статус'], 'На проверке'],
  [{ status: 'aborted', reason: 'Время вышло' }, true, ['Пройти заново'], 'Не завершена'],
  [{ status: 'complete', reason: null }, false, [], 'Подтверждена'],
  [{ status: 'complete', reason: null }, true, [], 'Подтверждена'],
] as const)('with %o active and the next level asked for: %s, the buttons are %j', async (active, asksForNext, buttons, chip) => {
  await drawn(active, asksForNext)
  for (const name of buttons) expect(await screen.findByRole('button', { name })).toBeTruthy()
  const others = STEPS.filter((name) => !buttons.some((shown) => shown === name))
  for (const name of others) expect(screen.queryByRole('button', { name })).toBeNull()
  if (chip) expect(screen.getByText(chip)).toBeTruthy()
  if (active?.reason) expect(screen.getByText(active.reason)).toBeTruthy()
})

test('a level given by hand shows what to do and leads nowhere', async () => {
  const { person } = await drawn(null)
  await person.click(await screen.findByRole('button', { name: 'Повысить уровень' }))
  expect(await screen.findByRole('dialog', { name: 'Как повысить уровень' })).toBeTruthy()
  expect(screen.getByText('Напишите нам')).toBeTruthy()
  expect(asked(UPGRADE)).toBe(1)
})

test('the help button is absent while the level loads', async () => {
  await renderPage(<IdentificationCard known={undefined} isMain onChange={vi.fn()} levels={levels} />)
  expect(screen.getByRole('region', { name: 'Идентификация' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Что дают уровни идентификации' })).toBeNull()
})

test('after a complete identification the sheet of levels offers the next level, if there is one [IdentificationCard-1]', async () => {
  const complete = { status: 'complete', reason: null }
  const { person } = await drawn(complete)
  await person.click(screen.getByRole('button', { name: 'Что дают уровни идентификации' }))
  await person.click(await screen.findByRole('button', { name: 'Следующий уровень' }))
  expect(await screen.findByText('Напишите нам')).toBeTruthy()
  expect(asked(UPGRADE)).toBe(1)

  const last = await drawn(complete, false)
  await last.person.click(screen.getByRole('button', { name: 'Что дают уровни идентификации' }))
  expect(await screen.findByRole('dialog', { name: 'Уровни и лимиты' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Следующий уровень' })).toBeNull()
})

test('whoever is led here for the next level finds the way to it open', async () => {
  const known = { levelName: 'полный', asksForNext: true, active: { status: 'complete', reason: null } }
  await renderPage(<IdentificationCard known={known} isMain onChange={vi.fn()} levels={levels} />, {
    at: '/settings#identification',
  })
  expect(await screen.findByRole('button', { name: 'Следующий уровень' })).toBeTruthy()
})

test('a page that is not gone to is an error under the button', async () => {
  for (const verification_url of ['javascript:alert(1)', 'http://evil.example/', 'https://wallet@evil.example/']) {
    server.state.behaviour = { status: 200, body: { status: 'ok', verification_url, howto_text: null } }
    const { person, onChange } = await drawn(null)
    await person.click(await screen.findByRole('button', { name: 'Повысить уровень' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Не удалось начать проверку. Попробуйте еще раз')
    expect(onChange).toHaveBeenCalled()
  }
})

test('what the server refuses is said in its words, and the button can be pressed again', async () => {
  const refusal = { status: 'error', code: 'too_many_requests', message: 'Слишком много запросов. Подождите 23 часа' }
  server.state.behaviour = { status: 429, body: refusal }
  const { person } = await drawn({ status: 'aborted', reason: null })
  await person.click(await screen.findByRole('button', { name: 'Пройти заново' }))
  expect((await screen.findByRole('alert')).textContent).toBe(refusal.message)
  server.state.behaviour = { status: 200, body: { status: 'ok', verification_url: null, howto_text: 'Напишите нам' } }
  await person.click(screen.getByRole('button', { name: 'Пройти заново' }))
  await screen.findByText('Напишите нам')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('refresh asks for the status and then reloads the page', async () => {
  const active_identification = { status: 'review', reason: null }
  server.state.behaviour = { status: 200, body: { status: 'ok', active_identification } }
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  const { person } = await drawn({ status: 'pending', reason: null })
  await person.click(await screen.findByRole('button', { name: 'Обновить статус' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(asked(STATUS)).toBe(1)
  reload.mockRestore()
  // The page as it comes back.
  await drawn({ status: 'review', reason: null })
  expect(await screen.findByText('Статус обновлен')).toBeTruthy()
})

test('switched off by the operator, a notice stands in place of the button, also when the page did not know it yet', async () => {
  const off = 'Идентификация: временно недоступно'
  server.state.behaviour = { status: 403, body: { status: 'error', code: 'switched_off', message: off } }
  const { person } = await drawn(null)
  await person.click(await screen.findByRole('button', { name: 'Повысить уровень' }))
  expect(await screen.findByText(off)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Повысить уровень' })).toBeNull()

  const { featureFlags, support, id } = currentBrand()
  const config = { status: 'ok', brand: id, version: 'v0.0.57-stage', sandbox: true, switches: { ...featureFlags, kyc: false } }
  const rest = { switched_off_until: {}, display_currencies: [], account_currencies: [], limits: [], support }
  server.state.behaviour = { status: 200, body: { ...config, ...rest } }
  await drawn({ status: 'aborted', reason: 'Время вышло' })
  expect(await screen.findByText(off)).toBeTruthy()
  expect(screen.getByText('Не завершена')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Пройти заново' })).toBeNull()
})

test.each([
  [null, /^Подготовьте паспорт\. Проверка обычно занимает/],
  [{ status: 'pending', reason: null }, /^Проверка обычно занимает/],
  [{ status: 'review', reason: null }, /^Документы получены, .* Проверка обычно занимает/],
  [{ status: 'complete', reason: null }, /^Повышенные лимиты/],
  [{ status: 'aborted', reason: 'Снимки нечеткие. Переснимите документ' }, /^Снимки нечеткие\. Переснимите документ$/],
] as const)('with %o active it says what that means', async (active, words) => {
  await drawn(active)
  expect(screen.getByText('Базовый уровень')).toBeTruthy()
  expect(await screen.findByText(words)).toBeTruthy()
})

test('the link to the limits is shown only for a complete identification', async () => {
  await drawn({ status: 'review', reason: null })
  expect(screen.queryByRole('link', { name: 'Что вам доступно' })).toBeNull()
  await drawn({ status: 'complete', reason: null })
  expect(screen.getByRole('link', { name: 'Что вам доступно' }).getAttribute('href')).toBe('/settings#limits')
})

test('a word of the wire without words of ours is not shown, but said to who asks', async () => {
  await drawn({ status: 'a word of tomorrow', reason: null })
  expect(screen.queryByText(/tomorrow/)).toBeNull()
  expect(screen.getByText('На проверке').closest('p')?.getAttribute('aria-description')).toBe('a word of tomorrow')
})

test('to go on is the first of the two where the provider waits for the person', async () => {
  await drawn({ status: 'pending', reason: null })
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.indexOf('Продолжить')).toBeLessThan(names.indexOf('Обновить статус'))
})
