import { UnsupportedEventVersion } from '@thirty/contracts/events/event-definition.ts'
import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { LogUnavailable, StreamRemoved } from '@thirty/infra/event-log/event-log.ts'
import { expect, test } from 'vitest'
import { createCommands, type Command } from './handle.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import {
  monday,
  like,
  ana,
  withKey,
  likeCommand,
  storedEvent,
  commandsOver,
  type Likes,
} from '@thirty/command-api/testing/like-command.ts'

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
test('new events record the actor, the time, the cause and the run', async () => {
  const memory = inMemoryEventLog()
  const result = await commandsOver(memory).handle(likeCommand('ana'))
  expect(result).toMatchObject({ state: ['ana'], revision: 0, position: 0n })
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

test('a command is decided again after a version conflict', async () => {
  const memory = busyLog(3)
  const result = await commandsOver(memory).handle(likeCommand('ana'))
  expect(result.state).toEqual(['other2', 'other1', 'other0', 'ana'])
})

test('a command is refused after four version conflicts', async () => {
  await expect(commandsOver(busyLog(4)).handle(likeCommand('ana'))).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('concurrent commands for one stream are queued and do not conflict', async () => {
  const memory = inMemoryEventLog()
  const people = Array.from({ length: 40 }, (_, index) => `person ${index}`)
  const { handle } = commandsOver(memory)
  await Promise.all(
    people.map((by, index) => handle(likeCommand(by, { context: { ...ana, command: { id: `${index}` } } }))),
  )
  expect(memory.inStream('project-1').map(({ revision }) => revision)).toEqual(
    people.map((_, index) => index),
  )
})

test('irrelevant events do not affect the decision, but count as revisions', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [storedEvent('ana', { metadata: { correlation: 'earlier', run: 1 } })], 'none')
  const result = await commandsOver(memory).handle(
    likeCommand('ana', { isRelevant: ({ metadata }) => metadata.run === 7 }),
  )
  expect(result).toMatchObject({ state: ['ana'], revision: 1 })
})

const inRun = (run: number): Partial<Command<Likes, ProjectEvent>> => ({
  context: withKey('a'),
  run: () => run,
  isRelevant: ({ metadata }) => metadata.run === run,
})

test('a retry does not find the result of a command in the history of another run', async () => {
  const memory = inMemoryEventLog()
  await commandsOver(memory).handle(likeCommand('ana', inRun(1)))
  const later = await commandsOver(memory).handle(likeCommand('ana', inRun(3)))
  expect(later).toMatchObject({ state: ['ana'], revision: 1 })
  const repeated = await commandsOver(memory).handle(likeCommand('ana', inRun(3)))
  expect(repeated).toMatchObject({ state: ['ana'], revision: 1, position: later.position })
  expect(memory.inStream('project-1').map(({ metadata }) => metadata.run)).toEqual([1, 3])
})

test('the same command has other event ids in another run, so the log does not take it for a repeat', async () => {
  const memory = inMemoryEventLog()
  for (const run of [1, 3]) await commandsOver(memory).handle(likeCommand('ana', inRun(run)))
  expect(new Set(memory.inStream('project-1').map(({ id }) => id)).size).toBe(2)
})

test('a command that changed nothing in one run may change something in another run', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [storedEvent('ana', { metadata: { correlation: 'earlier', run: 1 } })], 'none')
  const first = await commandsOver(memory).handle(likeCommand('ana', inRun(1)))
  expect(first.events).toEqual([])
  const later = await commandsOver(memory).handle(likeCommand('ana', inRun(3)))
  expect(later).toMatchObject({ state: ['ana'], revision: 1 })
  // Unliked since: the retries still have the results of their runs.
  const retry = (run: number) => likeCommand('ana', { ...inRun(run), decide: () => [like('again')] })
  expect((await commandsOver(memory).handle(retry(1))).events).toEqual([])
  expect(await commandsOver(memory).handle(retry(3))).toMatchObject({ state: ['ana'], revision: 1 })
})

