import { UnsupportedEventVersion } from '@thirty/contracts/events/event-definition.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import {
  LogUnavailable,
  StreamRemoved,
  type EventLog,
  type NewEvent,
  type RecordedEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Command } from './fold.ts'
import { createCommands, keptCommands } from './handle.ts'
import { deriveId, type CommandContext } from './idempotency.ts'

type LikeCommand = Command<readonly string[], ProjectEvent>

const like = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })

/** Ana's request, with an idempotency key and the digest of its body if there is one. */
const ana = (id = 'c0ffee', digest?: string): CommandContext => ({
  actor: 'ana',
  correlation: 'request-1',
  command: { id, ...(digest !== undefined && { digest }) },
})
/** Ana's request with a key, whose body has this digest. */
const withKey = (digest: string, id = 'key-1') => ({ context: ana(id, digest) })

const likeCommand = (by: string, change: Partial<LikeCommand>): LikeCommand => ({
  events: projectEvents,
  initial: [],
  evolve: (likes, event) => (event.type === 'ProjectLiked' ? [...likes, event.data.by] : likes),
  stream: 'project-1',
  context: ana(),
  run: () => 7,
  decide: (likes) => (likes.includes(by) ? [] : [like(by)]),
  ...change,
})

/** A process over a log. `likes` are the commands of a user, by default Ana's, with what is special about them. */
function likingProcess({ log }: { log: EventLog }) {
  const { handle, load } = createCommands({ log, clock: () => Date.parse('2026-03-02T08:00:00Z') })
  return {
    likes: (change: Partial<LikeCommand> = {}, by = 'ana') => handle(likeCommand(by, change)),
    load: () => load('project-1', likeCommand('ana', {})),
  }
}

const storedEvent = (by: string, change: Partial<NewEvent> = {}): NewEvent => ({
  ...like(by),
  id: deriveId('stored', by),
  version: 1,
  at: '2026-03-01T00:00:00.000Z',
  metadata: { correlation: 'earlier', run: 7 },
  ...change,
})

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
  const decide = () => refuse('no-criterion', 'noCriterion')
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

const remembered = () => memory.inStream('commands-ana')
const idle = { decide: () => [] }

test('a command that changes nothing appends no event, returns the current position, and is not remembered without a key', async () => {
  const { likes } = likingProcess(memory)
  expect(await likes(idle)).toMatchObject({ revision: 'none', position: 0n })
  memory.store('project-1', [storedEvent('ana')], 'none')
  expect(await likes()).toMatchObject({ revision: 0, position: 0n, events: [] })
  expect([memory.inStream('project-1').length, remembered()]).toEqual([1, []])
})

test('a retried command that changed nothing changes nothing later, also in another process', async () => {
  memory.store('project-1', [storedEvent('ana')], 'none')
  const { state, position, events } = await likingProcess(memory).likes(withKey('a'))
  expect(events).toEqual([])
  memory.store('project-1', [storedEvent('ben')], 0)
  const retried = await likingProcess(memory).likes({ ...withKey('a'), decide: () => [like('ana')] })
  expect(retried).toMatchObject({ state, revision: 0, position, events: [] })
  expect(memory.inStream('project-1')).toHaveLength(2)
})

test('refuses the key of a command that changed nothing with another body, in another process', async () => {
  await likingProcess(memory).likes({ ...withKey('a'), ...idle })
  const reused = likingProcess(memory).likes({ ...withKey('b'), stream: 'project-2' })
  await expect(reused).rejects.toMatchObject({ code: 'key-reused' })
})

test('a command that changed nothing is not confirmed if that cannot be stored', async () => {
  const full = inMemoryEventLog((stream) => {
    if (stream === 'commands-ana') throw new LogUnavailable('The disk is full.')
  })
  await expect(likingProcess(full).likes({ ...withKey('a'), ...idle })).rejects.toBeInstanceOf(LogUnavailable)
})

test('remembers the latest hundred commands of a user that changed nothing', async () => {
  const { likes } = likingProcess(memory)
  for (let number = 0; number < 2 * keptCommands; number += 1)
    await likes({ ...withKey('a', `key-${number}`), ...idle })
  expect(remembered()).toHaveLength(keptCommands)
  expect(remembered()[0]?.revision).toBe(keptCommands)
  expect(remembered().at(-1)?.metadata.causation).toBe(`key-${2 * keptCommands - 1}:a`)
})

test('a command that changed nothing is confirmed although those before it cannot be truncated', async () => {
  const truncate = vi.fn<EventLog['truncate']>(() => Promise.reject(new LogUnavailable('The disk is full.')))
  const { likes } = likingProcess({ log: { ...memory.log, truncate } })
  for (let number = 0; number < 2 * keptCommands; number += 1)
    await likes({ ...withKey('a', `key-${number}`), ...idle })
  expect(truncate).toHaveBeenCalledOnce()
  expect(remembered()).toHaveLength(2 * keptCommands)
})

test('commands of one user that change nothing at the same moment are all remembered', async () => {
  const processes = [likingProcess(memory), likingProcess(memory)]
  await Promise.all(
    processes.map(({ likes }, index) =>
      likes({ ...withKey('a', `key-${index}`), stream: `project-${index}`, ...idle }),
    ),
  )
  expect(remembered()).toHaveLength(2)
})

test('a process remembers any number of commands of one user that change nothing at the same moment', async () => {
  const { likes } = likingProcess(memory)
  const streams = Array.from({ length: 20 }, (_, index) => `project-${index}`)
  await Promise.all(streams.map((stream) => likes({ ...withKey('a', stream), stream, ...idle })))
  expect(remembered()).toHaveLength(20)
})

test('a command that cannot be remembered, because other processes remember too many, is not decided again', async () => {
  const other = (stream: string) =>
    stream === 'commands-ana' && busy.store(stream, [storedEvent('ana', { id: crypto.randomUUID() })])
  const busy = inMemoryEventLog((stream) => void other(stream))
  const decide = vi.fn<() => []>(() => [])
  await expect(likingProcess(busy).likes({ ...withKey('a'), decide })).rejects.toMatchObject({
    code: 'too-many',
  })
  expect(decide).toHaveBeenCalledOnce()
})
