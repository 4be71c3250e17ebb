import { submitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, refusal, type Sender } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'

const four = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }

const app = appForFile(commandApp)

const rate = (by: string, body: object, options: Sender = {}) =>
  app.send('POST', '/api/ratings/submit', { criteria: four, feedback: '', ...body }, { by, ...options })
const lastEventOf = (id: string) => app.lastEventOf(`project-${id}`)

test('a rating returns the new average and number of ratings of the project', async () => {
  const projectId = await app.createProject()
  expect((await rate(ben, { projectId })).status).toBe(200)
  const onlyDesign = { functionality: 0, design: 5, innovation: 0, codeQuality: 0, completeness: 0 }
  const { body } = await rate(admin, { projectId, criteria: onlyDesign, feedback: ' Nice ' })
  expect(submitRatingResponse.parse(body)).toMatchObject({ average: 1, averageRating: 2.5, ratingCount: 2 })
  expect(await lastEventOf(projectId)).toMatchObject({
    type: 'ProjectRated',
    data: { rater: admin, official: true, criteria: onlyDesign, feedback: 'Nice' },
    metadata: { actor: admin, run: 1 },
  })
})

test.for([5.5, -1, 6, 1e308, '5', null])('refuses %j as a number of stars', async (design) => {
  const projectId = await app.createProject()
  expect([400, 422]).toContain((await rate(ben, { projectId, criteria: { ...four, design } })).status)
})

test('an admin with a conflict of interest rates no project of that participant, until they take it back', async () => {
  const projectId = await app.createProject()
  const reviewer = personId(31)
  const asAdmin = (options: { key?: string } = {}) =>
    rate(reviewer, { projectId }, { isAdmin: true, ...options })
  expect((await asAdmin({ key: 'before' })).status).toBe(200)
  await app.append(`conflicts-${reviewer}`, 'ConflictDeclared', { participant: ana })
  const message = 'You have declared a conflict of interest with this participant.'
  expect(await asAdmin()).toMatchObject(refusal(403, 'conflict-of-interest', { message }))
  // A retry of what was already done has the same answer as the first try.
  expect((await asAdmin({ key: 'before' })).status).toBe(200)
  expect((await rate(personId(32), { projectId }, { isAdmin: true })).status).toBe(200)
  await app.append(`conflicts-${reviewer}`, 'ConflictWithdrawn', { participant: ana })
  expect((await asAdmin()).status).toBe(200)
})

test('the event names the saved text of the feedback of an admin, and of nobody else', async () => {
  const projectId = await app.createProject()
  const savedText = '0198c0de-0000-8000-8000-0000000000aa'
  const typed = { projectId, feedback: 'Neat.', savedText }
  await rate(admin, typed)
  expect(await lastEventOf(projectId)).toMatchObject({ data: { rater: admin, savedText } })
  await rate(ben, typed)
  const { data } = (await lastEventOf(projectId)) ?? {}
  expect(data).toMatchObject({ rater: ben, feedback: 'Neat.' })
  expect(data).not.toHaveProperty('savedText')
  expect((await rate(admin, { ...typed, savedText: 'nonsense' })).status).toBe(422)
})
