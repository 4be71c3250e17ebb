import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { expect, test } from 'vitest'
import { createCommands } from './handle.ts'
import { keptCommands } from './no-effect-commands.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import {
  monday,
  like,
  ana,
  withKey,
  likeCommand,
  storedEvent,
  commandsOver,
} from '@thirty/command-api/testing/like-command.ts'

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
  await expect(reused).rejects.toMatchObject({ code: 'key-reused' })
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
  await expect(handle(idle)).rejects.toBeInstanceOf(LogUnavailable)
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
  await expect(commandsOver(memory).handle(idle)).rejects.toMatchObject({ code: 'too-many' })
  expect(decisions).toBe(1)
})
