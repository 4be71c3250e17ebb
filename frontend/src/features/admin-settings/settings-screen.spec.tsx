// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { renderScreen, resetSettings, settingsRoutes } from '../../../testing/settings-screen.tsx'
import { useSession } from '../../shared/session/session.ts'

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
