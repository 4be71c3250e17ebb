// @vitest-environment happy-dom
import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryRouter, RouterProvider, useLocation } from '../../shared/navigation/router.ts'
import { ines } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useSession } from '../../shared/session/session.ts'
import { WhatIfScreen } from './what-if-screen.tsx'

const row = (id: string, now: [number | null, number | null], after: [number | null, number | null]) => ({
  id,
  name: id,
  username: null,
  avatar: null,
  rankNow: now[0],
  pointsNow: now[1],
  rankAfter: after[0],
  pointsAfter: after[1],
})
const maya = row('Maya', [1, 50], [2, 50])
const noah = row('Noah', [2, 45], [1, 55])
const weights = { projects: 3, quality: 0.5, streak: 2 }
const same: WhatIfResponse = {
  success: true,
  inForce: {
    weights,
    excluded: [],
    normalised: false,
    version: '0',
    changedAt: null,
    changedBy: null,
    reason: null,
    before: null,
  },
  other: { weights, excluded: [], normalised: false, isSame: true, reviewers: 0 },
  now: { participants: 2, averagePoints: 47.5 },
  after: { participants: 2, averagePoints: 47.5 },
  podium: { now: [maya, noah], after: [maya, noah] },
  top: [maya, noah],
  moved: { total: 0, up: 0, down: 0, first: [] },
  position: '41',
  epoch: 'e1',
}
const moved: WhatIfResponse = {
  ...same,
  other: { ...same.other, weights: { ...weights, projects: 5 }, isSame: false },
  after: { participants: 2, averagePoints: 52.5 },
  podium: { now: [maya, noah], after: [noah, maya] },
  top: [noah, maya],
  moved: { total: 2, up: 1, down: 1, first: [maya, noah] },
}
const changed: WhatIfResponse = {
  ...same,
  inForce: {
    ...same.inForce,
    weights: { ...weights, projects: 4 },
    version: '30',
    changedAt: '2026-11-20T12:00:00.000Z',
    changedBy: 'Grace Hopper',
    reason: 'more work',
    before: { weights, excluded: [], normalised: false },
  },
}
const compare: RouteHandler = ({ query }) => (query.size === 0 ? same : moved)

beforeEach(() => useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true }))

const Address = () => <output data-testid="address">{useLocation().search}</output>

