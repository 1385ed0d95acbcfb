// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ScanNatively } from '#web/features/qr/reading/use-native-scanner.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { Scanner } from './Scanner.tsx'

async function scannerWith(scanNatively: ScanNatively | undefined) {
  const read: string[] = []
  const page = await renderPage(
    <Scanner
      readPicture={async () => undefined}
      onRead={(contents) => read.push(...contents)}
      fileButton={<button type="button">Файл</button>}
      scanNatively={scanNatively}
    />,
  )
  return { ...page, read }
}

test('the scanner of the platform takes the place of the camera window', async () => {
  const { person, read } = await scannerWith(async () => 'code of the platform')
  expect(screen.getByText('Нужен доступ к камере, чтобы отсканировать код. Видео не сохраняется')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Включить камеру' }))
  await waitFor(() => expect(read).toEqual(['code of the platform']))
  expect(screen.queryByRole('region', { name: 'Окно камеры' })).toBeNull()
})

test('closing the scanner of the platform reads nothing', async () => {
  let asked = 0
  const { person, read } = await scannerWith(async () => {
    asked += 1
    return undefined
  })
  await person.click(screen.getByRole('button', { name: 'Включить камеру' }))
  await waitFor(() => expect(asked).toBe(1))
  expect(read).toEqual([])
})

test('without any camera it says so, and the file is still at hand', async () => {
  const { person } = await scannerWith(undefined)
  await person.click(screen.getByRole('button', { name: 'Включить камеру' }))
  expect(await screen.findByText('Камера не найдена. Выберите файл')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Файл' })).toBeTruthy()
  expect(document.body.classList.contains('scanner-active')).toBe(false)
})
