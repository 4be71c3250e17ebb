// @vitest-environment happy-dom
import type { Notification } from '@thirty/contracts/notifications/api.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter } from '../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  adminBoardResponse,
  chloeProfile,
  chloeRow,
  ines,
  projectsResponse,
  quickShow,
  tally,
} from '../../testing/admin-fixtures.ts'
import {
  communityResponse,
  discussionCard,
  discussionResponse,
  discussionsResponse,
  feedResponse,
  membersResponse,
  movedUp,
  reply,
} from '../../testing/community-fixtures.ts'
import { conflict, emptyJudging, kanban, rating } from '../../testing/judging-screen.tsx'
import { mockServer, type RouteHandler } from '../../testing/mock-server.ts'
import { boardEntry, boardResponse, boardRows, maya } from '../../testing/participant-fixtures.ts'
import { stubMedia } from '../../testing/window.ts'
import { AuditScreen } from '../features/admin-audit/audit-screen.tsx'
import { NextToReview } from '../features/admin-board/admin-board-screen.tsx'
import { JudgingScreen } from '../features/admin-judging/judging-screen.tsx'
import { SearchBox } from '../features/admin-shell/search/search-box.tsx'
import { OutcomesDialog, outcomeSentences } from '../features/admin-submissions/selection/selection-bar.tsx'
import { SubmissionsScreen } from '../features/admin-submissions/submissions-screen.tsx'
import { CommunityScreen } from '../features/community/community-screen.tsx'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { Comments } from '../features/project/comments.tsx'
import { ReplayRows } from '../features/replay/replay-screen.tsx'
import { Podium } from '../features/leaderboard/header/podium.tsx'
import { RatingsPerReviewer } from '../features/admin-board/reviews/review-charts-of-board.tsx'
import { useSession } from '../shared/session/session.ts'
// The bell loads it when it opens.
import '../features/notifications/notifications-panel.tsx'

const at = '2025-11-20T11:00:00.000Z'
/** Two people with one name, in the shapes of the API. */
const people = [
  {
    _id: 'ada-1',
    id: 'ada-1',
    name: 'Ada King',
    fullName: 'Ada King',
    username: 'ada',
    avatar: null,
    profileImage: null,
  },
  {
    _id: 'ada-2',
    id: 'ada-2',
    name: 'ada king',
    fullName: 'ada king',
    username: 'ada_k',
    avatar: null,
    profileImage: null,
  },
] as const
const [ada, other] = people
const told = ['Ada King @ada', 'ada king @ada_k']

const row = ({ id, name, username }: (typeof people)[number], rank: number) =>
  boardEntry({ ...boardRows.maya, id, name, username, rank })
const ofPeople = [
  { ...quickShow, user: { ...quickShow.user, ...ada } },
  { ...tally, user: { ...quickShow.user, ...other } },
]
const liked = (id: string, person: (typeof people)[number]): Notification => ({
  id,
  kind: 'liked',
  text: '',
  said: { code: 'noticeLiked' },
  position: '20',
  at,
  isUnread: false,
  project: { _id: 'p', projectName: 'Kanban', day: 4 },
  people: [person],
  others: 0,
})
const judging = {
  ...emptyJudging,
  reviewers: people.map((reviewer) => ({
    reviewer,
    ratings: 1,
    mean: 4,
    deviation: 0,
    bias: null,
    distribution: [0, 0, 0, 1, 0],
    outliers: 0,
  })),
  conflicts: people.map((participant) => ({ ...conflict, participant })),
  disagreements: {
    count: 1,
    projects: [{ ...kanban, participant: ada, ratings: people.map((one) => rating(one, 4)) }],
  },
}

const outcomes = people.map(({ id, name, username }, index) => ({
  projectId: `p${index}`,
  outcome: 'already-reviewed' as const,
  review: { status: 'approved' as const, by: id, byName: name, byUsername: username, at },
}))

type List = [
  list: string,
  element: () => ReactElement,
  routes: Record<string, RouteHandler>,
  path: string,
  open?: () => Promise<unknown>,
]
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

