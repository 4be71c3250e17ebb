import { submitRatingResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { adminRoles } from '@thirty/contracts/rules/admin-roles.ts'
import { hasPermission } from '@thirty/contracts/rules/permissions.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { servedApp, refusal } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'
import { ratingHandlers } from './endpoints.ts'

const four = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }

const app = appForFile(() => servedApp(ratingHandlers))

let day = 0
/** Creates a project of Ana's for the next day, with these event types after its submission. Returns its id. */
async function createProject(...types: string[]) {
  day += 1
  const id = projectId({ run: 1, day, user: ana })
  const data = { projectName: 'Weather', description: 'Of the next hour', languages: 'CSS', image: 'x' }
  const events = [
    app.newEvent('ProjectSubmitted', data, 1),
    ...types.map((type) => app.newEvent(type, { by: admin }, 1)),
  ]
  await app.log.append(`project-${id}`, events, 'none')
  return id
}
const rate = (rater: string, body: object, options: { key?: string; isAdmin?: boolean } = {}) =>
  app.http.call(
    'POST',
    '/api/ratings/submit',
    { criteria: four, feedback: '', ...body },
    {
      token: app.tokenOf(rater, { isAdmin: options.isAdmin ?? false }),
      ...(options.key && { key: options.key }),
    },
  )

test.each(adminRoles)('an admin rates only with a role that may review: %s', async (role) => {
  const projectId = await createProject()
  const token = app.tokenOf(admin, { role })
  const body = { projectId, criteria: four, feedback: '' }
  const { status } = await app.http.call('POST', '/api/ratings/submit', body, { token })
  expect(status).toBe(hasPermission(role, 'review-projects') ? 200 : 403)
  expect(await app.eventsOf(`project-${projectId}`)).toHaveLength(status === 200 ? 2 : 1)
})

test('a rating returns the new average and number of ratings of the project', async () => {
  const projectId = await createProject()
  expect((await rate(ben, { projectId })).status).toBe(200)
  const onlyDesign = { functionality: 0, design: 5, innovation: 0, codeQuality: 0, completeness: 0 }
  const { body } = await rate(
    admin,
    { projectId, criteria: onlyDesign, feedback: ' Nice ' },
    { isAdmin: true },
  )
  expect(submitRatingResponse.parse(body)).toMatchObject({ average: 1, averageRating: 2.5, ratingCount: 2 })
  expect((await app.eventsOf(`project-${projectId}`)).at(-1)).toMatchObject({
    type: 'ProjectRated',
    data: { rater: admin, official: true, criteria: onlyDesign, feedback: 'Nice' },
    metadata: { actor: admin, run: 1 },
  })
})

test.for([5.5, -1, 6, 1e308, '5', null])('refuses %j as a number of stars', async (design) => {
  const projectId = await createProject()
  expect([400, 422]).toContain((await rate(ben, { projectId, criteria: { ...four, design } })).status)
})

const conflictWithAna = (
  reviewer: string,
  type: 'ConflictDeclared' | 'ConflictWithdrawn',
  after: number | 'none',
) => app.log.append(`conflicts-${reviewer}`, [app.newEvent(type, { participant: ana })], after)

test('an admin with a conflict of interest rates no project of that participant, until they take it back', async () => {
  const projectId = await createProject()
  const reviewer = personId(31)
  const asAdmin = (options: { key?: string } = {}) =>
    rate(reviewer, { projectId }, { isAdmin: true, ...options })
  expect((await asAdmin({ key: 'before' })).status).toBe(200)
  await conflictWithAna(reviewer, 'ConflictDeclared', 'none')
  expect(await asAdmin()).toMatchObject(
    refusal(403, 'conflict-of-interest', {
      message: 'You have declared a conflict of interest with this participant.',
    }),
  )
  // A retry of what was already done has the same answer as the first try.
  expect((await asAdmin({ key: 'before' })).status).toBe(200)
  expect((await rate(personId(32), { projectId }, { isAdmin: true })).status).toBe(200)
  await conflictWithAna(reviewer, 'ConflictWithdrawn', 0)
  expect((await asAdmin()).status).toBe(200)
})

test('a rating of another admin after the project was opened is in the way only if one rating is wanted', async () => {
  const projectId = await createProject()
  const [submitted] = await app.eventsOf(`project-${projectId}`)
  const version = String(submitted?.position)
  const [first, second] = [personId(33), personId(34)]
  expect((await rate(first, { projectId, version }, { isAdmin: true })).status).toBe(200)
  expect(await rate(second, { projectId, version }, { isAdmin: true })).toMatchObject(
    refusal(409, 'changed-meanwhile'),
  )
  const before = await app.eventsOf('challenge')
  await app.log.append(
    'challenge',
    [app.newEvent('ChallengeOptionsChanged', { wantedRatings: 2 })],
    before.length === 0 ? 'none' : before.length - 1,
  )
  expect((await rate(second, { projectId, version }, { isAdmin: true })).status).toBe(200)
  // What its owner changes is still in the way.
  const stream = `project-${projectId}`
  const data = { projectName: 'Weather', description: 'Of the day', languages: 'CSS', image: 'x' }
  const { length } = await app.eventsOf(stream)
  await app.log.append(stream, [app.newEvent('ProjectRevised', data, 1)], length - 1)
  expect((await rate(personId(35), { projectId, version }, { isAdmin: true })).status).toBe(409)
})

test('the event names the saved text of the feedback of an admin, and of nobody else', async () => {
  const projectId = await createProject()
  const savedText = '0198c0de-0000-8000-8000-0000000000aa'
  const typed = { projectId, feedback: 'Neat.', savedText }
  await rate(admin, typed, { isAdmin: true })
  expect((await app.eventsOf(`project-${projectId}`)).at(-1)?.data).toMatchObject({ rater: admin, savedText })
  await rate(ben, typed)
  const { data } = (await app.eventsOf(`project-${projectId}`)).at(-1) ?? {}
  expect(data).toMatchObject({ rater: ben, feedback: 'Neat.' })
  expect(data).not.toHaveProperty('savedText')
  expect((await rate(admin, { ...typed, savedText: 'nonsense' }, { isAdmin: true })).status).toBe(422)
})
