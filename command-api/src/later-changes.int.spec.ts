import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { beforeAll, expect, test } from 'vitest'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { admin, personId } from '@thirty/command-api/testing/people.ts'
import { day4ProjectId, projectsApp, type Participant } from '@thirty/command-api/testing/projects-app.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'

const otherAdmin = personId(900)
const fives = { functionality: 5, design: 5, innovation: 5, codeQuality: 5, completeness: 5 }

const app = appForFile(projectsApp)
let otherToken: string
beforeAll(async () => {
  otherToken = app.tokenOf(otherAdmin, { isAdmin: true })
  await app.register(admin, { username: 'ines' })
})

/** Submits a project, and returns its id and the version that an admin sees then. */
async function submitted(): Promise<{ owner: Participant; id: string; version: string }> {
  const owner = app.createParticipant()
  const { body } = await app.submit(owner)
  // Every command returns its position.
  return { owner, id: day4ProjectId(owner), version: (body as { position: string }).position }
}

const revise = (owner: Participant, id: string) => app.revise(owner, id, { projectName: 'Better' })
const rate = (body: object, token: string) => app.http.call('POST', '/api/ratings/submit', body, { token })
const at = '2026-03-02T08:00:00.000Z'

test('says who rejected a project first, why and when', async () => {
  const { owner, id, version } = await submitted()
  // A reason is shown while the account of the owner exists.
  await app.register(owner.id, { role: 'participant' })
  await app.review(id, { status: 'rejected', reason: 'Dead link', version })
  expect(await app.review(id, { status: 'approved', version }, otherToken)).toMatchObject(
    refusal(409, 'already-reviewed', {
      change: {
        what: 'rejected',
        by: admin,
        byName: 'Ines Duarte',
        byUsername: 'ines',
        at,
        reason: 'Dead link',
      },
    }),
  )
  expect(await app.typesOf(id)).toEqual(['ProjectSubmitted', 'ProjectRejected'])
})

test('a reviewer who never had an account here is elsewhere, and one whose account was deleted has no name any more', async () => {
  const { id } = await submitted()
  await app.review(id, { status: 'approved' }, otherToken)
  expect((await app.review(id, { status: 'approved' })).body).toMatchObject({
    change: { what: 'approved', by: otherAdmin, ...standIn('personElsewhere', 'byName') },
  })
  const deleted = { role: 'admin', status: 'active', registered: { at, position: '1' } }
  await app.append(`deleted-${otherAdmin}`, 'AccountDeleted', deleted)
  expect((await app.review(id, { status: 'approved' })).body).toMatchObject({
    change: { what: 'approved', by: otherAdmin, ...standIn('deletedPerson', 'byName') },
  })
})

test('an operator, who has no account, is called so', async () => {
  const { id } = await submitted()
  await app.append(projectStream(id), 'ProjectApproved', { by: operatorId }, 1)
  expect((await app.review(id, { status: 'approved' })).body).toMatchObject({
    change: { what: 'approved', by: operatorId, ...standIn('operator', 'byName') },
  })
})

test('refuses to review a version that its owner has revised since, and accepts the new one', async () => {
  const { owner, id, version } = await submitted()
  const { body } = await revise(owner, id)
  expect(await app.review(id, { status: 'approved', version })).toMatchObject(
    refusal(409, 'changed-meanwhile', { change: { what: 'revised', by: owner.id, at } }),
  )
  // Every command returns its position.
  const { position } = body as { position: string }
  expect((await app.review(id, { status: 'approved', version: position })).status).toBe(200)
})

test('a project that was withdrawn and submitted again is another version', async () => {
  const { owner, id, version } = await submitted()
  await rate({ projectId: id, criteria: fives, feedback: '' }, app.adminToken)
  await app.http.call('DELETE', `/api/projects/${id}`, undefined, { token: owner.token })
  await app.submit(owner)
  const change = { what: 'revised', by: owner.id }
  expect((await app.review(id, { status: 'approved', version })).body).toMatchObject({
    code: 'changed-meanwhile',
    change,
  })
  // The rating went with the project that was withdrawn.
  const rating = { projectId: id, criteria: fives, feedback: '', version }
  expect((await rate(rating, otherToken)).body).toMatchObject({ code: 'changed-meanwhile', change })
})

