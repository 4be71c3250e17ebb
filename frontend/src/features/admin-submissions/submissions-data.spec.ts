// @vitest-environment happy-dom
import type { SubmissionUpdate } from '@thirty/contracts/live/live.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { projectsResponse, quickShow, roomVote, tally } from '../../../testing/admin-fixtures.ts'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { usePendingReviews } from './review/review-state.ts'
import { reviewWithToast } from './review/reviews.tsx'
import {
  followSubmissions,
  shownList,
  submissions,
  type SubmissionFilter,
  showArrivals,
} from './submissions-data.ts'

const noFilter = { status: 'all', search: '' } as const
const at = '2025-11-20T11:00:00.000Z'
const approvedTally = { ...tally, status: 'approved' as const }

const readyList = () => {
  const list = shownList()
  if (!list) throw new Error('The list is not loaded')
  return list
}
/** Shows the list until the end of the test. */
const open = async (filter: SubmissionFilter = noFilter) => {
  onTestFinished(followSubmissions(filter))
  await vi.waitFor(readyList)
  await vi.dynamicImportSettled()
}
const receive = (position: string, item: SubmissionUpdate, epoch = 'e1') =>
  emitFromServer(item.what === 'submitted' ? 'submission.received' : 'submission.changed', {
    position,
    epoch,
    at,
    items: [item],
  })

const server = (routes: Record<string, RouteHandler> = {}) =>
  mockServer({
    'GET /api/projects/all': () => projectsResponse([quickShow, tally]),
    'PUT /api/projects/:id': () => ({ success: true, position: '11' }),
    ...routes,
  })

// No jitter.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

test("requests the list with its filter and the admin's token", async () => {
  localStorage.setItem('adminToken', 'secret')
  const requests = server()
  await open({ status: 'submitted', search: 'poll' })
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ status: 'submitted', search: 'poll' })
  expect(requests[0]?.token).toBe('secret')
  expect(readyList().projects).toEqual([quickShow, tally])
})

test('sends an approval and updates the row', async () => {
  const requests = server()
  await open()
  await reviewWithToast(tally, { status: 'approved' })
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/projects/tally',
    body: { status: 'approved' },
  })
  expect(readyList().projects[1]?.status).toBe('approved')
  expect(usePendingReviews.getState()).toEqual({})
})

test('sends the reason of a rejection', async () => {
  const requests = server()
  await open()
  await reviewWithToast(tally, { status: 'rejected', reason: 'No code' })
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    status: 'rejected',
    reason: 'No code',
  })
  expect(readyList().projects[1]).toMatchObject({ status: 'rejected', rejectionReason: 'No code' })
})

test('shows the actual status and rejects with the message of the server when another admin was first', async () => {
  server({
    'PUT /api/projects/:id': () =>
      errorResponse(409, 'already-reviewed', 'This project has already been reviewed'),
    'GET /api/projects/:id': (_, id) =>
      id === 'all' ? projectsResponse([quickShow, tally]) : { success: true, project: approvedTally },
  })
  await open()
  await expect(reviewWithToast(tally, { status: 'rejected' })).rejects.toThrow(
    'This project has already been reviewed',
  )
  expect(readyList().projects[1]?.status).toBe('approved')
  expect(usePendingReviews.getState()).toEqual({})
})

test('a review of a new version keeps that version on screen', async () => {
  const revised = { ...tally, description: 'A new version', version: '30' }
  let answers = 0
  server({
    'PUT /api/projects/:id': () =>
      ++answers === 1
        ? errorResponse(409, 'changed-meanwhile', 'This project has changed')
        : { success: true, position: '31' },
    'GET /api/projects/:id': (_, id) =>
      id === 'all' ? projectsResponse([quickShow, tally]) : { success: true, project: revised },
  })
  await open()
  await expect(reviewWithToast(tally, { status: 'approved' })).rejects.toThrow('has changed')
  await reviewWithToast({ ...tally, version: '30' }, { status: 'approved' })
  expect(readyList().projects[1]).toMatchObject({ status: 'approved', description: 'A new version' })
})

