import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import { resetTo, restoredTo } from '@thirty/command-api/testing/challenge-events.ts'
import { logProcess } from '@thirty/command-api/testing/log-process.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { ana } from '@thirty/command-api/testing/people.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { expect, test } from 'vitest'

test('a submission reads the project of its day once in each run of the history', async () => {
  const { log, store } = inMemoryEventLog()
  const reads: string[] = []
  const read: typeof log.read = (stream, ...from) => {
    if (stream.startsWith(projectStream(''))) reads.push(stream)
    return log.read(stream, ...from)
  }
  const { submit } = logProcess({ ...log, read })
  await submit(ana, 4)
  expect(reads.splice(0)).toEqual([`project-r1-d4-${ana}`])

  const restored = restoredTo(3, { safety: 'b2', of: 2, restored: 'b1', parent: { run: 1 } })
  for (const { type, data } of [...resetTo(2, 'b1', 1), ...restored])
    store('challenge', [createNewEvent(type, data, { at: 0 })])
  await submit(ana, 5)
  expect(reads).toEqual([`project-r1-d5-${ana}`, `project-r3-d5-${ana}`])
})
