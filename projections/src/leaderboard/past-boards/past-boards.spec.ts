import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { LogReplaced, LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import {
  challengeEvent,
  personEvents,
  projectEvents,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog, holdNextRead, type FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { readChallenge } from '../../read-challenge.ts'
import { PastBoards } from './past-boards.ts'

async function setUp() {
  const log = fakeEventLog(personEvents('Ada').registered())
  const copied = log.end()
  log.give(challengeEvent('ScheduleCancelled', { run: 1 }))
  const challenge = await readChallenge(log)
  const { history } = currentRun(challenge.runs)
  const boards = new PastBoards({
    log,
    timeZone: 'UTC',
  })
  const projectsAt = async (position: bigint) =>
    (await boards.at(history, position, challenge)).documents.get(userIdOf('Ada'))?.projects.length
  return { log, projectsAt, putBack: () => log.putBack(copied) }
}

test('a board of the past holds no personal data', async () => {
  const log = fakeEventLog(personEvents('Ada').registered(), projectEvents('Ada', 1).submitted())
  const challenge = await readChallenge(log)
  const boards = new PastBoards({ log, timeZone: 'UTC' })
  const { documents } = await boards.at(currentRun(challenge.runs).history, log.end(), challenge)
  expect(documents.get(userIdOf('Ada'))).toMatchObject({ name: '', username: null, picture: null })
})

test('a board is forgotten if the log was put back to before its last event, also one that changes no board', async () => {
  const { log, projectsAt, putBack } = await setUp()
  expect(await projectsAt(log.end())).toBe(0)
  putBack()
  log.give(projectEvents('Ada', 1).submitted())
  expect(await projectsAt(log.end())).toBe(1)
})

test('a run that was restored from an earlier place has another board between that place and the restore', async () => {
  const log = fakeEventLog(personEvents('Ada').registered())
  const upTo = log.end()
  log.give(projectEvents('Ada', 1).submitted())
  const position = log.end()
  const boards = new PastBoards({ log, timeZone: 'UTC' })
  const projects = async () => {
    const challenge = await readChallenge(log)
    const board = await boards.at(currentRun(challenge.runs).history, position, challenge)
    return board.documents.get(userIdOf('Ada'))?.projects.length
  }
  expect(await projects()).toBe(1)
  const parent = { run: 1, upTo: `${upTo}` }
  log.give(challengeEvent('BackupRestored', { run: 2, backup: 'b1', parent }))
  expect(await projects()).toBe(0)
})

test.each(['nearest', 'farthest'])(
  'a board is folded from the nearest one before it, also if the %s was read first',
  async (first) => {
    const { log, projectsAt } = await setUp()
    const submit = (day: number) => log.give(projectEvents('Ada', day).submitted())
    const [far, near, last] = [submit(1), submit(2), submit(3)]
    for (const position of first === 'nearest' ? [near, far] : [far, near]) await projectsAt(position)
    const { events } = log.reads
    expect(await projectsAt(last)).toBe(3)
    expect(log.reads.events - events).toBe(1)
  },
)

test('requests for the same board share its fold, also while more are folded than are kept', async () => {
  const readsOf = async (times: number) => {
    const { log, projectsAt } = await setUp()
    const positions = Array.from({ length: 12 }, (_, index) =>
      log.give(projectEvents('Ada', index + 1).submitted()),
    )
    await Promise.all(Array.from({ length: times }, () => positions.map(projectsAt)).flat())
    return log.reads.events
  }
  expect(await readsOf(3)).toBe(await readsOf(1))
})

test('a board whose fold failed is folded again', async () => {
  const { log, projectsAt } = await setUp()
  const position = log.give(projectEvents('Ada', 1).submitted())
  const { readAll } = log
  log.readAll = () => {
    throw new LogUnavailable('away')
  }
  await expect(projectsAt(position)).rejects.toThrow(LogUnavailable)
  log.readAll = readAll
  expect(await projectsAt(position)).toBe(1)
})

test('no board is kept of a position that a log no longer has because it was put back', async () => {
  const { log, projectsAt, putBack } = await setUp()
  const position = log.end()
  putBack()
  await expect(projectsAt(position)).rejects.toThrow(LogReplaced)
  log.give(projectEvents('Ada', 1).submitted())
  expect(log.end()).toBe(position)
  expect(await projectsAt(position)).toBe(1)
})

test('a board whose fold began before the log was put back is neither kept nor shared', async () => {
  const { log, projectsAt, putBack } = await setUp()
  const position = log.end()
  const { isRead, release } = holdNextRead(log)
  const before = projectsAt(position)
  await isRead
  putBack()
  log.give(projectEvents('Ada', 1).submitted())
  expect(await projectsAt(position)).toBe(1)
  release()
  expect(await before).toBe(0)
  expect(await projectsAt(position)).toBe(1)
})

test('no board is folded from the board of a day that was read before the log was put back', async () => {
  const { log, projectsAt, putBack } = await setUp()
  const position = log.give(projectEvents('Ada', 9).submitted())
  const { isRead, release } = holdNextRead(log)
  const before = projectsAt(position)
  await isRead
  putBack()
  for (const day of [1, 2, 3]) log.give(projectEvents('Ada', day).submitted())
  expect(await projectsAt(0n)).toBe(0)
  release()
  expect(await before).toBe(1)
  expect(await projectsAt(log.end())).toBe(3)
})

test('a deleted account leaves boards, also if the log could not be read when it was looked for', async () => {
  const { log, projectsAt } = await setUp()
  const position = log.end()
  expect(await projectsAt(position)).toBe(0)
  await deleteAda(log)
  const { readAll } = log
  log.readAll = () => {
    log.readAll = readAll
    throw new LogUnavailable('away')
  }
  await expect(projectsAt(position)).rejects.toThrow(LogUnavailable)
  expect(await projectsAt(position)).toBeUndefined()
})

test('a deleted account leaves boards for all who request one at the same time', async () => {
  const { log, projectsAt } = await setUp()
  const position = log.end()
  expect(await projectsAt(position)).toBe(0)
  await deleteAda(log)
  const { readAll } = log
  log.readAll = async function* slowly(range) {
    await new Promise(setImmediate)
    yield* readAll(range)
  }
  expect(await Promise.all([projectsAt(position), projectsAt(position)])).toEqual([undefined, undefined])
})

async function deleteAda(log: FakeEventLog): Promise<void> {
  const registered = { at: '2026-01-05T12:00:00.000Z', position: '0' }
  log.give(personEvents('Ada').deleted({ registered }))
  await log.truncate(`user-${userIdOf('Ada')}`, 1)
}
