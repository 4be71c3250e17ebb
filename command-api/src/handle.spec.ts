import { UnsupportedEventVersion } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { refuse, Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { LogUnavailable, StreamRemoved, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { expect, test } from 'vitest'
import { createCommands, type Command } from './handle.ts'
import { deriveId, type CommandContext } from './idempotency.ts'
import { keptCommands } from './no-effect-commands.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'

const monday = Date.parse('2026-03-02T08:00:00Z')
const like = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })

type Likes = readonly string[]
const ana: CommandContext = { actor: 'ana', correlation: 'request-1', command: { id: 'c0ffee' } }
const withKey = (digest: string): CommandContext => ({ ...ana, command: { id: 'key-1', digest } })

const likeCommand = (
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
const storedEvent = (by: string, change: Partial<NewEvent> = {}): NewEvent => ({
  ...like(by),
  id: deriveId('stored', by),
  version: 1,
  at: '2026-03-01T00:00:00.000Z',
  metadata: { correlation: 'earlier', run: 7 },
  ...change,
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
const commandsOver = (memory: ReturnType<typeof inMemoryEventLog>) =>
  createCommands({ log: memory.log, clock: () => monday })

/** Returns the code of the refusal, any other error as it is, and `undefined` if nothing is thrown. */
const refusalCodeOf = async (result: Promise<unknown>) =>
  result.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

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

test('a command that changes nothing appends no event and returns the current position', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [storedEvent('ana')], 'none')
  expect(await commandsOver(memory).handle(likeCommand('ana'))).toMatchObject({
    revision: 0,
    position: 0n,
    events: [],
  })
  expect(memory.inStream('project-1')).toHaveLength(1)
})

test('a command that changes nothing in an empty stream returns position 0', async () => {
  const result = await commandsOver(inMemoryEventLog()).handle(likeCommand('ana', { decide: () => [] }))
  expect(result).toMatchObject({ revision: 'none', position: 0n })
})

test('a retried command that changed nothing changes nothing later, also in another process', async () => {
  const memory = inMemoryEventLog()
  memory.store('project-1', [storedEvent('ana')], 'none')
  const command = likeCommand('ana', { context: withKey('a') })
  const first = await commandsOver(memory).handle(command)
  expect(first.events).toEqual([])
  memory.store('project-1', [storedEvent('ben')], 0)
  const retried = await commandsOver(memory).handle({ ...command, decide: () => [like('ana')] })
  expect(retried).toMatchObject({ state: first.state, revision: 0, position: first.position, events: [] })
  expect(memory.inStream('project-1')).toHaveLength(2)
})

test('refuses the key of a command that changed nothing with another body, in another process', async () => {
  const memory = inMemoryEventLog()
  await commandsOver(memory).handle(likeCommand('ana', { context: withKey('a'), decide: () => [] }))
  const reused = commandsOver(memory).handle(
    likeCommand('ana', { context: withKey('b'), stream: 'project-2' }),
  )
  expect(await refusalCodeOf(reused)).toBe('key-reused')
})

test('commands without a key that change nothing are not remembered', async () => {
  const memory = inMemoryEventLog()
  await commandsOver(memory).handle(likeCommand('ana', { decide: () => [] }))
  expect(memory.inStream('commands-ana')).toEqual([])
})

test('a command that changed nothing is not confirmed if that cannot be stored', async () => {
  const { log } = inMemoryEventLog((stream) => {
    if (stream === 'commands-ana') throw new LogUnavailable('The disk is full.')
  })
  const { handle } = createCommands({ log, clock: () => monday })
  const idle = likeCommand('ana', { context: withKey('a'), decide: () => [] })
  expect(await refusalCodeOf(handle(idle))).toBeInstanceOf(LogUnavailable)
})

test('remembers the latest hundred commands of a user that changed nothing', async () => {
  const memory = inMemoryEventLog()
  const { handle } = commandsOver(memory)
  const idle = (number: number) => {
    const command = { id: `key-${number}`, digest: 'a' }
    return handle(likeCommand('ana', { context: { ...ana, command }, decide: () => [] }))
  }
  for (let number = 0; number < 2 * keptCommands; number += 1) await idle(number)
  const kept = memory.inStream('commands-ana')
  expect(kept).toHaveLength(keptCommands)
  expect(kept[0]?.revision).toBe(keptCommands)
  expect(kept.at(-1)?.metadata.causation).toBe(`key-${2 * keptCommands - 1}:a`)
})

test('commands of one user that change nothing at the same moment are all remembered', async () => {
  const memory = inMemoryEventLog()
  const processes = [commandsOver(memory), commandsOver(memory)]
  await Promise.all(
    processes.map(({ handle }, index) =>
      handle(
        likeCommand('ana', {
          context: { ...ana, command: { id: `key-${index}`, digest: 'a' } },
          stream: `project-${index}`,
          decide: () => [],
        }),
      ),
    ),
  )
  expect(memory.inStream('commands-ana')).toHaveLength(2)
})

test('a command that cannot be remembered, because other processes remember too many, is not decided again', async () => {
  const other = (stream: string) =>
    stream === 'commands-ana' && memory.store(stream, [storedEvent('ana', { id: crypto.randomUUID() })])
  const memory = inMemoryEventLog((stream) => void other(stream))
  let decisions = 0
  const decide = () => {
    decisions += 1
    return []
  }
  const idle = likeCommand('ana', { context: withKey('a'), decide })
  expect(await refusalCodeOf(commandsOver(memory).handle(idle))).toBe('too-many')
  expect(decisions).toBe(1)
})

test('a command is decided again after a version conflict', async () => {
  const memory = busyLog(3)
  const result = await commandsOver(memory).handle(likeCommand('ana'))
  expect(result.state).toEqual(['other2', 'other1', 'other0', 'ana'])
})

test('a command is refused after four version conflicts', async () => {
  expect(await refusalCodeOf(commandsOver(busyLog(4)).handle(likeCommand('ana')))).toBe('conflict')
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
  expect(
    await refusalCodeOf(handle(likeCommand('ana', { context: withKey('b'), stream: 'project-2' }))),
  ).toBe('key-reused')
  expect(
    await refusalCodeOf(commandsOver(memory).handle(likeCommand('ana', { context: withKey('b') }))),
  ).toBe('key-reused')
})

test('a refused command may be retried with its key', async () => {
  const { handle } = commandsOver(inMemoryEventLog())
  const refused = likeCommand('ana', {
    context: withKey('a'),
    decide: () => refuse('no-criterion', say('noCriterion')),
  })
  expect(await refusalCodeOf(handle(refused))).toBe('no-criterion')
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
  expect(await refusalCodeOf(commandsOver(memory).handle(likeCommand('ana')))).toBe('not-found')
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
