import { UnsupportedEventVersion } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/events/project.ts'
import { refuse, Refusal } from '@thirty/contracts/refusals.ts'
import { LogUnavailable, StreamRemoved, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { expect, test } from 'vitest'
import { createCommands, type Command } from './handle.ts'
import type { CommandContext } from './idempotency.ts'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'

const monday = Date.parse('2026-03-02T08:00:00Z')
const like = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })

type Likes = readonly string[]
const ana: CommandContext = { actor: 'ana', correlation: 'request-1', command: { id: 'c0ffee' } }
const withKey = (digest: string): CommandContext => ({ ...ana, command: { id: 'key-1', digest } })

const liking = (
  by: string,
  change: Partial<Command<Likes, ProjectEvent>> = {},
): Command<Likes, ProjectEvent> => ({
  events: projectEvents,
  initial: [],
  evolve: (likes, event) => (event.type === 'ProjectLiked' ? [...likes, event.data.by] : likes),
  stream: 'project-1',
  context: ana,
  run: () => 7,
  decide: (likes) => (likes.includes(by) ? [] : [like(by)]),
  ...change,
})
const stored = (by: string, change: Partial<NewEvent> = {}): NewEvent => ({
  ...like(by),
  id: `00000000-0000-0000-0000-0000000000${by.length}${by.length}`,
  version: 1,
  at: '2026-03-01T00:00:00.000Z',
  metadata: { correlation: 'earlier', run: 7 },
  ...change,
})

/** Somebody else who likes the project right before each of our appends, so many times. */
function busyLog(times: number) {
  let left = times
  const log = inMemoryEventLog((stream) => {
    if (left === 0) return
    left -= 1
    log.store(stream, [stored(`other${left}`)], 'any')
  })
  return log
}
const over = (memory: ReturnType<typeof inMemoryEventLog>) =>
  createCommands({ log: memory.log, clock: () => monday })

const refusalOf = async (doing: Promise<unknown>) =>
  doing.then(
    () => undefined,
    (problem: unknown) => (problem instanceof Refusal ? problem.code : problem),
  )

