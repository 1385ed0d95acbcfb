// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { TEST_PROFILE } from '#web/lib/session/test-profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { useReason } from './use-reason.ts'

function Reason() {
  useState(() => queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false }))
  return <p>{useReason({ isReady: true }) ?? 'готово'}</p>
}

test('a form that is ready can be submitted unless the wallet is frozen', async () => {
  await renderPage(<Reason />)
  act(() => void queryClient.setQueryData(profileQuery.queryKey, TEST_PROFILE))
  expect(await screen.findByText('готово')).toBeTruthy()
  act(() => void queryClient.setQueryData(profileQuery.queryKey, { ...TEST_PROFILE, frozen: 'owner' }))
  expect(await screen.findByText('Кошелек заморожен')).toBeTruthy()
})
