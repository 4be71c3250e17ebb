// @vitest-environment happy-dom
import type { SubmissionUpdate } from '@thirty/contracts/live.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { projectsResponse, quickShow, roomVote, tally } from '../../../testing/admin-fixtures.ts'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { followSubmissions } from './follow-submissions.ts'
import { submissionsStore, useSubmissions } from './submissions-store.ts'
import { showArrivals } from './submission-list.ts'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const noFilter = { status: 'all', search: '' } as const
const at = '2025-11-20T11:00:00.000Z'
const approvedTally = { ...tally, status: 'approved' as const }
const { load, loadMore } = submissionsStore
const review = (...args: Parameters<ReturnType<typeof useSubmissions.getState>['review']>) =>
  useSubmissions.getState().review(...args)

const readyList = () => {
  const { view } = submissionsStore.getState()
  if (view.state !== 'ready') throw new Error(`The list is ${view.state}`)
  return view.data
}
/** Follows live updates until the end of the test. */
const follow = async () => {
  onTestFinished(followSubmissions())
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
  await load({ status: 'submitted', search: 'poll' })
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ status: 'submitted', search: 'poll' })
  expect(requests[0]?.token).toBe('secret')
  expect(readyList().projects).toEqual([quickShow, tally])
})

test('shows a failed load, and the list after the next load', async () => {
  server({ 'GET /api/projects/all': networkError })
  await load(noFilter)
  expect(submissionsStore.getState().view.state).toBe('failed')
  server()
  await load(noFilter)
  expect(readyList().projects).toHaveLength(2)
})

test('ignores a late response for a previous filter', async () => {
  const { promise: lateResponse, resolve: respond } = Promise.withResolvers<unknown>()
  server({
    'GET /api/projects/all': ({ query }) =>
      query.get('status') === null ? lateResponse : projectsResponse([tally]),
  })
  const firstLoad = load(noFilter)
  await load({ status: 'submitted', search: '' })
  respond(projectsResponse([quickShow]))
  await firstLoad
  expect(readyList().projects).toEqual([tally])
})

test('applies updates that are newer than the response of a pending load', async () => {
  const { promise: pendingResponse, resolve: respond } = Promise.withResolvers<unknown>()
  server({
    'GET /api/projects/all': ({ query }) =>
      query.get('limit') === '1' ? projectsResponse([]) : pendingResponse,
  })
  await follow()
  const loading = load(noFilter)
  await receive('9', { project: approvedTally, by: 'Samuel', what: 'approved' })
  await receive('12', { project: roomVote, by: 'Oskar', what: 'submitted' })
  respond(projectsResponse([quickShow, tally], '10'))
  await loading
  expect(readyList().projects[1]?.status).toBe('submitted')
  expect(readyList().arrivals).toEqual([roomVote])
})

test('sends an approval and updates the row', async () => {
  const requests = server()
  await load(noFilter)
  await review(tally, { status: 'approved' })
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/projects/tally',
    body: { status: 'approved' },
  })
  expect(readyList().projects[1]?.status).toBe('approved')
  expect(useSubmissions.getState().pendingReviews).toEqual({})
})

test('sends the reason of a rejection', async () => {
  const requests = server()
  await load(noFilter)
  await review(tally, { status: 'rejected', reason: 'No code' })
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
  await load(noFilter)
  await expect(review(tally, { status: 'rejected' })).rejects.toThrow(
    'This project has already been reviewed',
  )
  expect(readyList().projects[1]?.status).toBe('approved')
  expect(useSubmissions.getState().pendingReviews).toEqual({})
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
  await load(noFilter)
  await expect(review(tally, { status: 'approved' })).rejects.toThrow('has changed')
  await review({ ...tally, version: '30' }, { status: 'approved' })
  expect(readyList().projects[1]).toMatchObject({ status: 'approved', description: 'A new version' })
})

test('keeps the status of the row when a review fails', async () => {
  server({ 'PUT /api/projects/:id': networkError })
  await load(noFilter)
  await expect(review(tally, { status: 'approved' })).rejects.toThrow("Can't reach the server")
  expect(readyList().projects[1]?.status).toBe('submitted')
})

test('does not highlight my own review when its update arrives before the response', async () => {
  server({
    'PUT /api/projects/:id': async () => {
      await receive('11', { project: approvedTally, by: 'Inés', what: 'approved' })
      return { success: true, position: '11' }
    },
  })
  await follow()
  await load(noFilter)
  await review(tally, { status: 'approved' })
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
  await load(noFilter)
  await loadMore()
  expect(readyList().projects).toEqual([quickShow, tally, roomVote])
  expect(readyList().nextCursor).toBeNull()
})

test('holds back new submissions, shows changes by others at once, and updates the counts', async () => {
  server()
  await load(noFilter)
  await follow()
  server({ 'GET /api/projects/all': () => projectsResponse([roomVote, quickShow, approvedTally]) })
  await receive('11', { project: roomVote, by: 'Oskar', what: 'submitted' })
  await receive('12', { project: approvedTally, by: 'Samuel', what: 'approved' })
  expect(readyList().projects).toEqual([quickShow, approvedTally])
  expect(readyList().arrivals).toEqual([roomVote])
  await vi.waitFor(() => expect(readyList().counts).toMatchObject({ all: 3, submitted: 2, approved: 1 }), {
    timeout: 3000,
  })
  submissionsStore.change(showArrivals)
  expect(readyList().projects).toEqual([roomVote, quickShow, approvedTally])
})

test('reloads the list after a lost connection', async () => {
  server()
  await load(noFilter)
  await follow()
  server({ 'GET /api/projects/all': () => projectsResponse([roomVote, quickShow, approvedTally]) })
  await dropConnection()
  await vi.waitFor(() => expect(readyList().arrivals).toEqual([roomVote]))
  expect(readyList().projects).toEqual([quickShow, approvedTally])
})

test('loads the list again when a message says that the log was put back', async () => {
  let response = projectsResponse([quickShow, tally])
  server({ 'GET /api/projects/all': () => response })
  await load(noFilter)
  await follow()
  response = { ...projectsResponse([quickShow], '5'), epoch: 'e2' }
  await receive('5', { project: approvedTally, by: 'Samuel', what: 'approved' }, 'e2')
  expect(readyList().projects).toEqual([quickShow, tally])
  await vi.waitFor(() => expect(readyList().projects).toEqual([quickShow]), { timeout: 3000 })
})