const show = (routes: Record<string, RouteHandler>, address = '/admin/what-if') => {
  const requests = mockServer({ 'GET /api/admin/what-if': compare, ...routes })
  const screens = [
    {
      path: '*',
      element: (
        <>
          <WhatIfScreen />
          <Address />
        </>
      ),
    },
  ]
  render(<RouterProvider router={createMemoryRouter(screens, { initialEntries: [address] })} />)
  return requests
}
const slider = () => screen.findByRole('slider', { name: 'Points per project' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('begins with the scoring in force, which cannot be applied', async () => {
  show({})
  expect((await slider()).getAttribute('aria-valuetext')).toBe('3.0')
  expect(
    screen.getByText('This is the scoring in force. Change something to see who would move.'),
  ).toBeDefined()
  expect(screen.getByText('The scoring was never changed.')).toBeDefined()
  expect([button('Apply…').disabled, button('Discard').disabled]).toEqual([true, true])
})

test('a moved slider shows who would move, and the address keeps it', async () => {
  const requests = show({})
  fireEvent.change(await slider(), { target: { value: '5' } })
  expect(await screen.findByText('2 participants change rank')).toBeDefined()
  expect(screen.getByTestId('address').textContent).toBe('?projects=5')
  expect(requests.at(-1)?.query.toString()).toBe('projects=5')
  const table = screen.getByRole('table', { name: 'Largest moves' })
  expect([...table.querySelectorAll('tbody tr')].map((line) => line.textContent)).toEqual([
    'Maya12down 150.050.0',
    'Noah21up 145.055.0',
  ])
  await userEvent.click(button('Discard'))
  expect(screen.getByTestId('address').textContent).toBe('')
  expect(
    await screen.findByText('This is the scoring in force. Change something to see who would move.'),
  ).toBeDefined()
})

test('no press on a slider is lost while the router has not rendered the one before', async () => {
  show({})
  await slider()
  // As a browser does, outside of the queue of the test library.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  onTestFinished(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const input of screen.getAllByRole('slider')) {
    setValue?.call(input, '1')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  expect(screen.getByTestId('address').textContent).toBe('?projects=1&quality=1&streak=1')
})

test('an address that another admin has shared opens with its draft', async () => {
  const requests = show({}, '/admin/what-if?projects=5&excluded=&normalise=on')
  expect((await slider()).getAttribute('aria-valuetext')).toBe('5.0')
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true)
  expect(requests[0]?.query.toString()).toBe('projects=5&normalise=on&excluded=')
})

test('applies what the comparison shows, after a reason', async () => {
  const requests = show(
    { 'POST /api/admin/scoring': () => ({ success: true, position: '50', version: '50', backupId: 'b' }) },
    '/admin/what-if?projects=5',
  )
  await screen.findByText('2 participants change rank')
  await userEvent.click(button('Apply…'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Apply this scoring?' }))
  expect(dialog.getByText(/The podium changes: Noah and Maya/)).toBeDefined()
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
  expect(confirm.disabled).toBe(true)
  await userEvent.type(dialog.getByLabelText(/Reason/), ' fairer ')
  await userEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const sent = requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({
    weights: { ...weights, projects: 5 },
    excluded: [],
    position: '41',
    version: '0',
    reason: 'fairer',
  })
  expect(sent?.idempotencyKey).not.toBeNull()
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(''))
})

test('applies a draft with normalised ratings, and says how many lose their rank', async () => {
  const requests = show(
    {
      'GET /api/admin/what-if': () => ({ ...moved, after: { ...moved.after, participants: 1 } }),
      'POST /api/admin/scoring': () => ({ success: true, position: '50', version: '50', backupId: 'b' }),
    },
    '/admin/what-if?normalise=on&streak=none',
  )
  await screen.findByText('2 participants change rank')
  // What is no number is not in the draft.
  expect(requests[0]?.query.toString()).toBe('normalise=on')
  await userEvent.click(button('Apply…'))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('1 participant loses their rank.')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/Reason/), 'fairer')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(requests.at(-1)?.method).not.toBe('POST'))
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ normalise: 'on' })
})

test('opens the dialog at an address without https, and keeps the reason until it is sent', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  useSession.setState({ session: { kind: 'admin', user: ines } })
  let answer: RouteHandler = networkError
  const requests = show(
    { 'POST /api/admin/scoring': (...sent) => answer(...sent) },
    '/admin/what-if?projects=5',
  )
  const open = async () => {
    await screen.findByText('2 participants change rank')
    await userEvent.click(button('Apply…'))
    return within(await screen.findByRole('alertdialog'))
  }
  let dialog = await open()
  const reason = () => dialog.getByLabelText<HTMLTextAreaElement>(/Reason/)
  const apply = () => userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await userEvent.type(reason(), 'fair')
  await apply()
  await dialog.findByRole('alert')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  dialog = await open()
  expect(reason().value).toBe('fair')
  await apply()
  await userEvent.clear(reason())
  await userEvent.type(reason(), 'kind')
  answer = () => ({ success: true, position: '50', version: '50', backupId: 'b' })
  await apply()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const keys = requests.filter(({ method }) => method === 'POST').map(({ idempotencyKey }) => idempotencyKey)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(Object.keys(localStorage).filter((key) => key.includes('unsent'))).toEqual([])
})

