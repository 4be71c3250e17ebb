// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import {
  communityResponse,
  discussionCard,
  discussionsResponse,
  feedResponse,
  joined,
  member,
  membersResponse,
  movedUp,
  submitted,
} from '../../../testing/community-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { useSession } from '../../shared/session/session.ts'
import { Announcer } from '../../shared/ui/feedback/shell-messages.tsx'
import { CommunityScreen } from './community-screen.tsx'

const at = '2025-11-20T11:00:00.000Z'
const community: Record<string, RouteHandler> = {
  'GET /api/community/all-data': () => communityResponse(),
  'GET /api/community/feed': () => feedResponse([submitted(5), submitted(3)]),
  'GET /api/community/discussions': () => discussionsResponse([discussionCard('a')]),
  'GET /api/community/members': () => membersResponse([member('maya', 'Maya Lindgren')], null, 128),
}

const renderScreen = (routes: Record<string, RouteHandler> = {}, url = '/community') => {
  const requests = mockServer({ ...community, ...routes })
  const router = createMemoryRouter([{ path: '*', Component: CommunityScreen }], { initialEntries: [url] })
  render(
    <>
      <RouterProvider router={router} />
      <Announcer />
    </>,
  )
  return { requests, url: () => router.state.location.search }
}
const feedTitles = async () =>
  (await within(await screen.findByRole('list', { name: 'Activity Feed' })).findAllByRole('heading')).map(
    (heading) => heading.textContent,
  )
const receive = (items: Parameters<typeof emitFromServer<'activity'>>[1]['items'], position: string) =>
  emitFromServer('activity', { position, epoch: 'e1', at, items, skipped: 0 })

beforeEach(() => useSession.setState({ session: { kind: 'user', user: maya } }))

test('says that the parts are loading', () => {
  const pending = () => new Promise(() => undefined)
  renderScreen(Object.fromEntries(Object.keys(community).map((name) => [name, pending])))
  for (const label of ['Loading activity feed', 'Loading contributors', 'Loading submissions'])
    expect(screen.getByText(label)).toBeTruthy()
})

test('says what failed, and retries each part', async () => {
  renderScreen({ 'GET /api/community/all-data': networkError, 'GET /api/community/feed': networkError })
  await waitFor(() => expect(screen.getAllByText('Failed to fetch community data')).toHaveLength(2))
  mockServer(community)
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
  expect(await feedTitles()).toEqual(['Ballot box 5', 'Ballot box 3'])
  expect(await screen.findByRole('list', { name: 'Top contributors' })).toBeTruthy()
})

test('says that there is nothing yet', async () => {
  renderScreen({
    'GET /api/community/all-data': () => communityResponse({ users: [], popularSubmissions: [] }),
    'GET /api/community/feed': () => feedResponse([]),
  })
  expect(await screen.findByText('No activity yet')).toBeTruthy()
  expect(await screen.findByText('Nobody has submitted a project yet.')).toBeTruthy()
  expect(screen.getByText('No project has likes or views yet.')).toBeTruthy()
})

test('shows six contributors by submissions, and popular submissions with their figures', async () => {
  renderScreen()
  const contributors = within(await screen.findByRole('list', { name: 'Top contributors' }))
  expect(contributors.getAllByRole('listitem')).toHaveLength(6)
  expect(contributors.getAllByRole('listitem')[0]?.textContent).toContain('Kenji@kenji19 projects')
  const popular = within(screen.getByRole('list', { name: 'Popular submissions' })).getByRole('listitem')
  expect(popular.textContent).toContain('Clear skiesAmara Okafor86 likes1,204 views')
  expect(within(popular).getByRole('link').getAttribute('href')).toBe('/project/r1-d10-amara')
})

test('members without a project are no contributors', async () => {
  const { users } = communityResponse().data
  const shown = users.slice(0, 2).map((user, index) => ({ ...user, submissions: index }))
  renderScreen({ 'GET /api/community/all-data': () => communityResponse({ users: shown }) })
  const contributors = within(await screen.findByRole('list', { name: 'Top contributors' }))
  expect(contributors.getByRole('listitem').textContent).toContain('1 project')
})

