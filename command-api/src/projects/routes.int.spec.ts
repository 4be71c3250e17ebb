import { submitProjectAnswer } from '@thirty/contracts/api/projects.ts'
import { projectId } from '@thirty/contracts/rules/project-id.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureNames } from '../picture-name.ts'
import { parts, served, statuses } from '../spec-app.ts'
import { admin, weather } from './fixtures.ts'
import { projectRoutes } from './routes.ts'

let app: Awaited<ReturnType<typeof parts>>
let http: Awaited<ReturnType<typeof served>>
const names = pictureNames('a secret of this installation')

beforeAll(async () => {
  app = await parts()
  http = await served({ '/api': projectRoutes({ ...app, pictureNames: names }) })
})
afterAll(async () => {
  await http.close()
  await app.close()
})

let people = 0
/** A new participant with a token and an upload. */
function participant() {
  people += 1
  const id = `0198c0de-0000-7000-8000-${people.toString().padStart(12, '0')}`
  return { id, token: app.tokenOf(id), imageUrl: `/uploads/${names.nameFor(id)}` }
}
type Participant = ReturnType<typeof participant>

const { image: _, ...words } = weather
const submit = (person: Participant, change: object = {}, key?: string) =>
  http.call(
    'POST',
    '/api/projects',
    { ...words, imageUrl: person.imageUrl, day: 4, ...change },
    { token: person.token, ...(key !== undefined && { key }) },
  )
const review = (id: string, body: unknown, token = app.tokenOf(admin, { isAdmin: true })) =>
  http.call('PUT', `/api/projects/${id}`, body, { token })
const day4Of = ({ id: user }: Participant, run = 1) => projectId({ run, day: 4, user })
const typesOf = async (id: string) => (await app.eventsOf(`project-${id}`)).map(({ type }) => type)

test('a participant hands in a project', async () => {
  const ana = participant()
  const { status, body } = await submit(ana)
  expect(status).toBe(201)
  expect(submitProjectAnswer.parse(body).project).toEqual({ _id: day4Of(ana), day: 4 })
  const [event] = await app.eventsOf(`project-${day4Of(ana)}`)
  expect(event).toMatchObject({
    type: 'ProjectSubmitted',
    version: 1,
    at: '2026-03-02T08:00:00.000Z',
    data: { ...words, image: ana.imageUrl.replace('/uploads/', '') },
    metadata: { actor: ana.id, run: 1 },
  })
  expect(body['position']).toBe(event?.position.toString())
})

test('of fifty hand-ins for one day at once, one is taken', async () => {
  const ana = participant()
  const answers = await Promise.all(Array.from({ length: 50 }, () => submit(ana)))
  expect(statuses(answers)).toEqual({ 201: 1, 409: 49 })
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'day-already-taken',
    message: 'You have already submitted a project for day 4',
  })
  expect(await typesOf(day4Of(ana))).toEqual(['ProjectSubmitted'])
})

test('a double click with one key is one project and one answer', async () => {
  const ana = participant()
  const [first, second] = await Promise.all([submit(ana, {}, 'click'), submit(ana, {}, 'click')])
  const later = await submit(ana, {}, 'click')
  expect(first.status).toBe(201)
  for (const other of [second, later]) expect([other.status, other.body]).toEqual([201, first.body])
  expect(await typesOf(day4Of(ana))).toHaveLength(1)
})

test('the same key of another person is another key', async () => {
  expect((await submit(participant(), {}, 'shared')).status).toBe(201)
  expect((await submit(participant(), {}, 'shared')).status).toBe(201)
})

test('the same key with another body is refused', async () => {
  const ana = participant()
  await submit(ana, {}, 'mine')
  for (const change of [{ projectName: 'Another' }, { day: 5 }]) {
    expect(await submit(ana, change, 'mine')).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  }
})

test("another's upload, a foreign address and a made-up path are no screenshots", async () => {
  const [ana, ben] = [participant(), participant()]
  for (const imageUrl of [
    ben.imageUrl,
    'https://evil.example/x.png',
    'data:image/png;base64,AA==',
    '/uploads/../x.webp',
    '/uploads/0123456789abcdef0123456789abcdef.webp',
  ]) {
    const { status, body } = await submit(ana, { imageUrl })
    expect([imageUrl, status, Object.keys(Object(body['errors']))]).toEqual([imageUrl, 422, ['imageUrl']])
  }
})

test('fields that nobody asked for are refused', async () => {
  const ana = participant()
  for (const extra of [{ status: 'approved' }, { averageRating: 5 }, { user: 'x' }, { createdAt: 'now' }]) {
    expect((await submit(ana, extra)).status).toBe(400)
  }
})

test.for([0, 31, 1.5, '5', true, null])('%j is no day', async (day) => {
  expect([400, 422]).toContain((await submit(participant(), { day })).status)
})

