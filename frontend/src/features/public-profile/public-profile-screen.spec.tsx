// @vitest-environment happy-dom
import type { PublicProfileResponse } from '@thirty/contracts/accounts/public-profile-api.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createMemoryRouter, RouterProvider, useLocation } from '../../shared/navigation/router.ts'
import { joined, submitted } from '../../../testing/community-fixtures.ts'
import { emitFromServer, io } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { boardRows, leaderboardUpdate, maya } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { PublicProfileScreen } from './public-profile-screen.tsx'

const kenji: PublicProfileResponse = {
  success: true,
  person: {
    id: 'kenji',
    name: 'Kenji Example',
    username: 'kenji_w',
    avatar: null,
    role: 'participant',
    bio: 'Night coder.',
    location: 'Osaka',
    website: 'https://kenji.example.dev/',
    joinedAt: '2026-11-01T08:00:00.000Z',
  },
  standing: {
    rank: 1,
    totalParticipants: 5,
    totalPoints: 140,
    projectsSubmitted: 3,
    projectQuality: 80,
    streak: 3,
    days: [1, 2, 3].map((day) => ({ day, status: 'approved', score: 4 })),
  },
  projects: [
    {
      _id: 'r1-d3-kenji',
      projectName: 'Pulse',
      day: 3,
      languages: 'TypeScript',
      thumbnailUrl: `/uploads/${'b'.repeat(32)}.webp`,
      status: 'approved',
      averageRating: 4.2,
      ratingCount: 5,
      submissionDate: '2026-11-20T10:00:00.000Z',
    },
  ],
  activities: [submitted(90), joined(3)],
  position: '100',
  epoch: 'e1',
}
const nobody: PublicProfileResponse = {
  ...kenji,
  person: { ...kenji.person, bio: '', location: '', website: '' },
  standing: null,
  projects: [],
  activities: [],
}

const Elsewhere = () => <p>at {useLocation().pathname}</p>
const renderScreen = (
  answer: RouteHandler = () => kenji,
  address: string | { pathname: string } = '/u/kenji_w',
) => {
  const requests = mockServer({
    'GET /api/users/:user/profile': answer,
    'GET /api/challenge/current-day': () => ({ success: true, day: 4, totalDays: 30 }),
  })
  const routes = [
    { path: '/u/:user', Component: PublicProfileScreen },
    { path: '*', Component: Elsewhere },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { router, profileRequests: () => requests.filter(({ path }) => path.endsWith('/profile')) }
}

beforeEach(() => {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'user', user: maya } })
})

test('shows the person, the figures, the badges, the projects and the activity', async () => {
  renderScreen()
  expect(await screen.findByRole('heading', { level: 1, name: 'Kenji Example' })).toBeDefined()
  expect(screen.getByText('Night coder.')).toBeDefined()
  expect(screen.getByText('of 5')).toBeDefined()
  const badges = within(screen.getByRole('list', { name: 'Badges' })).getAllByRole('listitem')
  expect(badges.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['3-day streakearned', 'First projectearned', '10 days3 of 10']),
  )
  expect(screen.getByRole('link', { name: 'Pulse' }).getAttribute('href')).toBe('/project/r1-d3-kenji')
  const activities = within(screen.getByRole('list', { name: 'Recent activity' })).getAllByRole('listitem')
  expect(activities[1]?.textContent).toContain('Joined the challenge')
  expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull()
})

