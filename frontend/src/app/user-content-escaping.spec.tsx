// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  applause,
  adminBoardResponse,
  chloeProfile,
  chloeRow,
  statCards,
  ines,
  projectsResponse,
  ratingsResponse,
} from '../../testing/admin-fixtures.ts'
import {
  communityResponse,
  discussionCard,
  discussionResponse,
  discussionsResponse,
  feedResponse,
  member,
  membersResponse,
  reply,
  submitted,
} from '../../testing/community-fixtures.ts'
import { copyRoutes } from '../../testing/copy-routes.ts'
import { mockServer } from '../../testing/mock-server.ts'
import {
  boardResponse,
  dayNineteen,
  maya,
  meResponse,
  boardRows,
} from '../../testing/participant-fixtures.ts'
import { stubMedia, stubIntersections } from '../../testing/window.ts'
import { useSession } from '../shared/session/session.ts'
import { routes } from './routes.tsx'

/** Two kinds of markup: a screen that did not escape it would render elements instead of the tags. */
const withMarkup = (text: string) => `<b onclick="own()">${text}</b><img src=x onerror=own()>`

const name = withMarkup('Kenji Watanabe')
const reason = withMarkup('The link is broken')
const project = {
  ...applause,
  projectName: withMarkup('Applause'),
  description: withMarkup('Clap from afar'),
  languages: withMarkup('JavaScript'),
  frameworks: withMarkup('Vue'),
  user: { ...applause.user, fullName: name },
}
const rejected = { ...project, status: 'rejected' as const, rejectionReason: reason }
const recentProjects = [{ ...project, thumbnailUrl: '' }]
const people = Object.values(boardRows).map((row) => ({ ...row, name, recentProjects }))
const comment = withMarkup('Neat')
const at = '2026-11-20T10:00:00.000Z'
const log = { position: '10', epoch: 'e1' }
const criteria = { functionality: 5, design: 4, innovation: 5, codeQuality: 4, completeness: 4 }
const rating = { id: 'r1', raterName: name, official: true, criteria, feedback: comment, createdAt: at }
const ratings = {
  ...ratingsResponse(project, [{ ...rating, average: 4.4 }], 4.4),
  project: { ...project, submittedBy: name },
}
const person = { id: 'kenji', name, username: null, avatar: null }
const discussionText = withMarkup('What do you do?')
const activity = submitted(9)
const activityText = withMarkup('Lovely')
const meta = { success: true, position: '10', asOf: '2026-11-20T10:00:00.000Z' }

const commented = {
  what: 'commented' as const,
  person,
  comment: 'c1',
  text: activityText,
  project: {
    id: 'applause',
    title: project.projectName,
    description: project.description,
    day: 4,
    thumbnail: '',
    likes: 0,
    comments: 1,
  },
}
const discussed = { id: 'a', title: reason, excerpt: discussionText, replies: 1 }

const open = (path: string) => {
  mockServer({
    'GET /api/challenge/current-day': () => dayNineteen,
    'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: null }),
    'GET /api/projects/:id': () => ({ success: true, project, ...log }),
    'GET /api/projects/:id/comments': () => ({
      success: true,
      comments: [{ id: 'c1', text: comment, author: { _id: 'kenji', name, avatar: null }, createdAt: at }],
      count: 1,
      nextCursor: null,
      ...log,
    }),
    'POST /api/projects/:id/view': () => ({ success: true, position: '10' }),
    'GET /api/ratings/project/:id': () => ratings,
    'GET /api/auth/me': () => meResponse(maya),
    'GET /api/projects/my-projects': () => projectsResponse(path === '/ProjectList' ? [rejected] : []),
    'GET /api/projects/all': () => projectsResponse([rejected]),
    'GET /api/projects/user/:id': () => projectsResponse([rejected]),
    'GET /api/leaderboard/leaderboard': () =>
      path.startsWith('/admin') ? adminBoardResponse([{ ...chloeRow, name }]) : boardResponse(people),
    'GET /api/users/:user/profile': () => chloeProfile,
    'GET /api/leaderboard/history': () => ({ success: true, dates: [], lines: [] }),
    'GET /api/leaderboard/showcase': () => ({
      ...meta,
      rows: people,
      day: 19,
      participants: 5,
      projects: 50,
      averageScore: 4.1,
    }),
    'GET /api/community/all-data': () => communityResponse({ users: [] }),
    'GET /api/community/feed': () =>
      feedResponse([
        { position: '9', at: activity.at, ...commented },
        { position: '8', at: activity.at, person, what: 'discussed', discussion: discussed },
      ]),
    'GET /api/community/members': () => membersResponse([member('kenji', name)]),
    'GET /api/community/discussions': () =>
      discussionsResponse([{ ...discussionCard('a', person), title: reason, excerpt: discussionText }]),
    'GET /api/community/discussions/:id': () => {
      const response = discussionResponse('a', [reply('r1', activityText, person)], { author: person })
      return { ...response, discussion: { ...response.discussion, title: reason, text: discussionText } }
    },
    'GET /api/admin/statistics': () => ({ ...meta, statistics: statCards }),
  })
  const user = path.startsWith('/admin') ? { ...ines, fullName: name } : { ...maya, fullName: name }
  useSession.setState({
    session:
      path === '/'
        ? { kind: 'visitor', lastSession: 'never' }
        : { kind: path.startsWith('/admin') ? 'admin' : 'user', user },
  })
  render(<RouterProvider router={createMemoryRouter(copyRoutes(routes), { initialEntries: [path] })} />)
}

/** This test loads the complete frontend, which takes long on a busy machine. */
const longTimeout = { timeout: 15_000 }

beforeEach(() => {
  // A wide screen, which shows every part.
  stubMedia(true)
  stubIntersections()
})

test.each([
  ['/', [name]],
  ['/dashboard', [name]],
  ['/leaderboard', [name, project.projectName]],
  ['/ProjectList', [project.projectName, project.description, reason]],
  ['/project/applause', [name, project.projectName, project.description, comment]],
  ['/projects/applause/ratings', [name, project.projectName, project.description, comment]],
  ['/community', [name, project.projectName, project.description, activityText, reason, discussionText]],
  ['/community?tab=discussions', [name, reason, discussionText]],
  ['/community?tab=discussions&discussion=a', [name, reason, discussionText, activityText]],
  ['/community?tab=members', [name]],
  ['/admin/leaderboard', [name, project.projectName]],
  ['/admin/submissions', [name, project.projectName, project.description, reason]],
  ['/admin/users/applause/projects', [name, project.projectName, project.description]],
  ['/admin/rate-project/applause', [name, project.projectName, project.description]],
])('%s shows markup in user content as plain text', async (path, texts) => {
  open(path)
  if (path === '/leaderboard')
    for (const button of await screen.findAllByRole('button', { name: /^Details of/ }, longTimeout))
      await userEvent.click(button)
  for (const text of texts)
    await waitFor(() => expect(document.body.textContent).toContain(text), longTimeout)
  expect(document.querySelectorAll('[onclick], [onerror], [src="x"]')).toHaveLength(0)
})