test('says who changed the scoring meanwhile, and compares again', async () => {
  const message =
    'Grace Hopper has changed the scoring in the meantime. Compare again before you apply yours.'
  const requests = show(
    { 'POST /api/admin/scoring': () => errorResponse(409, 'changed-meanwhile', message) },
    '/admin/what-if?projects=5',
  )
  await screen.findByText('2 participants change rank')
  await userEvent.click(button('Apply…'))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.type(dialog.getByLabelText(/Reason/), 'fairer')
  const before = requests.length
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await dialog.findByText(message)).toBeDefined()
  await waitFor(() =>
    expect(requests.slice(before + 1).map(({ path }) => path)).toEqual(['/api/admin/what-if']),
  )
})

test('goes back to the scoring before', async () => {
  const requests = show({
    'GET /api/admin/what-if': () => changed,
    'POST /api/admin/scoring/undo': () => ({ success: true, position: '50', version: '50', backupId: 'b' }),
  })
  expect(await screen.findByText(/Grace Hopper changed it/)).toBeDefined()
  await userEvent.click(button('Restore the previous scoring…'))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('3 × projects + 0.5 × quality + 2 × streak')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/Reason/), 'a mistake')
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    version: '30',
    reason: 'a mistake',
  })
})

test('excludes and includes participants', async () => {
  const person = { id: 'noah', name: 'Noah', avatar: null }
  show({
    'GET /api/admin/what-if': ({ query }) =>
      query.get('excluded') === 'noah' ? { ...moved, other: { ...moved.other, excluded: [person] } } : same,
    'GET /api/auth/users': () => [
      { _id: 'noah', fullName: 'Noah', isAdmin: false, profileImage: null },
      { _id: 'ada', fullName: 'Noah Admin', isAdmin: true, profileImage: null },
    ],
  })
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a participant' }), 'no')
  await userEvent.click(await screen.findByRole('button', { name: 'Exclude Noah' }))
  expect(screen.queryByRole('button', { name: 'Exclude Noah Admin' })).toBeNull()
  expect(screen.getByTestId('address').textContent).toBe('?excluded=noah')
  await userEvent.click(await screen.findByRole('button', { name: 'Include Noah' }))
  expect(screen.getByTestId('address').textContent).toBe('?excluded=')
})

test('compares again when the leaderboard changes', async () => {
  const requests = show({})
  await slider()
  await vi.dynamicImportSettled()
  const totals = {
    totalUsers: 2,
    totalSubmissions: 2,
    totalPoints: 95,
    joinedThisWeek: 0,
    submissionsToday: 0,
  }
  const stamp = { position: '42', epoch: 'e1', at: '2026-11-20T12:00:00.000Z' }
  await emitFromServer('leaderboard.changed', { rows: [], left: [], totals, ...stamp })
  await waitFor(() => expect(requests.length).toBe(2))
})

test('says that the comparison failed, and tries again', async () => {
  let isBroken = true
  show({
    'GET /api/admin/what-if': () => (isBroken ? errorResponse(503, 'busy', 'Too many comparisons.') : same),
  })
  expect(await screen.findByText('Too many comparisons.')).toBeDefined()
  isBroken = false
  await userEvent.click(button('Try Again'))
  expect(await slider()).toBeDefined()
})

test('says that participants keep the frozen scoring', async () => {
  useCurrentDay.setState({ frozen: true, frozenAt: '2026-11-20T12:00:00.000Z' })
  show({})
  expect(await screen.findByText(/Participants keep seeing the scoring it froze with/)).toBeDefined()
})

test.each([
  ['organiser', true],
  ['reviewer', false],
  ['viewer', false],
] as const)('a %s compares; only owners and organizers apply and undo', async (role, mayApply) => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  show({ 'GET /api/admin/what-if': ({ query }) => (query.size === 0 ? changed : moved) })
  await screen.findByText(/Grace Hopper changed it/)
  expect(screen.queryByRole('button', { name: 'Restore the previous scoring…' }) !== null).toBe(mayApply)
  fireEvent.change(await slider(), { target: { value: '5' } })
  expect(await screen.findByText('2 participants change rank')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Apply…' }) !== null).toBe(mayApply)
  const notice = /^You can compare scorings\. Only owners and organizers can apply one\. Your role is/
  expect(screen.queryByText(notice) === null).toBe(mayApply)
})
