import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { keptCommands } from './no-effect-commands.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { like, likingProcess, storedEvent, withKey } from '@thirty/command-api/testing/like-command.ts'

let memory: ReturnType<typeof inMemoryEventLog>
beforeEach(() => {
  memory = inMemoryEventLog()
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

test('commands of one user that change nothing at the same moment are all remembered', async () => {
  const processes = [likingProcess(memory), likingProcess(memory)]
  await Promise.all(
    processes.map(({ likes }, index) =>
      likes({ ...withKey('a', `key-${index}`), stream: `project-${index}`, ...idle }),
    ),
  )
  expect(remembered()).toHaveLength(2)
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
