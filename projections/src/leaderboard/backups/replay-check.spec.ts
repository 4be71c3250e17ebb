import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { pastPlaces } from '@thirty/projections/testing/past-places.ts'
import { expect, test } from 'vitest'
import { replayCheck } from './backup-places.ts'

const user = '0198c0de-0000-7000-8000-00000000000a'

/** A log with a project of run 1, whose first event has a version of the schema. */
async function setUp(version: number) {
  const log = fakeEventLog()
  const data = { projectName: 'Kite', description: '', languages: '', liveLink: '', repoLink: '', image: '' }
  const at = '2026-03-01T12:00:00.000Z'
  const event = {
    id: 'e1',
    type: 'ProjectSubmitted',
    version,
    at,
    data,
    metadata: { correlation: 'c', run: 1 },
  }
  await log.append(`project-r1-d4-${user}`, [event], 'none')
  return { log, places: pastPlaces(log) }
}

test('a place whose leaderboard can be computed may be restored', async () => {
  const { log, places } = await setUp(1)
  await expect(replayCheck(log, places)({ run: 1 })).resolves.toBeUndefined()
})

test('refuses a place with an event that the leaderboard cannot apply', async () => {
  const { log, places } = await setUp(99)
  await expect(replayCheck(log, places)({ run: 1, upTo: 0n })).rejects.toMatchObject({
    code: 'backup-damaged',
    message: expect.stringContaining('ProjectSubmitted has version 99'),
  })
})

test('does not call a backup damaged while the log is unavailable', async () => {
  const { log } = await setUp(1)
  const board = () => Promise.reject(new LogUnavailable('The log is away.'))
  await expect(replayCheck(log, { board })({ run: 1 })).rejects.toBeInstanceOf(LogUnavailable)
})
