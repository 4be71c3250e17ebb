// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { renderScreen, resetSettings, settingsRoutes } from '../../../testing/settings-screen.tsx'
import { useSession } from '../../shared/session/session.ts'
import { WebhooksCard } from './settings-screen.tsx'

beforeEach(resetSettings)

test('Quick Options are on', async () => {
  mockServer(settingsRoutes)
  renderScreen()
  await screen.findByText('Notifications')
  expect(screen.getByText('Notifications').closest('li')?.textContent).toMatch(/ON$/)
  expect(screen.getByText('Email Reminders').closest('li')?.textContent).toMatch(/ON$/)
})

test.each([
  ['organiser', true, undefined],
  [
    'reviewer',
    false,
    'You can change saved texts here. Everything else is for owners and organizers. Your role is Reviewer.',
  ],
  ['viewer', false, 'Only owners and organizers can change something here. Your role is Viewer.'],
] as const)('an admin with the role %s changes the challenge: %s', async (role, isAllowed, notice) => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  mockServer(settingsRoutes)
  renderScreen()
  const option = await screen.findByRole<HTMLInputElement>('switch', { name: /Notifications/ })
  expect(option.disabled).toBe(!isAllowed)
  const buttons = ['START CHALLENGE', 'Reset Challenge Data', 'Export users as CSV']
  expect(buttons.map((name) => screen.queryByRole('button', { name }) !== null)).toEqual(
    buttons.map(() => isAllowed),
  )
  expect(screen.queryByText(/Your role is/)?.textContent).toBe(notice)
  expect(screen.queryByRole('button', { name: 'Manage saved texts' }) !== null).toBe(role !== 'viewer')
})

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
