import { reviewEndpoints } from '@thirty/contracts/projects/reviews-api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { expect, test } from 'vitest'
import { admin } from '@thirty/command-api/testing/people.ts'
import {
  day4ProjectId,
  projectFields,
  projectsApp,
  type Participant,
} from '@thirty/command-api/testing/projects-app.ts'

const app = appForFile(projectsApp)

const reviewMany = (body: object, options: { token?: string; key?: string } = {}) =>
  app.http.call('POST', '/api/admin/reviews', body, { token: app.adminToken, ...options })

async function submitted(): Promise<Participant> {
  const participant = app.createParticipant()
  await app.submit(participant)
  return participant
}

test('rejects several projects with one reason, more than are decided at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, submitted))
  const projectIds = people.map((person) => day4ProjectId(person))
  const response = await reviewMany({ status: 'rejected', reason: 'Dead link', projectIds }, { key: 'many' })
  expect(response).toMatchObject({
    status: 200,
    body: { outcomes: projectIds.map((projectId) => ({ projectId, outcome: 'reviewed' })) },
  })
  for (const id of projectIds)
    expect((await app.eventsOf(`project-${id}`)).at(-1)).toMatchObject({
      type: 'ProjectRejected',
      data: { by: admin, reason: 'Dead link' },
      metadata: { actor: admin },
    })
})

test('says what happened to each project, and decides the others', async () => {
  const [pending, rejected, withdrawn] = [await submitted(), await submitted(), await submitted()]
  const unknown = day4ProjectId(app.createParticipant())
  await app.review(day4ProjectId(rejected), { status: 'rejected', reason: 'Dead link' })
  await app.http.call('DELETE', `/api/projects/${day4ProjectId(withdrawn)}`, undefined, {
    token: withdrawn.token,
  })
  const ids = [rejected, withdrawn, pending].map((person) => day4ProjectId(person))
  const { status, body } = await reviewMany({ status: 'approved', projectIds: [...ids, unknown, 'nonsense'] })
  expect([status, body]).toMatchObject([
    200,
    {
      outcomes: [
        {
          projectId: ids[0],
          outcome: 'already-reviewed',
          review: { status: 'rejected', by: admin, at: expect.any(String) },
        },
        { projectId: ids[1], outcome: 'withdrawn' },
        { projectId: ids[2], outcome: 'reviewed' },
        { projectId: unknown, outcome: 'not-found' },
        { projectId: 'nonsense', outcome: 'not-found' },
      ],
    },
  ])
  // It has no field that the schema does not declare.
  expect(reviewEndpoints.reviewMany.response.parse(body)).toEqual(body)
  expect(await app.typesOf(day4ProjectId(rejected))).toEqual(['ProjectSubmitted', 'ProjectRejected'])
  expect(await app.typesOf(day4ProjectId(pending))).toEqual(['ProjectSubmitted', 'ProjectApproved'])
})

test('an admin with a conflict of interest neither approves nor rejects projects of that participant, until it is taken back', async () => {
  const [friend, other] = [await submitted(), await submitted()]
  const [ofFriend, ofOther] = [day4ProjectId(friend), day4ProjectId(other)]
  await app.append(`conflicts-${admin}`, 'ConflictDeclared', { participant: friend.id })
  for (const review of [{ status: 'approved' }, { status: 'rejected', reason: 'Dead link' }])
    expect(await app.review(ofFriend, review)).toMatchObject(refusal(403, 'conflict-of-interest'))
  expect((await reviewMany({ status: 'approved', projectIds: [ofFriend, ofOther] })).body).toMatchObject({
    outcomes: [
      { projectId: ofFriend, outcome: 'conflict-of-interest' },
      { projectId: ofOther, outcome: 'reviewed' },
    ],
  })
  expect(await app.typesOf(ofFriend)).toEqual(['ProjectSubmitted'])
  await app.append(`conflicts-${admin}`, 'ConflictWithdrawn', { participant: friend.id })
  expect((await app.review(ofFriend, { status: 'approved' })).status).toBe(200)
})

/** Submits a project of somebody with this name. Returns its id. */
async function submittedBy(fullName: string): Promise<string> {
  const person = await submitted()
  await app.register(person.id, { fullName, role: 'participant' })
  return day4ProjectId(person)
}

test('fills in name and day of each project, and leaves the name of the participant open', async () => {
  const projectIds = [await submittedBy('Person 0'), await submittedBy('Person 1')]
  const reason = '{name}: {project} of day {day} has a dead link.'
  const { status } = await reviewMany({ status: 'rejected', reason, projectIds, fillPlaceholders: true })
  expect(status).toBe(200)
  for (const id of projectIds)
    expect((await app.eventsOf(`project-${id}`)).at(-1)).toMatchObject({
      data: { reason: `{name}: ${projectFields.projectName} of day 4 has a dead link.`, nameOpen: true },
    })
})

// The name alone could not be found again in these texts, and would stay in the log after the deletion of the account.
test.each([
  ['Zoë', '{name}s link is dead.'],
  ['Zoë', 'Hallo{name}, the link is dead.'],
  ['Q', '{name}, the link is dead.'],
])('leaves the name %j open in "%s"', async (fullName, reason) => {
  const id = await submittedBy(fullName)
  await reviewMany({ status: 'rejected', reason, projectIds: [id], fillPlaceholders: true })
  expect((await app.eventsOf(`project-${id}`)).at(-1)?.data).toMatchObject({ reason, nameOpen: true })
})

test('placeholders stay as they were typed unless the request wants them filled in', async () => {
  const projectIds = [day4ProjectId(await submitted())]
  await reviewMany({ status: 'rejected', reason: 'Print {name}.', projectIds })
  expect((await app.eventsOf(`project-${projectIds[0]}`)).at(-1)).toMatchObject({
    data: { reason: 'Print {name}.' },
  })
})

test('decides nothing if one reason is too long with the names filled in', async () => {
  const projectIds = [day4ProjectId(await submitted()), day4ProjectId(await submitted())]
  const reason = '{project} '.repeat(100)
  expect(await reviewMany({ status: 'rejected', reason, projectIds, fillPlaceholders: true })).toMatchObject({
    status: 422,
    body: { errors: { reason: expect.stringContaining('longer than 1,000 characters') } },
  })
  for (const id of projectIds) expect(await app.typesOf(id)).toEqual(['ProjectSubmitted'])
})

test('the events say which saved text the reason was written with', async () => {
  const savedText = '0198c0de-0000-8000-8000-0000000000aa'
  const [used, without] = [day4ProjectId(await submitted()), day4ProjectId(await submitted())]
  await reviewMany({ status: 'rejected', reason: 'Dead link', savedText, projectIds: [used] })
  await reviewMany({ status: 'rejected', savedText, projectIds: [without] })
  expect((await app.eventsOf(`project-${used}`)).at(-1)?.data).toEqual({
    by: admin,
    reason: 'Dead link',
    savedText,
    nameOpen: true,
  })
  expect((await app.eventsOf(`project-${without}`)).at(-1)?.data).toEqual({ by: admin })
})