test('shows streaks with the thirty days, and changes of rank', async () => {
  const base = submitted(9)
  if (base.what !== 'submitted') throw new Error('The fixture changed')
  const days = [17, 18, 19].map((day) => ({ day, status: 'approved' as const, score: 4 }))
  const { position: _, ...lead } = { ...joined(8), what: 'took-the-lead' as const }
  renderScreen({
    'GET /api/community/feed': () =>
      feedResponse([
        { ...base, streak: { length: 3, days } },
        { ...lead, position: '8' },
        movedUp(8, 'Amara'),
        { ...base, position: '7', person: { ...base.person, name: 'Deleted participant' } },
      ]),
  })
  const items = within(await screen.findByRole('list', { name: 'Activity Feed' }))
  const texts = (await items.findAllByRole('listitem')).map((item) => item.textContent)
  expect(texts[0]).toContain('Kenji Watanabe  reached a 3-day streak with Day 19')
  expect(texts[1]).toContain('Leila Haddad  took the lead')
  expect(texts[2]).toContain('Amara  moved up 3 places to rank 5')
  const [withStreak, ...others] = items.getAllByRole('listitem')
  expect(within(withStreak as HTMLElement).getByRole('group', { name: /Kenji Watanabe/ })).toBeTruthy()
  for (const other of others) expect(within(other).queryByRole('group')).toBeNull()
})

test('shows each kind of activity as a sentence', async () => {
  const base = submitted(9)
  if (base.what !== 'submitted') throw new Error('The fixture changed')
  renderScreen({
    'GET /api/community/feed': () =>
      feedResponse([
        base,
        { ...base, position: '8', what: 'approved' },
        { ...base, position: '7', what: 'rated', average: 4.2 },
        { ...base, position: '6', what: 'commented', comment: 'c1', text: 'Lovely keyboard support.' },
        { position: '5', at: base.at, person: base.person, what: 'completed', day: 12 },
        {
          position: '4',
          at: base.at,
          person: base.person,
          what: 'discussed',
          discussion: { id: 'a', title: 'How do you test drag and drop?', excerpt: 'By hand?', replies: 1 },
        },
        joined(3),
      ]),
  })
  const list = await screen.findByRole('list', { name: 'Activity Feed' })
  // The first view comes first, the other activities follow.
  await within(list).findByText(/joined the challenge/)
  const texts = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  for (const [index, text] of [
    'submitted Day 19',
    'had Day 19 approved',
    'scored 4.2 on Day 19',
    'Lovely keyboard support.',
    'completed Day 12',
    'asked in Discussions',
    'Leila Haddad  joined the challenge',
  ].entries())
    expect(texts[index]).toContain(text)
  expect(screen.getByRole('link', { name: 'How do you test drag and drop?' }).getAttribute('href')).toBe(
    '/community?tab=discussions&discussion=a',
  )
  expect(texts[5]).toContain('1 reply')
})

test('announces new activities, and shows them when the user wants to', async () => {
  renderScreen()
  await feedTitles()
  await vi.dynamicImportSettled()
  await receive([submitted(9), submitted(7)], '9')
  expect(await feedTitles()).toEqual(['Ballot box 5', 'Ballot box 3'])
  expect(screen.getByText('2 new activities')).toBeTruthy()
  await receive([joined(11)], '11')
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 new' }))
  expect(await feedTitles()).toEqual(['Ballot box 9', 'Ballot box 7', 'Ballot box 5', 'Ballot box 3'])
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Activity Feed' }))
})

test('loads older activities', async () => {
  const first = Array.from({ length: 30 }, (_, index) => submitted(90 - index))
  renderScreen({
    'GET /api/community/feed': ({ query }) =>
      query.has('cursor') ? feedResponse([submitted(1)]) : feedResponse(first, 'older'),
  })
  await feedTitles()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect((await feedTitles()).at(-1)).toBe('Ballot box 1'))
})