test('several reviews at once say for each project what the admin had not seen', async () => {
  const [same, revised, taken] = [await submitted(), await submitted(), await submitted()]
  await revise(revised.owner, revised.id)
  await app.review(taken.id, { status: 'approved' })
  const projectIds = [same.id, revised.id, taken.id]
  const versions = Object.fromEntries([same, revised, taken].map(({ id, version }) => [id, version]))
  const body = { status: 'rejected', projectIds, versions }
  expect((await app.http.call('POST', '/api/admin/reviews', body, { token: otherToken })).body).toMatchObject(
    {
      outcomes: [
        { projectId: same.id, outcome: 'reviewed' },
        { projectId: revised.id, outcome: 'revised', change: { what: 'revised', by: revised.owner.id, at } },
        {
          projectId: taken.id,
          outcome: 'already-reviewed',
          review: { status: 'approved', by: admin, byName: 'Ines Duarte', byUsername: 'ines', at },
        },
      ],
    },
  )
})

test('an admin learns that another one has rated the project meanwhile, and can still rate it', async () => {
  const { id: projectId, version } = await submitted()
  const rating = { projectId, criteria: fives, feedback: '' }
  await rate({ ...rating, criteria: { ...fives, design: 0 } }, app.adminToken)
  const first = await rate(rating, app.adminToken)
  expect(first.status).toBe(200)
  expect(await rate({ ...rating, version }, otherToken)).toMatchObject(
    refusal(409, 'changed-meanwhile', {
      change: { what: 'rated', by: admin, byName: 'Ines Duarte', average: 5, at },
    }),
  )
  // Every command returns its position.
  const { position } = first.body as { position: string }
  expect((await rate({ ...rating, version: position }, otherToken)).status).toBe(200)
  // Their own rating is no news to them.
  expect((await rate({ ...rating, feedback: 'Nice', version: position }, otherToken)).status).toBe(200)
})

test('a rating by a participant and a request without a version are compared with nothing', async () => {
  const { id: projectId, version } = await submitted()
  const rating = { projectId, criteria: fives, feedback: '' }
  await rate(rating, app.tokenOf(personId(901)))
  expect((await rate({ ...rating, version }, app.adminToken)).status).toBe(200)
  expect((await rate(rating, otherToken)).status).toBe(200)
  expect((await rate({ ...rating, version: 'x' }, otherToken)).status).toBe(422)
})

test('refuses to rate a version that was revised or rejected since, and says who changed it', async () => {
  const { owner, id: projectId, version } = await submitted()
  const rating = { projectId, criteria: fives, feedback: '', version }
  await revise(owner, projectId)
  expect((await rate(rating, app.adminToken)).body).toMatchObject({
    code: 'changed-meanwhile',
    change: { what: 'revised', by: owner.id },
  })
  await app.review(projectId, { status: 'rejected' })
  expect((await rate(rating, otherToken)).body).toMatchObject({
    code: 'not-rateable',
    change: { what: 'rejected', byName: 'Ines Duarte' },
  })
})

test('a review does not hide a revision from the admin who rates', async () => {
  const { owner, id: projectId, version } = await submitted()
  const { body } = await revise(owner, projectId)
  await app.review(projectId, { status: 'approved' }, otherToken)
  const rating = { projectId, criteria: fives, feedback: '' }
  expect(await rate({ ...rating, version }, app.adminToken)).toMatchObject(
    refusal(409, 'changed-meanwhile', { change: { what: 'revised', by: owner.id } }),
  )
  // Every command returns its position. The approval after it changes nothing for a rating.
  const { position } = body as { position: string }
  expect((await rate({ ...rating, version: position }, app.adminToken)).status).toBe(200)
})
