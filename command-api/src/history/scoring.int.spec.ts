import { scoringResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import type { RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { resetTo } from '@thirty/command-api/testing/challenge-events.ts'
import { admin, ana, personId } from '@thirty/command-api/testing/people.ts'
import { countStatuses, commandApp, type Sender } from '@thirty/command-api/testing/test-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test } from 'vitest'

let asked: bigint[] = []
const scales: RatingScales = {
  all: { ratings: 2, mean: 3, deviation: 1 },
  byReviewer: { [admin]: { ratings: 2, mean: 3, deviation: 1 } },
}

const app = appForEach(() =>
  commandApp({}, () => ({
    scalesAt: async (position) => {
      asked.push(position)
      return scales
    },
  })),
)
beforeEach(async () => {
  asked = []
  await app.register(admin, { fullName: 'Grace Hopper' })
  await app.register(ana, { role: 'participant' })
})

const weights = { projects: 4, quality: 0.5, streak: 2 }
const request = { weights, excluded: [ana], position: '0', version: '0', reason: 'a fairer contest' }
const apply = (change: object = {}, options?: Sender) =>
  app.send('POST', '/api/admin/scoring', { ...request, ...change }, options)
const undo = (version: string) =>
  app.send('POST', '/api/admin/scoring/undo', { version, reason: 'back again' })
const challengeEvents = () => app.eventsOf('challenge')

test('an admin changes the scoring, with a backup, and undoes it', async () => {
  const { version, backupId } = scoringResponse.parse((await apply()).body)
  expect(await challengeEvents()).toMatchObject([
    { type: 'BackupCreated', data: { backup: backupId, automatic: true }, metadata: { actor: admin } },
    {
      type: 'ScoringChanged',
      data: { run: 1, weights, excluded: [ana], reason: 'a fairer contest' },
      metadata: { actor: admin, run: 1 },
    },
  ])
  expect((await undo(version)).status).toBe(200)
  expect((await challengeEvents()).at(-1)).toMatchObject({
    type: 'ScoringChanged',
    data: { weights: { projects: 3, quality: 0.5, streak: 2 }, excluded: [], reason: 'back again' },
  })
})

test('of two admins who saw the same scoring, one learns who was first', async () => {
  const statuses = await Promise.all([apply(), apply({ weights: { ...weights, streak: 3 } })])
  expect(countStatuses(statuses)).toEqual({ 200: 1, 409: 1 })
  expect(statuses.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'changed-meanwhile',
    message: 'Grace Hopper has changed the scoring in the meantime. Compare again before you apply yours.',
  })
  expect(await challengeEvents()).toHaveLength(2)
})

test('a comparison of an earlier run is refused in the run after it, and its retry answers like the first try', async () => {
  const first = await apply({}, { key: 'before-the-reset' })
  for (const { type, data } of resetTo(2, 'b1', 1)) await app.append('challenge', type, data)
  const events = await challengeEvents()
  const refused = await apply({ weights: { ...weights, streak: 3 } })
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'conflict' }])
  expect((await apply({}, { key: 'before-the-reset' })).body).toEqual(first.body)
  expect(await challengeEvents()).toEqual(events)
  const position = String(await app.log.head())
  expect((await apply({ position })).status).toBe(200)
})

test('the scales are those of the place that the admin saw, and stay with a later change of weights', async () => {
  const { version } = scoringResponse.parse((await apply({ normalise: 'on' })).body)
  expect(asked).toEqual([0n])
  expect((await challengeEvents()).at(-1)).toMatchObject({ data: { scales } })
  const later = scoringResponse.parse((await apply({ version, weights: { ...weights, streak: 0 } })).body)
  expect((await challengeEvents()).at(-1)).toMatchObject({ data: { scales } })
  expect((await apply({ version: later.version, normalise: 'off' })).status).toBe(200)
  expect((await challengeEvents()).at(-1)?.data).not.toHaveProperty('scales')
  expect(asked).toEqual([0n])
})

test.for([
  ['a weight above the limit', { weights: { ...weights, quality: 20.5 } }],
  ['a person who is not a participant', { excluded: [personId(9)] }],
  ['a participant who is named twice', { excluded: [ana, ana] }],
  ['a position in the future', { position: '99999' }],
  ['the scoring in force', { weights: { projects: 3, quality: 0.5, streak: 2 }, excluded: [] }],
] as const)('refuses %s', async ([, change]) => {
  expect([400, 422]).toContain((await apply(change)).status)
  expect(await challengeEvents()).toEqual([])
})
