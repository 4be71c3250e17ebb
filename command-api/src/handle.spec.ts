import { UnsupportedEventVersion } from '@thirty/contracts/events/event-definition.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { LogUnavailable, StreamRemoved, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { beforeEach, expect, test } from 'vitest'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { ana, like, likingProcess, storedEvent, withKey } from '@thirty/command-api/testing/like-command.ts'

let memory: ReturnType<typeof inMemoryEventLog>
beforeEach(() => {
  memory = inMemoryEventLog()
})
const stored = () => memory.inStream('project-1')
const always = { decide: () => [like('ana')] }

test('new events record the actor, the time, the cause and the run', async () => {
  const result = await likingProcess(memory).likes()
  expect(result).toMatchObject({ state: ['ana'], revision: 0, position: 0n })
  expect(stored()).toEqual([
    {
      ...like('ana'),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      at: '2026-03-02T08:00:00.000Z',
      stream: 'project-1',
      revision: 0,
      position: 0n,
      metadata: { actor: 'ana', correlation: 'request-1', causation: 'c0ffee', run: 7 },
    },
  ])
})

/** A log in which another user likes the project right before our next appends, `times` times. */
function busyLog(times: number) {
  let remaining = times
  const log = inMemoryEventLog((stream) => {
    if (remaining === 0) return
    remaining -= 1
    log.store(stream, [storedEvent(`other${remaining}`)])
  })
  return log
}

test('a command is decided again after a version conflict, three times', async () => {
  expect(await likingProcess(busyLog(3)).likes()).toMatchObject({
    state: ['other2', 'other1', 'other0', 'ana'],
  })
  await expect(likingProcess(busyLog(4)).likes()).rejects.toMatchObject({ code: 'conflict' })
})

test('concurrent commands for one stream are queued and do not conflict', async () => {
  const people = Array.from({ length: 40 }, (_, index) => `person ${index}`)
  const { likes } = likingProcess(memory)
  await Promise.all(people.map((by, index) => likes({ context: ana(`${index}`) }, by)))
  expect(stored().map(({ revision }) => revision)).toEqual(people.map((_, index) => index))
})

const inRun = (run: number) => ({
  ...withKey('a'),
  run: () => run,
  isRelevant: ({ metadata }: Pick<RecordedEvent, 'metadata'>) => metadata.run === run,
})
const ofRun1 = { metadata: { correlation: 'earlier', run: 1 } }

test('irrelevant events do not affect the decision, but count as revisions', async () => {
  memory.store('project-1', [storedEvent('ana', ofRun1)], 'none')
  expect(await likingProcess(memory).likes(inRun(7))).toMatchObject({ state: ['ana'], revision: 1 })
})

test('a retry does not find the result of a command in the history of another run, where it has other event ids', async () => {
  await likingProcess(memory).likes(inRun(1))
  const later = await likingProcess(memory).likes(inRun(3))
  expect(later).toMatchObject({ state: ['ana'], revision: 1 })
  const repeated = await likingProcess(memory).likes(inRun(3))
  expect(repeated).toMatchObject({ state: ['ana'], revision: 1, position: later.position })
  expect(stored().map(({ metadata }) => metadata.run)).toEqual([1, 3])
  // Otherwise the log would take it for a repeat.
  expect(new Set(stored().map(({ id }) => id)).size).toBe(2)
})

test('a command that changed nothing in one run may change something in another run', async () => {
  memory.store('project-1', [storedEvent('ana', ofRun1)], 'none')
  expect((await likingProcess(memory).likes(inRun(1))).events).toEqual([])
  const inThird = { state: ['ana'], revision: 1 }
  expect(await likingProcess(memory).likes(inRun(3))).toMatchObject(inThird)
  // Unliked since: the retries still have the results of their runs.
  const retry = (run: number) => likingProcess(memory).likes({ ...inRun(run), decide: () => [like('again')] })
  expect((await retry(1)).events).toEqual([])
  expect(await retry(3)).toMatchObject(inThird)
})

test('an event of a newer release matters only in the history of the run', async () => {
  memory.store('project-1', [storedEvent('ben', { version: 99 })], 'none')
  const { likes, load } = likingProcess(memory)
  for (const read of [likes(), load()]) await expect(read).rejects.toBeInstanceOf(UnsupportedEventVersion)
  expect(stored()).toHaveLength(1)
  expect(await likes(inRun(1))).toMatchObject({ state: ['ana'] })
})

test('a double click appends one event and gets one result', async () => {
  const { likes } = likingProcess(memory)
  const click = () => likes({ ...withKey('a'), ...always })
  const [first, second] = await Promise.all([click(), click()])
  expect(second).toEqual(first)
  expect(stored()).toHaveLength(1)
})

test('a later request with the same key gets the first result, also from another process', async () => {
  const { state, revision, position } = await likingProcess(memory).likes({ ...withKey('a'), ...always })
  memory.store('project-1', [storedEvent('ben')])
  const retried = await likingProcess(memory).likes({ ...withKey('a'), ...always })
  expect(retried).toMatchObject({ state, revision, position })
  expect(stored()).toHaveLength(2)
})

test('refuses the same key with another body, also in another process', async () => {
  const { likes } = likingProcess(memory)
  await likes(withKey('a'))
  for (const again of [
    likes({ ...withKey('b'), stream: 'project-2' }),
    likingProcess(memory).likes(withKey('b')),
  ])
    await expect(again).rejects.toMatchObject({ code: 'key-reused' })
})

test('a refused command may be retried with its key', async () => {
  const { likes } = likingProcess(memory)
  const decide = () => refuse('no-criterion', say('noCriterion'))
  await expect(likes({ ...withKey('a'), decide })).rejects.toMatchObject({ code: 'no-criterion' })
  expect(await likes(withKey('b'))).toMatchObject({ revision: 0 })
})

test('a retry finds the events of an append whose response was lost', async () => {
  let isLost = true
  const append: typeof memory.log.append = async (...args) => {
    const result = await memory.log.append(...args)
    if (isLost) throw new LogUnavailable('The response was lost.')
    return result
  }
  const { likes } = likingProcess({ log: { ...memory.log, append } })
  await expect(likes({ ...withKey('a'), ...always })).rejects.toThrow('The response was lost.')
  isLost = false
  expect(await likes({ ...withKey('a'), ...always })).toMatchObject({ revision: 0, state: ['ana'] })
  expect(stored()).toHaveLength(1)
})

test('refuses a command for a removed stream as not found', async () => {
  const removed = inMemoryEventLog(() => {
    throw new StreamRemoved('project-1')
  })
  await expect(likingProcess(removed).likes()).rejects.toMatchObject({ code: 'not-found' })
})

test('ignores event types that the fold does not handle, in any version, but counts them as revisions', async () => {
  const unknown = storedEvent('cy', { type: 'ProjectFeatured', version: 99 })
  memory.store('project-1', [storedEvent('ben'), unknown], 'none')
  const { likes, load } = likingProcess(memory)
  expect(await load()).toMatchObject({ state: ['ben'], revision: 1, position: 1n })
  expect(await likes()).toMatchObject({ state: ['ben', 'ana'], revision: 2 })
})