test('the URL has the tab, and the tabs their counts', async () => {
  const { url } = renderScreen()
  await userEvent.click(await screen.findByRole('tab', { name: 'Discussions 1' }))
  expect(url()).toBe('?tab=discussions')
  expect(await screen.findByRole('link', { name: 'Question a' })).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Members 128' }))
  expect(url()).toBe('?tab=members')
  await userEvent.click(screen.getByRole('tab', { name: 'Activity Feed' }))
  expect(url()).toBe('')
})

test('a discussion that is removed counts no longer', async () => {
  renderScreen({
    'GET /api/community/discussions': () => discussionsResponse([discussionCard('a'), discussionCard('b')]),
  })
  expect(await screen.findByRole('tab', { name: 'Discussions 2' })).toBeTruthy()
  await vi.dynamicImportSettled()
  cancelResync()
  const removed = { discussionId: 'a', what: 'removed', replies: 0, latestAt: at } as const
  await emitFromServer('discussion.changed', { position: '11', epoch: 'e1', at, items: [removed] })
  expect(await screen.findByRole('tab', { name: 'Discussions 1' })).toBeTruthy()
})

test('shows the members with role, submissions and rank', async () => {
  const admin = member('ines', 'Inés Duarte', { role: 'admin', submissions: 0, rank: null })
  renderScreen(
    { 'GET /api/community/members': () => membersResponse([member('maya', 'Maya Lindgren'), admin]) },
    '/community?tab=members',
  )
  const rows = within(await screen.findByRole('table', { name: 'Members' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'MemberRoleSubmissionsRankJoined',
    expect.stringMatching(/^MLMaya LindgrenYou@mayaParticipant191Nov 1, 2025$/),
    expect.stringMatching(/^IDInés Duarte@inesAdmin0–Nov 1, 2025$/),
  ])
})

test('a member who has joined appears, and other activities load no members', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  let people = [member('maya', 'Maya Lindgren')]
  const { requests } = renderScreen(
    { 'GET /api/community/members': () => membersResponse(people) },
    '/community?tab=members',
  )
  const table = within(await screen.findByRole('table', { name: 'Members' }))
  await vi.dynamicImportSettled()
  cancelResync()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  people = [member('kenji', 'Kenji Sato'), ...people]
  const loads = () => requests.filter(({ path }) => path === '/api/community/members').length
  const before = loads()
  await receive([submitted(11)], '11')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(loads()).toBe(before)
  await receive([joined(12)], '12')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(table.getByText('Kenji Sato')).toBeTruthy()
})

test('searches members on the server, continues while it found too few, and clears the search', async () => {
  const { requests, url } = renderScreen(
    {
      'GET /api/community/members': ({ query }) => {
        if (!query.has('search')) return membersResponse([member('maya', 'Maya Lindgren')])
        return query.has('cursor') ? membersResponse([]) : membersResponse([], 'next')
      },
    },
    '/community?tab=members',
  )
  const searchField = await screen.findByRole('searchbox', { name: 'Find a member' })
  await vi.dynamicImportSettled()
  // The resync that follows the first connection would repeat the search on a slow machine.
  cancelResync()
  await userEvent.type(searchField, 'nobody')
  await vi.waitFor(() => expect(url()).toBe('?tab=members&search=nobody'))
  // On a busy machine the pause between two keys can be long enough for its own search.
  const searches = () => requests.filter(({ query }) => query.get('search') === 'nobody')
  await vi.waitFor(() => expect(searches().map(({ query }) => query.get('cursor'))).toEqual([null, 'next']))
  expect(await screen.findByText('No member matches')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(await screen.findByRole('table', { name: 'Members' })).toBeTruthy()
})

test('shows how many are online as of the last heartbeat', async () => {
  renderScreen()
  await feedTitles()
  await vi.dynamicImportSettled()
  await emitFromServer('leaderboard.heartbeat', { position: '5', epoch: 'e1', at, online: 41 })
  expect(screen.getByText('41 online')).toBeTruthy()
})