test('what is decided is appended with who, when, why and in which run', async () => {
  const memory = inMemoryEventLog()
  const done = await over(memory).handle(liking('ana'))
  expect(done).toMatchObject({ state: ['ana'], revision: 0, position: 0n })
  expect(memory.inStream('project-1')).toEqual([
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

test('no change is no event, and answers the present place', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [stored('ana')], 'none')
  expect(await over(memory).handle(liking('ana'))).toMatchObject({ revision: 0, position: 0n, events: [] })
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('no change in an empty stream answers the lowest place that can be asked for', async () => {
  const done = await over(inMemoryEventLog()).handle(liking('ana', { decide: () => [] }))
  expect(done).toMatchObject({ revision: 'none', position: 0n })
})

test('a command decides again after a version conflict', async () => {
  const memory = busyLog(3)
  const done = await over(memory).handle(liking('ana'))
  expect(done.state).toEqual(['other2', 'other1', 'other0', 'ana'])
})

test('who is overtaken four times gives up with a conflict', async () => {
  expect(await refusalOf(over(busyLog(4)).handle(liking('ana')))).toBe('conflict')
})

test('a refusal upon the second look is the answer', async () => {
  const command = liking('ana', {
    decide: (likes) => (likes.length > 0 ? refuse('day-already-taken', 'Taken') : [like('ana')]),
  })
  expect(await refusalOf(over(busyLog(1)).handle(command))).toBe('day-already-taken')
})

test('a crowd at one stream waits in turn and nobody meets a conflict', async () => {
  const memory = inMemoryEventLog()
  const people = Array.from({ length: 40 }, (_, index) => `person ${index}`)
  const { handle } = over(memory)
  await Promise.all(
    people.map((by, index) => handle(liking(by, { context: { ...ana, command: { id: `${index}` } } }))),
  )
  expect(memory.inStream('project-1').map(({ revision }) => revision)).toEqual(
    people.map((_, index) => index),
  )
})

test('events that do not count do not reach the decision, but do count as revisions', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [stored('ana', { metadata: { correlation: 'earlier', run: 1 } })], 'none')
  const done = await over(memory).handle(liking('ana', { isRelevant: ({ metadata }) => metadata.run === 7 }))
  expect(done).toMatchObject({ state: ['ana'], revision: 1 })
})

test('a double click is one event and one answer', async () => {
  const memory = inMemoryEventLog()
  const { handle } = over(memory)
  const click = () => handle(liking('ana', { context: withKey('a'), decide: () => [like('ana')] }))
  const [first, second] = await Promise.all([click(), click()])
  expect(second).toEqual(first)
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('the same key later is answered as the first time, also by another process', async () => {
  const memory = inMemoryEventLog()
  const command = liking('ana', { context: withKey('a'), decide: () => [like('ana')] })
  const first = await over(memory).handle(command)
  memory.store('project-1', [stored('ben')], 'any')
  const again = await over(memory).handle(command)
  expect(again).toMatchObject({ state: first.state, revision: first.revision, position: first.position })
  expect(memory.inStream('project-1')).toHaveLength(2)
})

test('the same key with another body is refused, also by another process', async () => {
  const memory = inMemoryEventLog()
  const { handle } = over(memory)
  await handle(liking('ana', { context: withKey('a') }))
  expect(await refusalOf(handle(liking('ana', { context: withKey('b'), stream: 'project-2' })))).toBe(
    'key-reused',
  )
  expect(await refusalOf(over(memory).handle(liking('ana', { context: withKey('b') })))).toBe('key-reused')
})

test('a refused command may be tried again with its key', async () => {
  const { handle } = over(inMemoryEventLog())
  const refused = liking('ana', { context: withKey('a'), decide: () => refuse('no-criterion', 'None') })
  expect(await refusalOf(handle(refused))).toBe('no-criterion')
  expect(await handle(liking('ana', { context: withKey('b') }))).toMatchObject({ revision: 0 })
})

test('an append whose answer was lost is found again and not decided twice', async () => {
  const memory = inMemoryEventLog()
  let isLost = true
  const log: typeof memory.log = {
    ...memory.log,
    append: async (...asked) => {
      const answer = await memory.log.append(...asked)
      if (isLost) throw new LogUnavailable('The answer was lost.')
      return answer
    },
  }
  const { handle } = createCommands({ log, clock: () => monday })
  const command = liking('ana', { context: withKey('a'), decide: () => [like('ana')] })
  await expect(handle(command)).rejects.toThrow('The answer was lost.')
  isLost = false
  expect(await handle(command)).toMatchObject({ revision: 0, state: ['ana'] })
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('a stream that was removed is not there', async () => {
  const memory = inMemoryEventLog(() => {
    throw new StreamRemoved('project-1')
  })
  expect(await refusalOf(over(memory).handle(liking('ana')))).toBe('not-found')
})

test('an event of a newer release is not guessed at', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [stored('ana', { version: 2 })], 'none')
  await expect(over(memory).handle(liking('ana'))).rejects.toThrow('ProjectLiked has version 2')
})

test('an event that a newer release wrote ends the command, instead of being misread', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [stored('ben', { version: 99 })], 'none')
  await expect(over(memory).handle(liking('ana'))).rejects.toBeInstanceOf(UnsupportedEventVersion)
  await expect(over(memory).load('project-1', liking('ana'))).rejects.toBeInstanceOf(UnsupportedEventVersion)
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('a type that the fold does not name is ignored, whatever its version, and counts as a revision', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [stored('ben'), stored('cy', { type: 'ProjectFeatured', version: 99 })], 'none')
  const { state, revision, position } = await over(memory).load('project-1', liking('ana'))
  expect([state, revision, position]).toEqual([['ben'], 1, 1n])
  const result = await over(memory).handle(liking('ana'))
  expect([result.state, result.revision]).toEqual([['ben', 'ana'], 2])
})
