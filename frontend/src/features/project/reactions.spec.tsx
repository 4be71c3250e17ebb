// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import {
  comment,
  commentsResponse,
  pulse,
  renderProject,
  resetProject,
  stamp,
  toastText,
} from '../../../testing/project-screen.tsx'

beforeEach(resetProject)

test('a like can be given and taken back', async () => {
  const { requests } = renderProject({
    'PUT /api/projects/:id/like': () => ({ success: true, position: '11', likes: 3, likedByMe: true }),
    'DELETE /api/projects/:id/like': () => ({ success: true, position: '12', likes: 2, likedByMe: false }),
  })
  const like = await screen.findByRole('button', { name: 'Like 2' })
  await userEvent.click(like)
  const liked = await screen.findByRole('button', { name: 'Like 3', pressed: true })
  await userEvent.click(liked)
  expect(await screen.findByRole('button', { name: 'Like 2', pressed: false })).toBeDefined()
  expect(requests.filter(({ path }) => path.endsWith('/like')).map(({ method }) => method)).toEqual([
    'PUT',
    'DELETE',
  ])
})

test('says why a project could not be liked', async () => {
  renderProject({ 'PUT /api/projects/:id/like': networkError })
  await userEvent.click(await screen.findByRole('button', { name: 'Like 2' }))
  await waitFor(() => expect(toastText()).toBe('Failed to like the project.'))
})

test("posts a comment under the user's name, and deletes it after a question", async () => {
  const posted = { id: 'c2', text: 'Lovely.', createdAt: '2025-11-20T11:00:00.000Z' }
  const author = { _id: maya._id, name: maya.fullName, avatar: null }
  let comments = [comment]
  renderProject({
    'GET /api/projects/:id/comments': () => commentsResponse(comments),
    'POST /api/projects/:id/comments': () => {
      comments = [{ ...posted, author, mine: true, mayRemove: true }, comment]
      return { success: true, position: '11', comment: posted, comments: 2 }
    },
    'DELETE /api/projects/:id/comments/c2': () => {
      comments = [comment]
      return { success: true, position: '12', comments: 1 }
    },
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })
  await userEvent.type(field, 'Lovely.')
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  const list = within(await screen.findByRole('list', { name: 'Comments' }))
  expect((await list.findByText('Lovely.')).closest('li')?.textContent).toContain('Maya Lindgren')
  expect(field.value).toBe('')
  await userEvent.click(list.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this comment?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(list.queryByText('Lovely.')).toBeNull())
  expect(list.getByText('Works on my phone.')).toBeDefined()
})

test('does not send an empty comment', async () => {
  const { requests } = renderProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Post comment' }))
  expect(await screen.findByText('Write a comment')).toBeDefined()
  expect(requests.some(({ method, path }) => method === 'POST' && path.endsWith('/comments'))).toBe(false)
})

test('says that there are no comments, or that they could not be loaded', async () => {
  let respond: RouteHandler = networkError
  renderProject({ 'GET /api/projects/:id/comments': (...request) => respond(...request) })
  expect(await screen.findByText('Failed to load the comments')).toBeDefined()
  respond = () => commentsResponse([])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No comments yet.')).toBeDefined()
})

test('ratings, likes and comments of others appear without a request', async () => {
  const { requests } = renderProject()
  await screen.findByText('Works on my phone.')
  await screen.findByRole('radiogroup', { name: 'Design' })
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/view'))).toBe(true))
  const before = requests.length
  const projectId = pulse._id
  await emitFromServer('project.rated', {
    ...stamp,
    items: [{ projectId, averageRating: 4.1, ratingCount: 6, official: false }],
  })
  await emitFromServer('project.liked', { ...stamp, position: '12', items: [{ projectId, likes: 9 }] })
  const { mine: _, mayRemove: __, ...publicComment } = comment
  const added = { ...publicComment, id: 'c2', text: 'Now live.' }
  await emitFromServer('project.commented', {
    ...stamp,
    position: '13',
    items: [{ projectId, comments: 2, comment: added }],
  })
  expect(screen.getByRole('link', { name: /6 ratings/ }).textContent).toContain('4.1')
  expect(screen.getByRole('button', { name: 'Like 9' })).toBeDefined()
  expect(screen.getByText('Now live.')).toBeDefined()
  await emitFromServer('project.commented', {
    ...stamp,
    position: '14',
    items: [{ projectId, comments: 1, removed: 'c1' }],
  })
  expect(screen.queryByText('Works on my phone.')).toBeNull()
  expect(requests).toHaveLength(before)
})

test.each([
  ['is shown again', {}, { shown: 'c1' }],
  ['this user may see although it was hidden', { mayRemove: true }, { removed: 'c1' }],
])('a comment that %s is loaded', async (_, own, change) => {
  let response = commentsResponse([{ ...comment, ...own }])
  renderProject({ 'GET /api/projects/:id/comments': () => response })
  await screen.findByText('Works on my phone.')
  // The resync after the first connection would load it as well.
  cancelResync()
  vi.mocked(Math.random).mockReturnValue(0)
  response = { ...commentsResponse([{ ...comment, text: 'Works on my tablet.' }]), position: '14' }
  const items = [{ projectId: pulse._id, comments: 1, ...change }]
  await emitFromServer('project.commented', { ...stamp, position: '14', items })
  expect(await screen.findByText('Works on my tablet.', {}, { timeout: 2_000 })).toBeDefined()
})

test('ignores messages about other projects', async () => {
  renderProject()
  await screen.findByText('Works on my phone.')
  const other = { projectId: 'r1-d1-kenji', averageRating: 1, ratingCount: 1, official: true }
  await emitFromServer('project.rated', { ...stamp, items: [other] })
  await emitFromServer('project.commented', {
    ...stamp,
    position: '12',
    items: [{ projectId: 'r1-d1-kenji', comments: 0, removed: 'c1' }],
  })
  expect(screen.getByRole('link', { name: /5 ratings/ })).toBeDefined()
  expect(screen.getByText('Works on my phone.')).toBeDefined()
})
