// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

test('says at once how many webhooks the server turned off', async () => {
  let webhooks: { turnedOff: string | null }[] = [{ turnedOff: null }]
  const requests = mockServer({ 'GET /api/admin/webhooks': () => ({ success: true, webhooks, at: '' }) })
  renderInRouter(<WebhooksCard />)
  expect(screen.getByRole('link', { name: 'Manage webhooks' }).getAttribute('href')).toBe('/admin/webhooks')
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(async () => undefined)
  expect(screen.queryByText(/turned off/)).toBeNull()
  webhooks = [{ turnedOff: 'gone' }, { turnedOff: 'failing' }]
  await act(() => emitFromServer('webhooks.changed', { webhook: 'w1', at: '2025-11-20T11:00:00.000Z' }))
  expect(await screen.findByText('The server turned off 2 webhooks.')).toBeTruthy()
})

test('the page says that the number could not be updated', async () => {
  mockServer({
    'GET /api/admin/webhooks': () => ({ success: true, webhooks: [{ turnedOff: 'gone' }], at: '' }),
  })
  renderInRouter(<WebhooksCard />)
  expect(await screen.findByText('The server turned off 1 webhook.')).toBeTruthy()
  expect(await refreshInVain()).toEqual([staleNotice])
})
