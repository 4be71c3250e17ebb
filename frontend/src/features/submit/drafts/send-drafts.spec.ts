// @vitest-environment happy-dom
import type { DayDraft, SaveDraftRequest } from '@thirty/contracts/projects/drafts-api.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import {
  errorResponse,
  mockServer,
  networkError,
  type ReceivedRequest,
  type RouteHandler,
} from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { useSession } from '../../../shared/session/session.ts'
import { clearUserData } from '../../../shared/storage/user-change.ts'
import { emptyDraft, loadLocalDrafts, useDrafts } from './drafts.ts'
import { discardVersions, followDrafts, writeDraft } from './draft-actions.ts'

const day = 19
const noDrafts: RouteHandler = () => ({ success: true, drafts: [] })
const dayDraft = (version: string, projectName: string): DayDraft => {
  const { screenshot: _, ...texts } = { ...emptyDraft, projectName }
  const writtenAt = new Date().toISOString()
  return { day, versions: [{ version, writtenAt, device: 'Chrome on Linux', content: texts }] }
}
/** The account keeps the version that it receives, and no other one. */
const saved: RouteHandler = ({ body }) => {
  // The store sends what the endpoint requires.
  const { version, content } = body as SaveDraftRequest
  return { success: true, draft: dayDraft(version, content.projectName) }
}
/** A response that arrives when the test says so. */
function later() {
  let answer: (response: unknown) => void = () => undefined
  const response = new Promise((resolve) => (answer = resolve))
  return { response, answer: (value: unknown) => answer(value) }
}

const sent = (requests: ReceivedRequest[]) =>
  // The store sends what the endpoint requires.
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body as SaveDraftRequest)
const write = (projectName: string, ofDay = day) => writeDraft(ofDay, { ...emptyDraft, projectName })
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const signIn = (id: string) => {
  clearUserData()
  useSession.setState({ session: { kind: 'user', user: { ...maya, _id: id } } })
}

let stop: () => void = () => undefined
beforeEach(() => {
  vi.useFakeTimers()
  signIn(maya._id)
})
afterEach(() => {
  stop()
})

/** Follows the drafts, whose first request is answered by `first.answer`, and the others at once. */
function followWithLateAnswer() {
  const first = later()
  const requests = mockServer({
    'GET /api/drafts': noDrafts,
    'PUT /api/drafts/:day': (request, id) =>
      sent(requests).length === 1 ? first.response : saved(request, id),
  })
  stop = followDrafts()
  return { first, requests }
}

test('after 25 attempts without an answer, the version that the account has is still replaced', async () => {
  let isOffline = false
  const requests = mockServer({
    'GET /api/drafts': noDrafts,
    'PUT /api/drafts/:day': (request, id) => (isOffline ? networkError(request, id) : saved(request, id)),
  })
  stop = followDrafts()
  write('Old')
  await pass(1_500)
  const known = sent(requests)[0]?.version ?? ''
  isOffline = true
  write('New')
  while (sent(requests).length < 26) await pass(60_000)
  isOffline = false
  await pass(60_000)
  const last = sent(requests).at(-1)
  expect(last?.content.projectName).toBe('New')
  expect(last?.replaces).toContain(known)
  expect(last?.replaces.length).toBeLessThanOrEqual(20)
  // Each attempt may have arrived, so that each one must be replaced, or have the same id.
  const attempts = sent(requests).map(({ version }) => version)
  expect([...(last?.replaces ?? []), last?.version]).toEqual(expect.arrayContaining(attempts))
  expect(loadLocalDrafts()[day]).toMatchObject({ isSent: true, base: [last?.version] })
})

test.each([
  ['another version is discarded', () => discardVersions(7, ['phone-1'])],
  [
    'the drafts of the account change',
    () => emitFromServer('draft.changed', { day: 7, version: null, at: new Date().toISOString() }),
  ],
  [
    'the form opens again',
    async () => {
      stop()
      stop = followDrafts()
    },
  ],
])('a draft that the account had no room for is sent again when %s', async (_, makeRoom) => {
  let isFull = true
  const requests = mockServer({
    'GET /api/drafts': noDrafts,
    'PUT /api/drafts/:day': (request, id) =>
      isFull ? errorResponse(422, 'quota-reached', 'Discard one of them first.') : saved(request, id),
    'DELETE /api/drafts/:day': () => ({ success: true, draft: { day: 7, versions: [] } }),
  })
  stop = followDrafts()
  // The socket connects.
  await pass(0)
  write('Pulse')
  await pass(120_000)
  expect(sent(requests)).toHaveLength(1)
  expect(useDrafts.getState().local[day]?.refusal?.message).toBe('Discard one of them first.')
  isFull = false
  await makeRoom()
  await pass(0)
  expect(sent(requests)).toHaveLength(2)
  expect(useDrafts.getState()).toMatchObject({ local: { [day]: { isSent: true } } })
  expect(useDrafts.getState().local[day]?.refusal).toBeUndefined()
})

