// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya, boardRows } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useSession } from '../../shared/session/session.ts'
import { guideIds, guideTitles } from '../../shared/submissions/guides.ts'
import { LandingScreen } from './landing-screen.tsx'

const showcase = (rows: readonly object[] = Object.values(boardRows)) => ({
  success: true,
  rows,
  day: 19,
  participants: 5,
  projects: 50,
  averageScore: 4.1,
  position: '100',
  epoch: 'e1',
  asOf: '2026-11-20T10:00:00.000Z',
})

const renderScreen = async (respond: RouteHandler) => {
  mockServer({ 'GET /api/leaderboard/showcase': respond })
  await act(async () => renderInRouter(<LandingScreen />))
}
const card = () => screen.getByRole('region', { name: /Leaderboard/ })

test('shows the top of the leaderboard with live updates', async () => {
  await renderScreen(() => showcase())
  expect(await screen.findByText('Leaderboard, day 19')).toBeDefined()
  const [first] = within(card()).getAllByRole('listitem')
  expect(first?.textContent).toContain('Kenji Example')
  await emitFromServer('showcase.changed', {
    position: '101',
    epoch: 'e1',
    at: '2026-11-20T10:00:05.000Z',
    rows: [
      { ...boardRows.amara, rank: 1, totalPoints: 150 },
      { ...boardRows.kenji, rank: 2 },
    ],
  })
  expect(within(card()).getAllByRole('listitem')[0]?.textContent).toContain('Amara Example')
})

test('shows the top of a log that was put back, although its position is lower', async () => {
  await renderScreen(() => showcase())
  await screen.findByText('Leaderboard, day 19')
  const update = { position: '50', at: '2026-11-20T10:00:05.000Z', rows: [{ ...boardRows.amara, rank: 1 }] }
  await emitFromServer('showcase.changed', { ...update, epoch: 'e1' })
  expect(within(card()).getAllByRole('listitem')[0]?.textContent).toContain('Kenji Example')
  await emitFromServer('showcase.changed', { ...update, epoch: 'e2' })
  expect(within(card()).getAllByRole('listitem')[0]?.textContent).toContain('Amara Example')
})

test('shows a message while the leaderboard is empty', async () => {
  await renderScreen(() => showcase([]))
  expect(await screen.findByText('No submissions yet. First place is open.')).toBeDefined()
})

test('a leaderboard that fails to load affects its card only, and can be loaded again', async () => {
  let respond: RouteHandler = () => errorResponse(503, 'busy', 'Busy')
  await renderScreen((request, params) => respond(request, params))
  expect((await screen.findByRole('alert')).textContent).toContain(
    "The leaderboard can't be loaded right now.",
  )
  respond = () => showcase()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Leaderboard, day 19')).toBeDefined()
})

test('every sign-up link opens the sign-up form of the login screen', async () => {
  await renderScreen(() => showcase())
  const links = screen.getAllByRole('link', { name: /Sign up|Join the challenge/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array(links.length).fill('/login?signup=true'),
  )
  expect(screen.getByRole('link', { name: 'Forgot password' }).getAttribute('href')).toBe('/forgot')
  expect(screen.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin')
})

test('the header links to the four sections of the page', async () => {
  await renderScreen(() => showcase())
  for (const name of ['features', 'about', 'rules', 'faq'])
    expect(document.getElementById(name)).not.toBeNull()
  expect(within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link')).toHaveLength(4)
})

test('a signed-in user gets a link to their start page', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...maya, isAdmin: true } } })
  await renderScreen(() => showcase())
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe(
    '/admin/leaderboard',
  )
})

test('says when the challenge ends, and live that it has', async () => {
  let end = { endsAt: '2099-12-08T12:30:00.000Z', ended: false }
  await renderScreen(() => ({ ...showcase(), ...end, timeZone: 'Asia/Tokyo' }))
  expect((await screen.findByText(/^The challenge closes/)).textContent).toBe(
    'The challenge closes on Dec 8, 2099 at 9:30 PM (Asia/Tokyo).',
  )
  // A load that the connection causes finds what the message says, whichever comes first.
  end = { endsAt: '2099-11-20T12:00:00.000Z', ended: true }
  await emitFromServer('challenge.changed', {
    ...end,
    position: '101',
    epoch: 'e1',
    at: '2099-11-20T12:00:00.000Z',
    run: 1,
    startsAt: '2099-11-01T00:00:00.000Z',
    frozenAt: null,
    frozen: false,
    day: 20,
    totalDays: 30,
    isEndSet: true,
  })
  expect((await screen.findByText(/^The challenge ended/)).textContent).toBe(
    'The challenge ended on Nov 20, 2099 at 9:00 PM (Asia/Tokyo).',
  )
})

test('says live that the leaderboard is frozen, and no longer after the reveal', async () => {
  let freeze: { frozenAt: string | null; frozen: boolean } = { frozenAt: null, frozen: false }
  await renderScreen(() => ({ ...showcase(), endsAt: null, ended: false, ...freeze, timeZone: 'Asia/Tokyo' }))
  await screen.findByText('Leaderboard, day 19')
  expect(within(card()).queryByText(/^Frozen since/)).toBeNull()
  const changed = (position: string) => ({
    ...freeze,
    endsAt: null,
    ended: false,
    isEndSet: false,
    position,
    epoch: 'e1',
    at: '2099-11-20T12:00:00.000Z',
    run: 1,
    startsAt: '2099-11-01T00:00:00.000Z',
    day: 19,
    totalDays: 30,
  })
  freeze = { frozenAt: '2099-11-20T12:00:00.000Z', frozen: true }
  await emitFromServer('challenge.changed', changed('101'))
  expect((await within(card()).findByText(/^Frozen since/)).textContent).toBe(
    'Frozen since Nov 20, 2099 at 9:00 PM (Asia/Tokyo). Later ratings count in the final standings.',
  )
  freeze = { frozenAt: null, frozen: false }
  await emitFromServer('challenge.changed', changed('102'))
  expect(within(card()).queryByText(/^Frozen since/)).toBeNull()
})

test('says nothing about an end that is not known', async () => {
  await renderScreen(() => ({ ...showcase(), endsAt: null, ended: false, timeZone: 'UTC' }))
  await screen.findByText('Leaderboard, day 19')
  expect(screen.queryByText(/^The challenge end/)).toBeNull()
})

test('links to every guide by its title', async () => {
  await renderScreen(() => showcase())
  const links = screen.getAllByRole('link').map((link) => [link.getAttribute('href') ?? '', link.textContent])
  expect(links.filter(([address]) => address?.startsWith('/guides/'))).toEqual(
    guideIds.map((id) => [`/guides/${id}`, guideTitles[id]]),
  )
})