const lists: List[] = [
  ['podium', () => <Podium rows={people.map((one) => row(one, 1))} you={undefined} />, {}, '/'],
  [
    'replay',
    () => (
      <ReplayRows
        board={{ ...boardResponse(), data: people.map((one, index) => row(one, index + 1)) }}
        day={3}
      />
    ),
    {},
    '/',
  ],
  ['notifications', () => <NotificationBell />, {}, '/', async () => press(/^Notifications/)],
  ['judging', () => <JudgingScreen />, {}, '/admin/judging'],
  ['review desk', () => <SubmissionsScreen />, {}, '/admin/submissions'],
  ['next to review', () => <NextToReview />, {}, '/admin/leaderboard'],
  [
    'search',
    () => <SearchBox hasSlashShortcut={false} onNavigate={() => undefined} />,
    {},
    '/admin/leaderboard',
    async () => userEvent.type(screen.getByRole('combobox'), 'ada'),
  ],
  ['activity feed', () => <CommunityScreen />, {}, '/community'],
  [
    'popular submissions',
    () => <CommunityScreen />,
    {
      'GET /api/community/feed': () => feedResponse([]),
      'GET /api/community/all-data': () =>
        communityResponse({
          popularSubmissions: people.map(({ id, name, username }) => ({
            id,
            title: 'Kanban',
            thumbnail: '',
            author: name,
            authorUsername: username,
            likes: 1,
            views: 1,
          })),
        }),
    },
    '/community',
  ],
  ['discussions', () => <CommunityScreen />, {}, '/community?tab=discussions'],
  ['comments', () => <Comments project={quickShow} />, {}, '/project/p'],
  [
    'ratings per reviewer',
    () => (
      <RatingsPerReviewer
        reviewers={people.map((one) => ({ ...one, ratings: 1, approved: 0, rejected: 0 }))}
      />
    ),
    {},
    '/admin/leaderboard',
  ],
  ['audit', () => <AuditScreen />, {}, '/admin/audit'],
  [
    'outcomes of many reviews',
    () => <p>{outcomeSentences(outcomes, 'approved')}</p>,
    {},
    '/admin/submissions',
  ],
  [
    'each outcome of many reviews',
    () => (
      <OutcomesDialog
        outcomes={outcomes.map((outcome) => ({ projectName: 'Kanban', outcome }))}
        onClose={() => undefined}
      />
    ),
    {},
    '/admin/submissions',
  ],
  ['discussion', () => <CommunityScreen />, {}, '/community?tab=discussions&discussion=a'],
]

beforeEach(() => {
  stubMedia(true)
})

test.for(lists)(
  'namesakes are told apart by their usernames: %s',
  async ([, element, routes, path, open]) => {
    useSession.setState({
      session: path.startsWith('/admin') ? { kind: 'admin', user: ines } : { kind: 'user', user: maya },
    })
    mockServer({
      'GET /api/notifications': () => ({
        success: true,
        unread: 0,
        waiting: null,
        notifications: [liked('1', ada), liked('2', other)],
        nextCursor: null,
        readUpTo: null,
        position: '30',
        epoch: 'e1',
      }),
      'GET /api/admin/judging': () => judging,
      'GET /api/admin/search': () => ({
        success: true,
        participants: [],
        projects: ofPeople.map(({ _id, projectName, day, status, user }) => ({
          _id,
          projectName,
          day,
          status,
          user,
          thumbnailUrl: null,
        })),
        position: '10',
        epoch: 'e1',
      }),
      'GET /api/projects/all': () => projectsResponse(ofPeople),
      'GET /api/leaderboard/leaderboard': () => adminBoardResponse([chloeRow]),
      'GET /api/users/:user/profile': () => chloeProfile,
      'GET /api/community/all-data': () => communityResponse(),
      'GET /api/community/feed': () =>
        feedResponse(people.map((person, index) => ({ ...movedUp(index + 1, person.name), person }))),
      'GET /api/community/members': () => membersResponse([]),
      'GET /api/projects/:id/comments': () => ({
        success: true,
        comments: people.map((author) => ({
          id: author.id,
          text: 'Works',
          createdAt: at,
          author,
          mine: false,
          mayRemove: false,
        })),
        count: 2,
        nextCursor: null,
        position: '10',
        epoch: 'e1',
      }),
      'GET /api/admin/audit': () => ({
        success: true,
        entries: people.map((actor) => ({
          id: actor.id,
          position: '10',
          at,
          run: 1,
          action: 'project-approved',
          actor,
          subject: { kind: 'project', id: 'p', name: 'Kanban' },
          summary: `${actor.name} approved Kanban (Day 4, Maya Lindgren)`,
          text: {
            code: 'projectWasApproved',
            values: { actor: actor.name, project: 'Kanban', day: 4, owner: 'Maya Lindgren' },
          },
          before: {},
          after: {},
        })),
        nextCursor: null,
        position: '10',
        epoch: 'e1',
      }),
      'GET /api/community/discussions': () =>
        discussionsResponse(people.map((one) => discussionCard(one.id, one))),
      'GET /api/community/discussions/:id': () =>
        discussionResponse('a', [reply('r', 'Yes', other)], { author: ada }),
      ...routes,
    })
    render(<MemoryRouter initialEntries={[path]}>{element()}</MemoryRouter>)
    await open?.()
    await waitFor(() => {
      for (const name of told) expect(document.body.textContent).toContain(name)
    })
  },
)

test('a short name on the podium of a phone is told apart, also of people with other last names', () => {
  stubMedia(false)
  const rows = [row(ada, 1), { ...row(other, 2), name: 'Ada Berg' }]
  render(<Podium rows={rows} you={undefined} />, { wrapper: MemoryRouter })
  const names = within(screen.getByRole('list', { name: 'Podium' })).getAllByRole('listitem')
  expect(names.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ada @ada'),
    expect.stringContaining('Ada @ada_k'),
    expect.anything(),
  ])
})

test('reviews of two admins with one name are two sentences, also without usernames', () => {
  const ofNamesakes = outcomes.map(({ review: { byUsername: _, ...review }, ...outcome }) => ({
    ...outcome,
    review: { ...review, byName: ada.name },
  }))
  render(<p>{outcomeSentences(ofNamesakes, 'approved')}</p>)
  expect(screen.getAllByText(/^1 was already approved by/)).toHaveLength(2)
})
