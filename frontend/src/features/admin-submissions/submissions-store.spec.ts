// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { projectsResponse, quickShow, roomVote, tally } from '../../../testing/admin-fixtures.ts'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { followSubmissions } from './follow-submissions.ts'
import { useSubmissions } from './submissions-store.ts'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const noFilter = { status: 'all', search: '' } as const
const at = '2025-11-20T11:00:00.000Z'
const approvedTally = { ...tally, status: 'approved' as const }
const store = () => useSubmissions.getState()

const readyList = () => {
  const { list } = store()
  if (list.state !== 'ready') throw new Error(`The list is ${list.state}`)
  return list
}

const server = (routes: Record<string, RouteHandler> = {}) =>
  mockServer({
    'GET /api/projects/all': () => projectsResponse([quickShow, tally]),
    'PUT /api/projects/:id': () => ({ success: true, position: '11' }),
    ...routes,
  })

beforeEach(() => useSubmissions.setState({ ...useSubmissions.getInitialState() }))

test("requests the list with its filter and the admin's token", async () => {
  localStorage.setItem('adminToken', 'secret')
  const requests = server()
  await store().load({ status: 'submitted', search: 'poll' })
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({ status: 'submitted', search: 'poll' })
  expect(requests[0]?.token).toBe('secret')
  expect(readyList().projects).toEqual([quickShow, tally])
})

test('shows a failed load, and the list after the next load', async () => {
  server({ 'GET /api/projects/all': networkError })
  await store().load(noFilter)
  expect(store().list.state).toBe('failed')
  server()
  await store().load(noFilter)
  expect(readyList().projects).toHaveLength(2)
})

test('ignores a late response for a previous filter', async () => {
  const { promise: lateResponse, resolve: respond } = Promise.withResolvers<unknown>()
  server({
    'GET /api/projects/all': ({ query }) =>
      query.get('status') === null ? lateResponse : projectsResponse([tally]),
  })
  const firstLoad = store().load(noFilter)
  await store().load({ status: 'submitted', search: '' })
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
  const loading = store().load(noFilter)
  store().applyUpdate({
    position: '9',
    epoch: 'e1',
    at,
    items: [{ project: approvedTally, by: 'Samuel', what: 'approved' }],
  })
  store().applyUpdate({
    position: '12',
    epoch: 'e1',
    at,
    items: [{ project: roomVote, by: 'Oskar', what: 'submitted' }],
  })
  respond(projectsResponse([quickShow, tally], '10'))
  await loading
  expect(readyList().projects[1]?.status).toBe('submitted')
  expect(readyList().arrivals).toEqual([roomVote])
})

test('sends an approval and updates the row', async () => {
  const requests = server()
  await store().load(noFilter)
  await store().review(tally, { status: 'approved' })
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/projects/tally',
    body: { status: 'approved' },
  })
  expect(readyList().projects[1]?.status).toBe('approved')
  expect(store().pendingReviews).toEqual({})
})

test('sends the reason of a rejection', async () => {
  const requests = server()
  await store().load(noFilter)
  await store().review(tally, { status: 'rejected', reason: 'No code' })
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
  await store().load(noFilter)
  await expect(store().review(tally, { status: 'rejected' })).rejects.toThrow(
    'This project has already been reviewed',
  )
  expect(readyList().projects[1]?.status).toBe('approved')
  expect(store().pendingReviews).toEqual({})
})

test('keeps the status of the row when a review fails', async () => {
  server({ 'PUT /api/projects/:id': networkError })
  await store().load(noFilter)
  await expect(store().review(tally, { status: 'approved' })).rejects.toThrow('cannot be reached')
  expect(readyList().projects[1]?.status).toBe('submitted')
})

test('does not highlight my own review when its update arrives before the response', async () => {
  server({
    'PUT /api/projects/:id': () => {
      store().applyUpdate({
        position: '11',
        epoch: 'e1',
        at,
        items: [{ project: approvedTally, by: 'Inés', what: 'approved' }],
      })
      return { success: true, position: '11' }
    },
  })
  await store().load(noFilter)
  await store().review(tally, { status: 'approved' })
  expect(readyList().recentlyChanged).toEqual([])
})

test('appends the next page without duplicate rows', async () => {
  server({
    'GET /api/projects/all': ({ query }) =>
      query.get('cursor') === null
        ? { ...projectsResponse([quickShow, tally]), nextCursor: 'next' }
        : projectsResponse([tally, roomVote]),
  })
  await store().load(noFilter)
  await store().loadMore()
  expect(readyList().projects).toEqual([quickShow, tally, roomVote])
  expect(readyList().nextCursor).toBeNull()
})

test('holds back new submissions, shows changes by others at once, and updates the counts', async () => {
  server()
  await store().load(noFilter)
  const unsubscribe = followSubmissions()
  await vi.dynamicImportSettled()
  server({ 'GET /api/projects/all': () => projectsResponse([roomVote, quickShow, approvedTally]) })
  await emitFromServer('submission.received', {
    position: '11',
    epoch: 'e1',
    at,
    items: [{ project: roomVote, by: 'Oskar', what: 'submitted' }],
  })
  await emitFromServer('submission.changed', {
    position: '12',
    epoch: 'e1',
    at,
    items: [{ project: approvedTally, by: 'Samuel', what: 'approved' }],
  })
  expect(readyList().projects).toEqual([quickShow, approvedTally])
  expect(readyList().arrivals).toEqual([roomVote])
  await vi.waitFor(() => expect(store().counts).toMatchObject({ all: 3, submitted: 2, approved: 1 }), {
    timeout: 3000,
  })
  store().showArrivals()
  expect(readyList().projects).toEqual([roomVote, quickShow, approvedTally])
  unsubscribe()
})

test('reloads the list after a lost connection', async () => {
  server()
  await store().load(noFilter)
  const unsubscribe = followSubmissions()
  await vi.dynamicImportSettled()
  server({ 'GET /api/projects/all': () => projectsResponse([roomVote, quickShow, approvedTally]) })
  await dropConnection()
  await vi.waitFor(() => expect(readyList().arrivals).toEqual([roomVote]))
  expect(readyList().projects).toEqual([quickShow, approvedTally])
  unsubscribe()
})
