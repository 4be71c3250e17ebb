// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../testing/mock-server.ts'
import {
  changeOf,
  renderScreen,
  resetSettings,
  sentCommands,
  settingsRoutes,
} from '../../../testing/settings-screen.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useSession } from '../../shared/session/session.ts'
import { FreezeRow } from './challenge-card.tsx'

const frozenAt = '2099-11-20T12:00:00.000Z'
const freezePath = '/api/admin/challenge/freeze'

beforeEach(() => {
  resetSettings()
  useCurrentDay.setState({ timeZone: 'Asia/Tokyo' })
})

const renderRow = (routes: Record<string, RouteHandler> = {}) => {
  const requests = mockServer({ ...settingsRoutes, ...routes })
  renderScreen(<FreezeRow />)
  return requests
}

const openDialog = async (button: string) => {
  await userEvent.click(screen.getByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: 'Freeze the leaderboard' }))
}

test('freezing now is confirmed first, and says what participants will see', async () => {
  const requests = renderRow({ [`POST ${freezePath}`]: () => changeOf({ frozenAt, frozen: false }) })
  const dialog = await openDialog('Freeze the leaderboard')
  await userEvent.click(dialog.getByRole('button', { name: 'Freeze now' }))
  expect(sentCommands(requests)).toEqual([])
  const question = within(await screen.findByRole('alertdialog', { name: 'Freeze the leaderboard now?' }))
  expect(
    question.getByText(/participants and visitors see ratings, points and ranks as they are now/),
  ).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Freeze now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sentCommands(requests)[0]?.body).toEqual({})
  expect(screen.getByRole('status').textContent).toBe(
    'The leaderboard freezes on Nov 20, 2099 at 9:00 PM (Asia/Tokyo).',
  )
})

test('a time that was typed stays when the right to freeze is lost meanwhile, and the button goes', async () => {
  renderRow()
  const dialog = await openDialog('Freeze the leaderboard')
  const time = dialog.getByLabelText<HTMLInputElement>('Date and time (Asia/Tokyo)')
  fireEvent.change(time, { target: { value: '2099-11-20T21:00' } })
  act(() => useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } }))
  expect(time.isConnected).toBe(true)
  expect(time.value).toBe('2099-11-20T21:00')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Freeze the leaderboard' })).toBeNull()
})

test('schedules the freeze in the time zone of the challenge', async () => {
  const requests = renderRow({ [`POST ${freezePath}`]: () => changeOf({ frozenAt, frozen: false }) })
  const dialog = await openDialog('Freeze the leaderboard')
  expect(dialog.queryByRole('button', { name: 'Cancel the freeze' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the freeze' }))
  expect((await dialog.findAllByText('Choose a date and a time.')).length).toBeGreaterThan(0)
  expect(sentCommands(requests)).toEqual([])
  fireEvent.change(dialog.getByLabelText('Date and time (Asia/Tokyo)'), {
    target: { value: '2099-11-20T21:00' },
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the freeze' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCommands(requests)[0]?.body).toEqual({ at: frozenAt })
})

test('a time that the server refuses is shown at the field', async () => {
  const message = 'The freeze must be before the end of the challenge'
  renderRow({ [`POST ${freezePath}`]: () => errorResponse(400, 'invalid-fields', message, { at: message }) })
  const dialog = await openDialog('Freeze the leaderboard')
  fireEvent.change(dialog.getByLabelText('Date and time (Asia/Tokyo)'), {
    target: { value: '2199-11-20T21:00' },
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the freeze' }))
  expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0)
  expect(dialog.getByLabelText('Date and time (Asia/Tokyo)').getAttribute('aria-invalid')).toBe('true')
})

test('cancels a freeze that has not begun', async () => {
  useCurrentDay.setState({ frozenAt })
  const requests = renderRow({
    [`DELETE ${freezePath}`]: () => changeOf({ frozenAt: null, frozen: false }),
  })
  const dialog = await openDialog('Change the freeze')
  expect(dialog.getByLabelText('Date and time (Asia/Tokyo)')).toHaveProperty('value', '2099-11-20T21:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the freeze' }))
  expect(await screen.findByText('Everyone sees the leaderboard live.')).toBeTruthy()
  expect(sentCommands(requests)).toHaveLength(1)
})

test('a freeze that begins meanwhile closes the dialog of the other admin', async () => {
  useCurrentDay.setState({ frozenAt })
  renderRow()
  await openDialog('Change the freeze')
  act(() => useCurrentDay.setState({ frozen: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('link', { name: 'Open the reveal' }).getAttribute('href')).toBe('/admin/reveal')
  expect(screen.getByRole('status').textContent).toMatch(/has been frozen since [A-Z]/)
})

test('reveals without the ceremony after a confirmation, and shows a failure', async () => {
  useCurrentDay.setState({ frozenAt, frozen: true })
  let isBroken = true
  const requests = renderRow({
    'POST /api/admin/challenge/reveal': () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'The server is busy.')
        : changeOf({ frozenAt: null, frozen: false }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Reveal now' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Reveal the final standings now?' }))
  expect(sentCommands(requests)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Reveal now' }))
  expect(await question.findByText('The server is busy.')).toBeTruthy()
  isBroken = false
  await userEvent.click(question.getByRole('button', { name: 'Reveal now' }))
  expect(await screen.findByRole('button', { name: 'Freeze the leaderboard' })).toBeTruthy()
})

test('a challenge that has ended cannot be frozen', () => {
  useCurrentDay.setState({ ended: true })
  renderRow()
  expect(screen.queryByRole('button')).toBeNull()
})