test('a website opens in another tab and is not recommended to search engines', async () => {
  renderScreen()
  const link = await screen.findByRole('link', { name: 'https://kenji.example.dev/' })
  expect(link.getAttribute('rel')).toContain('nofollow')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('an address that is not a web address is not a link', async () => {
  const person = { ...kenji.person, website: 'javascript:alert(1)' }
  renderScreen(() => ({ ...kenji, person }))
  await screen.findByRole('heading', { level: 1, name: 'Kenji Example' })
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
})

test("the user's own profile leads to the form, and names the texts that others do not see", async () => {
  const user = { ...maya, bio: 'Mine', website: 'https://maya.example.dev/', publicFields: ['bio' as const] }
  useSession.setState({ session: { kind: 'user', user } })
  const { router } = renderScreen(() => ({ ...kenji, person: { ...kenji.person, id: maya._id } }))
  expect(await screen.findByText(/Only you see your website\./)).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Edit profile' }))
  expect(router.state.location).toMatchObject({ pathname: '/profile', state: { edit: true } })
})

test('rank and points follow the leaderboard at once', async () => {
  const { profileRequests } = renderScreen()
  await screen.findByText('of 5')
  const row = { ...boardRows.kenji, rank: 2, totalPoints: 142.5, projectsSubmitted: 4 }
  const update = leaderboardUpdate([row])
  await emitFromServer('leaderboard.changed', { ...update, totals: { ...update.totals, totalUsers: 6 } })
  expect(await screen.findByText('142.5')).toBeDefined()
  expect(screen.getByText('of 6')).toBeDefined()
  expect(profileRequests()).toHaveLength(1)
})

test('a change on the profile is loaded', async () => {
  let name = 'Kenji Example'
  const { profileRequests } = renderScreen(() => ({ ...kenji, person: { ...kenji.person, name } }))
  await screen.findByRole('heading', { level: 1, name })
  name = 'Kenji Renamed'
  await emitFromServer('profile.changed', { position: '7', epoch: 'e1', at: '2026-11-20T10:00:05.000Z' })
  expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined()
  expect(profileRequests()).toHaveLength(2)
})

test('an address with a username follows the changes of its user, whose room has the id', async () => {
  const emit = vi.spyOn(io(), 'emit')
  renderScreen()
  await screen.findByRole('heading', { level: 1, name: 'Kenji Example' })
  expect(emit).toHaveBeenCalledExactlyOnceWith('watch', { room: 'profile:kenji' }, expect.anything())
})

test('a user who does not take part has no figures and no empty projects', async () => {
  renderScreen(() => nobody)
  expect(await screen.findByRole('heading', { level: 1, name: 'Kenji Example' })).toBeDefined()
  expect(screen.queryByRole('list', { name: 'Badges' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Projects' })).toBeNull()
  expect(screen.getByText('No recent activity.')).toBeDefined()
})

test('a participant without a project has an empty list', async () => {
  renderScreen(() => ({ ...nobody, standing: kenji.standing && { ...kenji.standing, rank: null } }))
  expect(await screen.findByText('Nothing submitted yet.')).toBeDefined()
  expect(screen.queryByText('of 5')).toBeNull()
})

test('of many projects the first six are shown, and the others on request', async () => {
  const projects = Array.from({ length: 8 }, (_, index) => ({
    ...kenji.projects[0],
    _id: `r1-d${index + 1}-kenji`,
    projectName: `Project ${index + 1}`,
  }))
  renderScreen(() => ({ ...kenji, projects }))
  const list = await screen.findByRole('list', { name: 'Projects' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(6)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 8 projects' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(8)
})

test('says that there is no such profile', async () => {
  renderScreen(() => errorResponse(404, 'user-not-found', 'Profile not found'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile not found' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Try Again|Retry/ })).toBeNull()
})

test('a failure can be tried again', async () => {
  let isOnline = false
  renderScreen((...request) => (isOnline ? kenji : networkError(...request)))
  const retry = await screen.findByRole('button', { name: /Try Again|Retry/i })
  isOnline = true
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: 'Kenji Example' })).toBeDefined()
})

test('leads back to the screen that it was opened from', async () => {
  const from = '/community?tab=members'
  const { router } = renderScreen(undefined, { pathname: '/u/kenji', state: { from } } as {
    pathname: string
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Community' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/community'))
})

test('says who can open a shared link, and what a preview shows', async () => {
  renderScreen()
  expect(
    await screen.findByText(/opens for people who are logged in\. Sites .* preview with name, image, rank/),
  ).toBeDefined()
})

test('promises no preview for somebody without a rank', async () => {
  renderScreen(() => nobody)
  expect(
    await screen.findByText('A shared link of this profile opens for people who are logged in.'),
  ).toBeDefined()
})
