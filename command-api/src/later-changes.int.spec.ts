import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { beforeAll, expect, test } from 'vitest'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { admin, personId } from '@thirty/command-api/testing/people.ts'
import { positionIn, projectsApp } from '@thirty/command-api/testing/projects-app.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'

const otherAdmin = personId(900)
const fives = perCriterion(() => 5)

const app = appForFile(projectsApp)
let otherToken: string
beforeAll(async () => {
  otherToken = app.tokenOf(otherAdmin, { isAdmin: true })
  await app.register(admin, { username: 'ines' })
})

const rate = (body: object, token = app.adminToken) =>
  app.http.call('POST', '/api/ratings/submit', { criteria: fives, feedback: '', ...body }, { token })
const changedMeanwhile = (change: object) => refusal(409, 'changed-meanwhile', { change })
const at = '2026-03-02T08:00:00.000Z'
const approved = { status: 'approved' }

test('says who rejected a project first, why and when', async () => {
  const { owner, id, version } = await app.submitted()
  // A reason is shown while the account of the owner exists.
  await app.register(owner.id, { role: 'participant' })
  const reason = 'Dead link'
  await app.review(id, { status: 'rejected', reason, version })
  const by = { by: admin, byName: 'Ines Duarte', byUsername: 'ines' }
  expect(await app.review(id, { ...approved, version }, otherToken)).toMatchObject(
    refusal(409, 'already-reviewed', { change: { what: 'rejected', ...by, at, reason } }),
  )
  expect(await app.typesOf(id)).toEqual(['ProjectSubmitted', 'ProjectRejected'])
})

test('a reviewer without an account is elsewhere, deleted or an operator', async () => {
  const [{ id }, { id: ofOperator }] = [await app.submitted(), await app.submitted()]
  await app.review(id, approved, otherToken)
  const reviewerOf = async (project: string) => (await app.review(project, approved)).body
  const shown = (by: string, kind: 'personElsewhere' | 'deletedPerson' | 'operator') => ({
    change: { what: 'approved', by, ...standIn(kind, 'byName') },
  })
  expect(await reviewerOf(id)).toMatchObject(shown(otherAdmin, 'personElsewhere'))
  const deleted = { role: 'admin', status: 'active', registered: { at, position: '1' } }
  await app.append(`deleted-${otherAdmin}`, 'AccountDeleted', deleted)
  expect(await reviewerOf(id)).toMatchObject(shown(otherAdmin, 'deletedPerson'))
  await app.append(projectStream(ofOperator), 'ProjectApproved', { by: operatorId }, 1)
  expect(await reviewerOf(ofOperator)).toMatchObject(shown(operatorId, 'operator'))
})

test('refuses to review a version that its owner has revised since, and accepts the new one', async () => {
  const { owner, id, version } = await app.submitted()
  const revised = await app.revise(owner)
  expect(await app.review(id, { ...approved, version })).toMatchObject(
    changedMeanwhile({ what: 'revised', by: owner.id, at }),
  )
  expect((await app.review(id, { ...approved, version: positionIn(revised) })).status).toBe(200)
})

test('a project that was revised and withdrawn since is gone, for a review and for a rating', async () => {
  const { owner, id: projectId, version } = await app.submitted()
  await app.revise(owner)
  await app.withdraw(owner)
  const reviewed = await app.review(projectId, { ...approved, version })
  expect(reviewed).toMatchObject(refusal(404, 'project-not-found'))
  expect(await rate({ projectId, version })).toMatchObject(refusal(409, 'not-rateable'))
})

test('a project that was withdrawn and submitted again is another version', async () => {
  const { owner, id: projectId, version } = await app.submitted()
  await rate({ projectId })
  await app.withdraw(owner)
  await app.submit(owner)
  const refused = changedMeanwhile({ what: 'revised', by: owner.id })
  expect(await app.review(projectId, { ...approved, version })).toMatchObject(refused)
  // The rating went with the project that was withdrawn.
  expect(await rate({ projectId, version }, otherToken)).toMatchObject(refused)
})

test('a rating by a participant and a request without a version are compared with nothing', async () => {
  const { id: projectId, version } = await app.submitted()
  await rate({ projectId }, app.tokenOf(personId(901)))
  expect((await rate({ projectId, version })).status).toBe(200)
  expect((await rate({ projectId }, otherToken)).status).toBe(200)
  expect((await rate({ projectId, version: 'x' }, otherToken)).status).toBe(422)
})

test('refuses to rate a version that was revised since, also if the new one was approved, or rejected', async () => {
  const [{ owner, id: projectId, version }, rejected] = [await app.submitted(), await app.submitted()]
  const revised = await app.revise(owner)
  await app.review(projectId, approved, otherToken)
  const refused = changedMeanwhile({ what: 'revised', by: owner.id })
  expect(await rate({ projectId, version })).toMatchObject(refused)
  expect((await rate({ projectId, version: positionIn(revised) })).status).toBe(200)
  await app.revise(rejected.owner)
  await app.review(rejected.id, { status: 'rejected' })
  expect(await rate({ projectId: rejected.id, version: rejected.version }, otherToken)).toMatchObject(
    refusal(409, 'not-rateable', { change: { what: 'rejected', byName: 'Ines Duarte' } }),
  )
})

// Last: the other tests are about a challenge in which one rating is wanted.
test('an admin learns that another one has rated the project meanwhile, and can still rate it; one of several wanted is no news', async () => {
  const { owner, id: projectId, version } = await app.submitted()
  await rate({ projectId, criteria: { ...fives, design: 0 } })
  const seen = { projectId, version: positionIn(await rate({ projectId })) }
  expect(await rate({ projectId, version }, otherToken)).toMatchObject(
    changedMeanwhile({ what: 'rated', by: admin, byName: 'Ines Duarte', average: 5, at }),
  )
  expect((await rate(seen, otherToken)).status).toBe(200)
  // Their own rating is no news to them.
  expect((await rate({ ...seen, feedback: 'Nice' }, otherToken)).status).toBe(200)

  const third = app.tokenOf(personId(902), { isAdmin: true })
  expect((await rate({ projectId, version }, third)).status).toBe(409)
  await app.append('challenge', 'ChallengeOptionsChanged', { wantedRatings: 2 })
  expect((await rate({ projectId, version }, third)).status).toBe(200)
  await app.revise(owner)
  expect((await rate({ projectId, version }, third)).status).toBe(409)
})