test('a review that ends leaves the one of another submission pending', async () => {
  const { promise: slow, resolve } = Promise.withResolvers<unknown>()
  server({
    'PUT /api/projects/:id': (_, id) => (id === 'quick-show' ? slow : { success: true, position: '11' }),
  })
  await open()
  const other = reviewWithToast(quickShow, { status: 'rejected', reason: 'No code' })
  await reviewWithToast(tally, { status: 'approved' })
  expect(usePendingReviews.getState()).toEqual({ 'quick-show': 'rejected' })
  resolve({ success: true, position: '12' })
  await other
  expect(usePendingReviews.getState()).toEqual({})
})

test('keeps the status of the row when a review fails', async () => {
  server({ 'PUT /api/projects/:id': networkError })
  await open()
  await expect(reviewWithToast(tally, { status: 'approved' })).rejects.toThrow("Can't reach the server")
  expect(readyList().projects[1]?.status).toBe('submitted')
})

test('does not highlight my own review when its update arrives before the response', async () => {
  server({
    'PUT /api/projects/:id': async () => {
      await receive('11', { project: approvedTally, by: 'Inés', what: 'approved' })
      return { success: true, position: '11' }
    },
  })
  await open()
  await reviewWithToast(tally, { status: 'approved' })
  expect(readyList().projects[1]?.status).toBe('approved')
  expect(readyList().recentlyChanged).toEqual([])
})

test('appends the next page without duplicate rows', async () => {
  server({
    'GET /api/projects/all': ({ query }) =>
      query.get('cursor') === null
        ? { ...projectsResponse([quickShow, tally]), nextCursor: 'next' }
        : projectsResponse([tally, roomVote]),
  })
  await open()
  submissions.at(noFilter).getState().loadMore()
  await vi.waitFor(() => expect(readyList().projects).toHaveLength(3))
  expect(readyList().projects).toEqual([quickShow, tally, roomVote])
  expect(readyList().nextCursor).toBeNull()
})

test('holds back new submissions, shows changes by others at once, and updates the counts', async () => {
  server()
  await open()
  server({ 'GET /api/projects/all': () => projectsResponse([roomVote, quickShow, approvedTally]) })
  await receive('11', { project: roomVote, by: 'Oskar', what: 'submitted' })
  await receive('12', { project: approvedTally, by: 'Samuel', what: 'approved' })
  expect(readyList().projects).toEqual([quickShow, approvedTally])
  expect(readyList().arrivals).toEqual([roomVote])
  await vi.waitFor(() => expect(readyList().counts).toMatchObject({ all: 3, submitted: 2, approved: 1 }), {
    timeout: 3000,
  })
  submissions.change(showArrivals)
  expect(readyList().projects).toEqual([roomVote, quickShow, approvedTally])
})

test('many messages during a load do not begin it anew, and the counts follow it', async () => {
  server()
  await open()
  let answer: (response: unknown) => void = () => undefined
  const lists: (string | null)[] = []
  server({
    'GET /api/projects/all': ({ query }) => {
      if (query.get('limit') === '1') return projectsResponse([roomVote, quickShow, approvedTally])
      lists.push(query.get('limit'))
      return new Promise((resolve) => (answer = resolve))
    },
  })
  const entry = submissions.at(noFilter)
  await receive('11', { project: approvedTally, by: 'Samuel', what: 'approved' })
  entry.getState().reload()
  await vi.dynamicImportSettled()
  await receive('12', { project: roomVote, by: 'Oskar', what: 'submitted' })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect([lists.length, entry.isLoading()]).toEqual([1, true])
  answer(projectsResponse([quickShow, tally]))
  await vi.waitFor(() => expect(entry.isLoading()).toBe(false))
  await vi.waitFor(() => expect(readyList().counts).toMatchObject({ all: 3, approved: 1 }), { timeout: 3000 })
})

test('reloads the list after a lost connection', async () => {
  server()
  await open()
  server({ 'GET /api/projects/all': () => projectsResponse([roomVote, quickShow, approvedTally]) })
  await dropConnection()
  await vi.waitFor(() => expect(readyList().arrivals).toEqual([roomVote]))
  expect(readyList().projects).toEqual([quickShow, approvedTally])
})