test('admins do not hand in, and visitors cannot', async () => {
  const token = app.tokenOf(admin, { isAdmin: true })
  expect((await submit({ ...participant(), token })).status).toBe(403)
  const visitor = await http.call('POST', '/api/projects', { ...words, day: 4 })
  expect(visitor.status).toBe(401)
})

test('an admin approves or rejects once, and the owner sees the reason', async () => {
  const [ana, ben] = [participant(), participant()]
  await submit(ana)
  await submit(ben)
  expect((await review(day4Of(ana), { status: 'approved' })).status).toBe(200)
  expect((await review(day4Of(ben), { status: 'rejected', reason: 'Dead link' })).status).toBe(200)
  expect(await review(day4Of(ana), { status: 'rejected' })).toMatchObject({
    status: 409,
    body: { code: 'already-reviewed' },
  })
  expect((await app.eventsOf(`project-${day4Of(ben)}`)).at(-1)).toMatchObject({
    type: 'ProjectRejected',
    data: { by: admin, reason: 'Dead link' },
    metadata: { actor: admin, run: 1 },
  })
})

test('two admins who decide at once: one is the first', async () => {
  const ana = participant()
  await submit(ana)
  const answers = await Promise.all([
    review(day4Of(ana), { status: 'approved' }),
    review(day4Of(ana), { status: 'rejected' }),
  ])
  expect(statuses(answers)).toEqual({ 200: 1, 409: 1 })
})

test('participants do not review, not even their own', async () => {
  const ana = participant()
  await submit(ana)
  expect((await review(day4Of(ana), { status: 'approved' }, ana.token)).status).toBe(403)
})

test.for(['APPROVED', 'submitted', '', 5, null])('%j is no verdict', async (status) => {
  const ana = participant()
  await submit(ana)
  expect([400, 422]).toContain((await review(day4Of(ana), { status })).status)
})

test('the owner revises and withdraws, and may hand in again', async () => {
  const ana = participant()
  await submit(ana)
  const own = { token: ana.token }
  const path = `/api/projects/${day4Of(ana)}`
  const change = { ...words, imageUrl: ana.imageUrl, description: 'Better.' }
  expect((await http.call('PUT', path, change, own)).status).toBe(200)
  expect((await http.call('PUT', path, { ...change, day: 5 }, own)).status).toBe(400)
  expect((await http.call('PUT', path, {}, own)).status).toBe(422)
  expect((await http.call('DELETE', path, undefined, own)).status).toBe(200)
  expect((await submit(ana)).status).toBe(201)
  expect(await typesOf(day4Of(ana))).toEqual([
    'ProjectSubmitted',
    'ProjectRevised',
    'ProjectWithdrawn',
    'ProjectSubmitted',
  ])
})

test("nobody changes or withdraws another's project", async () => {
  const [ana, ben] = [participant(), participant()]
  await submit(ana)
  const change = { ...words, imageUrl: ben.imageUrl }
  const path = `/api/projects/${day4Of(ana)}`
  expect((await http.call('PUT', path, change, { token: ben.token })).status).toBe(403)
  expect((await http.call('DELETE', path, undefined, { token: ben.token })).status).toBe(403)
})

test.for(['toString', '$all', '*', '%24et-x', 'r1-d4-0198c0de-0000-7000-8000-ffffffffffff'])(
  'the id %s is no project',
  async (id) => {
    expect((await review(id, { status: 'approved' })).status).toBe(404)
  },
)

const challengeEvent = (type: string, data: object) => ({
  id: crypto.randomUUID(),
  type,
  version: 1,
  at: new Date(app.time.now).toISOString(),
  data,
  metadata: { correlation: 'spec' },
})
const happens = (type: string, data: object) =>
  app.log.append('challenge', [challengeEvent(type, data)], 'any')

test('from start over reset to restore, a project counts in the run it belongs to', async () => {
  const ana = participant()
  await happens('ChallengeStarted', { run: 1, startsAt: '2026-03-01T08:00:00.000Z' })
  expect(await submit(ana)).toMatchObject({ status: 422, body: { message: 'Day 4 has not started yet' } })
  app.time.now += 2 * 86_400_000
  expect((await submit(ana)).status).toBe(201)

  await happens('ChallengeReset', { run: 2, backup: 'b1' })
  expect(await review(day4Of(ana), { status: 'approved' })).toMatchObject({
    status: 409,
    body: { code: 'challenge-was-reset' },
  })
  expect(submitProjectAnswer.parse((await submit(ana)).body).project._id).toBe(day4Of(ana, 2))

  await happens('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  expect((await submit(ana)).body['code']).toBe('day-already-taken')
  expect((await review(day4Of(ana), { status: 'approved' })).status).toBe(200)
  expect((await app.eventsOf(`project-${day4Of(ana)}`)).at(-1)?.metadata.run).toBe(3)

  // A second restore of the same place does not know what happened in the first.
  await happens('BackupRestored', { run: 4, backup: 'b1', parent: { run: 1 } })
  expect((await review(day4Of(ana), { status: 'rejected' })).status).toBe(200)
})