test('when the drafts of the account change, only a draft that it had no room for is sent again', async () => {
  const requests = mockServer({
    'GET /api/drafts': noDrafts,
    'PUT /api/drafts/:day': (_, id) =>
      id === '7'
        ? errorResponse(422, 'quota-reached', 'Discard one of them first.')
        : errorResponse(409, 'day-already-taken', 'Already submitted'),
  })
  stop = followDrafts()
  await pass(0)
  write('Seventh', 7)
  write('Nineteenth')
  await pass(1_500)
  // The server sends this with each refusal of a day that is taken, so that a further attempt would never end.
  await emitFromServer('draft.changed', { day, version: null, at: new Date().toISOString() })
  await pass(120_000)
  const texts = sent(requests).map(({ content }) => content.projectName)
  expect(texts).toEqual(['Seventh', 'Nineteenth', 'Seventh'])
})

test('text that was typed until another one was refused is sent', async () => {
  const { first, requests } = followWithLateAnswer()
  write('Pulse')
  await pass(1_500)
  write('Pulse monitor')
  first.answer(errorResponse(422, 'validation-failed', 'Not such a name'))
  await pass(1_500)
  expect(sent(requests).map(({ content }) => content.projectName)).toEqual(['Pulse', 'Pulse monitor'])
  expect(useDrafts.getState().local[day]).toMatchObject({ isSent: true })
})

test('text that was typed while an emptied draft was removed from the account is kept and sent', async () => {
  const removal = later()
  const requests = mockServer({
    'GET /api/drafts': noDrafts,
    'PUT /api/drafts/:day': saved,
    'DELETE /api/drafts/:day': () => removal.response,
  })
  stop = followDrafts()
  for (const text of ['Pulse', '']) {
    write(text)
    await pass(1_500)
  }
  expect(requests.at(-1)?.method).toBe('DELETE')
  write('Orbit')
  removal.answer({ success: true, draft: { day, versions: [] } })
  await pass(0)
  expect(loadLocalDrafts()[day]?.draft.projectName).toBe('Orbit')
  await pass(1_500)
  expect(sent(requests).map(({ content }) => content.projectName)).toEqual(['Pulse', 'Orbit'])
})

test('the same text that another tab has sent is not the version of another device', async () => {
  const ofOthers = [...dayDraft('tab-2', 'Pulse').versions, ...dayDraft('phone-1', 'Orbit').versions]
  const requests = mockServer({
    'GET /api/drafts': noDrafts,
    'PUT /api/drafts/:day': ({ body }) => {
      // The store sends what the endpoint requires.
      const { version, content } = body as SaveDraftRequest
      const { versions } = dayDraft(version, content.projectName)
      return { success: true, draft: { day, versions: [...versions, ...ofOthers] } }
    },
  })
  stop = followDrafts()
  write('Pulse')
  await pass(1_500)
  expect(loadLocalDrafts()[day]?.base).toEqual([sent(requests)[0]?.version, 'tab-2'])
})

test('while typing continues, nothing is sent, also right after an answer', async () => {
  const { first, requests } = followWithLateAnswer()
  write('Seventh', 7)
  await pass(1_500)
  write('P')
  await pass(1_000)
  first.answer({ success: true, draft: { ...dayDraft('seventh-1', 'Seventh'), day: 7 } })
  for (const text of ['Pu', 'Pul', 'Puls', 'Pulse']) {
    write(text)
    await pass(1_000)
  }
  window.dispatchEvent(new Event('online'))
  await pass(499)
  expect(sent(requests)).toHaveLength(1)
  await pass(1)
  expect(sent(requests).map(({ content }) => content.projectName)).toEqual(['Seventh', 'Pulse'])
})

test('text of one user never reaches the drafts of the next one', async () => {
  const [oldSave, oldLoad] = [later(), later()]
  let user = maya._id
  const requests = mockServer({
    'GET /api/drafts': (request, id) => (user === maya._id ? oldLoad.response : noDrafts(request, id)),
    'PUT /api/drafts/:day': (request, id) => (user === maya._id ? oldSave.response : saved(request, id)),
  })
  stop = followDrafts()
  write('Of Maya')
  await pass(1_500)
  stop()

  user = 'leila'
  signIn(user)
  localStorage.clear()
  stop = followDrafts()
  write('Of Leila')
  // The request of the first user does not delay the requests of the second user.
  await pass(1_500)
  expect(sent(requests).map(({ content }) => content.projectName)).toEqual(['Of Maya', 'Of Leila'])
  expect(sent(requests)[1]?.replaces).toEqual([])

  const before = useDrafts.getState()
  const draft = dayDraft('maya-version', 'Of Maya')
  oldSave.answer({ success: true, draft })
  oldLoad.answer({ success: true, drafts: [draft] })
  await pass(0)
  expect(useDrafts.getState()).toEqual(before)
  expect(loadLocalDrafts()[day]).toMatchObject({ base: [sent(requests)[1]?.version], isSent: true })
})
