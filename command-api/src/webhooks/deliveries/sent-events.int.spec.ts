import { webhookMessages, webhookPayload } from '@thirty/contracts/webhooks/payloads-api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { admin, ana } from '@thirty/command-api/testing/people.ts'
import { weather } from '@thirty/command-api/testing/project-events.ts'
import { createWebhooksApp } from '@thirty/command-api/testing/webhooks-app.ts'

const app = appForEach(() => createWebhooksApp())

const minuteMs = 60_000

test('an old run, an import and what was before the first start are not sent; a reset is', async () => {
  const receiver = await app.receiver()
  await app.create(receiver.address, ['project.submitted', 'challenge.reset', 'challenge.started'])
  const startsAt = new Date(app.scheduler.now()).toISOString()
  await app.append('challenge', 'ChallengeStarted', { run: 1, startsAt })
  await app.submit(1)
  await app.startDelivering()
  await app.append('challenge', 'ChallengeReset', { run: 2, backup: 'b1' })
  // An import appends the history of another run.
  await app.submit(5, { run: 3 })
  await app.submit(2, { run: 1 })
  await app.submit(3, { run: 2 })
  await app.until(() => receiver.received.length, 2)
  await app.scheduler.advance(minuteMs)
  const project = { id: `r2-d3-${ana}`, name: 'Day 3', day: 3, run: 2, participant: { id: ana } }
  expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: 'challenge.reset' },
    { type: 'project.submitted', data: { project } },
  ])
})

test('the start of a run in the same second as the reset before it is sent', async () => {
  const receiver = await app.receiver()
  await app.create(receiver.address, ['challenge.reset', 'challenge.started'])
  await app.startDelivering()
  const startsAt = new Date(app.scheduler.now()).toISOString()
  await app.append('challenge', 'ChallengeReset', { run: 2, backup: 'b1' })
  await app.append('challenge', 'ChallengeStarted', { run: 2, startsAt })
  await app.until(() => receiver.received.length, 2)
  const received = receiver.received.map(({ body }) => JSON.parse(body) as unknown)
  expect(received).toMatchObject([
    { type: 'challenge.reset', data: { run: 2 } },
    { type: 'challenge.started', data: { run: 2, startsAt } },
  ])
})

test('every type of event has a message in the form of its schema', async () => {
  const receiver = await app.receiver()
  const types = Object.keys(webhookMessages).filter((type) => type !== 'ping')
  await app.create(receiver.address, types)
  await app.startDelivering()
  await app.register(ana, { fullName: 'Ana', role: 'participant' })
  await app.register(admin)
  const now = new Date(app.scheduler.now()).toISOString()
  await app.append('challenge', 'ChallengeStarted', { run: 1, startsAt: now })
  await app.submit(1)
  const project = `project-r1-d1-${ana}`
  await app.append(project, 'ProjectRevised', weather, 1)
  await app.append(project, 'ProjectApproved', { by: admin }, 1)
  const criteria = { functionality: 5, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }
  const feedback = 'Private words'
  await app.append(project, 'ProjectRated', { rater: admin, official: true, criteria, feedback }, 1)
  await app.append(project, 'ProjectRejected', { by: admin, reason: 'Private words' }, 1)
  await app.append(project, 'ProjectWithdrawn', {}, 1)
  await app.until(() => receiver.received.length, 8)
  const endsAt = new Date(app.scheduler.now()).toISOString()
  await app.append('challenge', 'ChallengeEndSet', { run: 1, endsAt })
  await app.until(() => receiver.received.length, 9)
  await app.append('challenge', 'ChallengeReset', { run: 2, backup: 'b1' })
  await app.append('challenge', 'BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  await app.until(() => receiver.received.length, 11)
  // The start of the restored run is old.
  await app.scheduler.advance(10 * minuteMs)
  const received = receiver.received.map(
    ({ body }) => JSON.parse(body) as { type: keyof typeof webhookMessages },
  )
  expect(received.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
  expect(received[0]).toMatchObject({ data: { participant: { id: ana, name: 'Ana' } } })
  for (const payload of received) {
    expect(webhookPayload(payload.type).strict().safeParse(payload).error).toBeUndefined()
    expect(JSON.stringify(payload)).not.toMatch(/@example\.org|Private words/)
  }
  expect(app.errors).toEqual([])
})

test('a rating during a freeze has no stars, before and after the reveal it has', async () => {
  const receiver = await app.receiver()
  await app.create(receiver.address, ['project.rated'])
  await app.startDelivering()
  await app.submit(1)
  const criteria = { functionality: 5, design: 4, innovation: 4, codeQuality: 4, completeness: 3 }
  const rate = () =>
    app.append(`project-r1-d1-${ana}`, 'ProjectRated', { rater: admin, official: true, criteria }, 1)
  const frozenAt = new Date(app.scheduler.now() + minuteMs).toISOString()
  await app.append('challenge', 'LeaderboardFrozen', { run: 1, frozenAt })
  await rate()
  await app.scheduler.advance(minuteMs)
  await rate()
  await app.append('challenge', 'LeaderboardRevealed', { run: 1 })
  await rate()
  await app.until(() => receiver.received.length, 3)
  const [shown, hidden] = [{ data: { average: 4, criteria } }, { data: { average: null, criteria: null } }]
  const rated = webhookPayload('project.rated').strict()
  expect(receiver.received.map(({ body }) => rated.parse(JSON.parse(body)))).toMatchObject([
    shown,
    hidden,
    shown,
  ])
})