test('an event of a newer release in the history of another run does not matter', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [storedEvent('ben', { version: 99 })], 'none')
  expect(await commandsOver(memory).handle(likeCommand('ana', inRun(1)))).toMatchObject({ state: ['ana'] })
})

test('a double click appends one event and gets one result', async () => {
  const memory = inMemoryEventLog()
  const { handle } = commandsOver(memory)
  const click = () => handle(likeCommand('ana', { context: withKey('a'), decide: () => [like('ana')] }))
  const [first, second] = await Promise.all([click(), click()])
  expect(second).toEqual(first)
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('a later request with the same key gets the first result, also from another process', async () => {
  const memory = inMemoryEventLog()
  const command = likeCommand('ana', { context: withKey('a'), decide: () => [like('ana')] })
  const first = await commandsOver(memory).handle(command)
  memory.store('project-1', [storedEvent('ben')])
  const retried = await commandsOver(memory).handle(command)
  expect(retried).toMatchObject({ state: first.state, revision: first.revision, position: first.position })
  expect(memory.inStream('project-1')).toHaveLength(2)
})

test('refuses the same key with another body, also in another process', async () => {
  const memory = inMemoryEventLog()
  const { handle } = commandsOver(memory)
  await handle(likeCommand('ana', { context: withKey('a') }))
  await expect(
    handle(likeCommand('ana', { context: withKey('b'), stream: 'project-2' })),
  ).rejects.toMatchObject({ code: 'key-reused' })
  await expect(
    commandsOver(memory).handle(likeCommand('ana', { context: withKey('b') })),
  ).rejects.toMatchObject({ code: 'key-reused' })
})

test('a refused command may be retried with its key', async () => {
  const { handle } = commandsOver(inMemoryEventLog())
  const refused = likeCommand('ana', {
    context: withKey('a'),
    decide: () => refuse('no-criterion', say('noCriterion')),
  })
  await expect(handle(refused)).rejects.toMatchObject({ code: 'no-criterion' })
  expect(await handle(likeCommand('ana', { context: withKey('b') }))).toMatchObject({ revision: 0 })
})

test('a retry finds the events of an append whose response was lost', async () => {
  const memory = inMemoryEventLog()
  let isLost = true
  const log: typeof memory.log = {
    ...memory.log,
    append: async (...args) => {
      const result = await memory.log.append(...args)
      if (isLost) throw new LogUnavailable('The response was lost.')
      return result
    },
  }
  const { handle } = createCommands({ log, clock: () => monday })
  const command = likeCommand('ana', { context: withKey('a'), decide: () => [like('ana')] })
  await expect(handle(command)).rejects.toThrow('The response was lost.')
  isLost = false
  expect(await handle(command)).toMatchObject({ revision: 0, state: ['ana'] })
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('refuses a command for a removed stream as not found', async () => {
  const memory = inMemoryEventLog(() => {
    throw new StreamRemoved('project-1')
  })
  await expect(commandsOver(memory).handle(likeCommand('ana'))).rejects.toMatchObject({ code: 'not-found' })
})

test('throws for an event of a newer release, on commands and on loads', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [storedEvent('ben', { version: 99 })], 'none')
  await expect(commandsOver(memory).handle(likeCommand('ana'))).rejects.toBeInstanceOf(
    UnsupportedEventVersion,
  )
  await expect(commandsOver(memory).load('project-1', likeCommand('ana'))).rejects.toBeInstanceOf(
    UnsupportedEventVersion,
  )
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('ignores event types that the fold does not handle, in any version, but counts them as revisions', async () => {
  const memory = inMemoryEventLog()
  memory.store(
    'project-1',
    [storedEvent('ben'), storedEvent('cy', { type: 'ProjectFeatured', version: 99 })],
    'none',
  )
  const { state, revision, position } = await commandsOver(memory).load('project-1', likeCommand('ana'))
  expect([state, revision, position]).toEqual([['ben'], 1, 1n])
  const result = await commandsOver(memory).handle(likeCommand('ana'))
  expect([result.state, result.revision]).toEqual([['ben', 'ana'], 2])
})
