import { seenSessionsIn } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { expect, test, vi } from 'vitest'
import { sessionRecorder } from './session-recorder.ts'

const minute = 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const caller = {
  id: 'ada',
  isAdmin: false,
  token: { id: 't1', userId: 'ada', version: 3, issuedAt: 0, expiresAt: 90 * minute },
}

async function setUp() {
  const time = { now: 10 * minute }
  const seenSessions = seenSessionsIn((await temporaryEntries()).store)
  const record = vi.fn<typeof seenSessions.record>(seenSessions.record)
  const onFailure = vi.fn<(error: unknown) => void>()
  const use = sessionRecorder({ seenSessions: { record }, clock: () => time.now, onFailure })
  return { time, seenSessions, record, use, onFailure }
}

test('a session is recorded with its device, and at most once a minute', async () => {
  const { time, seenSessions, record, use } = await setUp()
  for (const [ms, records] of [
    [0, 1],
    [0, 1],
    [minute - 1, 1],
    [1, 2],
  ] as const) {
    time.now += ms
    use(caller, firefox)
    expect(record).toHaveBeenCalledTimes(records)
  }
  const { id, version, issuedAt, expiresAt } = caller.token
  expect(await seenSessions.load('ada')).toEqual([
    { id, version, issuedAt, expiresAt, seenAt: 11 * minute, browser: 'Firefox', system: 'Linux' },
  ])
})

test('an open socket, which is checked without its headers, stays seen with its device', async () => {
  const { time, seenSessions, use } = await setUp()
  use(caller, firefox)
  time.now += 5 * minute
  use(caller, undefined)
  expect(await seenSessions.load('ada')).toMatchObject([{ seenAt: 15 * minute, browser: 'Firefox' }])
})

test('a store that cannot be reached delays nobody, and is tried again a minute later', async () => {
  const { time, record, use, onFailure } = await setUp()
  record.mockRejectedValueOnce(new Error('away'))
  use(caller, firefox)
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  use(caller, firefox)
  expect(record).toHaveBeenCalledTimes(1)
  time.now += minute
  use(caller, firefox)
  expect(record).toHaveBeenCalledTimes(2)
})
