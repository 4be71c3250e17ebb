// @vitest-environment happy-dom
import type { SubmissionUpdate } from '@thirty/contracts/live/live.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { projectsResponse, quickShow, roomVote, tally } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { ownSubmissions } from './own-submissions.ts'

const follow = async () => {
  const requests = mockServer({ 'GET /api/projects/my-projects': () => projectsResponse([quickShow, tally]) })
  onTestFinished(ownSubmissions.at().subscribe(() => undefined))
  await vi.waitFor(submissions)
  await vi.dynamicImportSettled()
  return requests
}
const submissions = () => {
  const { state, data } = ownSubmissions.at().getState()
  if (data === undefined) throw new Error(`The submissions are ${state}`)
  return data
}
const receive = (item: SubmissionUpdate, position = '11') =>
  emitFromServer(item.what === 'submitted' ? 'submission.received' : 'submission.changed', {
    position,
    epoch: 'e1',
    at: '2025-11-20T11:00:00.000Z',
    items: [item],
  })

test('adds a new submission, shows its review and removes it when it is withdrawn, without a request', async () => {
  const requests = await follow()
  await receive({ project: roomVote, by: 'Oskar', what: 'submitted' })
  expect(submissions().projects).toEqual([roomVote, quickShow, tally])
  const rejected = { ...roomVote, status: 'rejected' as const, rejectionReason: 'No code' }
  await receive({ project: rejected, by: 'Inés', what: 'rejected' })
  expect(submissions().projects[0]).toEqual(rejected)
  expect(submissions().counts).toEqual({ all: 3, submitted: 2, approved: 0, rejected: 1 })
  await receive({ project: rejected, by: 'Oskar', what: 'withdrawn' })
  expect(submissions().counts.all).toBe(2)
  expect(requests).toHaveLength(1)
})

test('ratings, likes and comments change the figures of their project only', async () => {
  await follow()
  const stamp = { position: '11', epoch: 'e1', at: '2025-11-20T11:00:00.000Z' }
  const projectId = tally._id
  const rating = { projectId, averageRating: 4.2, ratingCount: 3, official: false }
  await emitFromServer('project.rated', { ...stamp, items: [rating] })
  await emitFromServer('project.liked', { ...stamp, items: [{ projectId, likes: 5 }] })
  await emitFromServer('project.commented', { ...stamp, items: [{ projectId, comments: 2, removed: 'c1' }] })
  const figures = { averageRating: 4.2, currentRating: 4.2, ratingCount: 3, likes: 5, comments: 2 }
  expect(submissions().projects).toEqual([quickShow, { ...tally, ...figures }])
})

test('ignores a message that the loaded submissions contain', async () => {
  await follow()
  await receive({ project: { ...tally, status: 'approved' }, by: 'Inés', what: 'approved' }, '9')
  expect(submissions().projects).toEqual([quickShow, tally])
})
