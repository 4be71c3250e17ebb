import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { expect, test, vi } from 'vitest'
import { backgroundTasks } from './background-tasks.ts'

const fakeLogger = () => ({ error: vi.fn<() => void>(), warn: vi.fn<() => void>() })

test('a task starts after its caller has responded, and drain waits for it', async () => {
  const steps: string[] = []
  const { runInBackground, drain } = backgroundTasks(silentLogger)
  runInBackground(async () => {
    steps.push('task')
    await Promise.resolve()
    runInBackground(async () => void steps.push('nested task'))
  })
  steps.push('response')
  await Promise.resolve()
  expect(steps).toEqual(['response'])
  await drain()
  expect(steps).toEqual(['response', 'task', 'nested task'])
})

test.each([new Error('odd'), untranslated('busy', 'Another part is busy.')])(
  'an error in a task is logged, and a task that started was not dropped: %s',
  async (problem) => {
    const logger = fakeLogger()
    const { runInBackground, drain } = backgroundTasks(logger)
    const onDropped = vi.fn<() => void>()
    runInBackground(() => Promise.reject(problem), onDropped)
    await drain()
    expect(onDropped).not.toHaveBeenCalled()
    expect(logger.error).toHaveBeenCalledWith({ err: problem }, expect.any(String))
  },
)

test('tasks beyond the limit are dropped, with one warning', async () => {
  const logger = fakeLogger()
  const { runInBackground, drain } = backgroundTasks(logger, { maxConcurrent: 1, maxQueued: 1 })
  const blocked = Promise.withResolvers<void>()
  const task = vi.fn<() => Promise<void>>(() => blocked.promise)
  const onDropped = vi.fn<() => void>()
  for (let count = 0; count < 5; count += 1) runInBackground(task, onDropped)
  await vi.waitFor(() => expect(logger.warn).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(onDropped).toHaveBeenCalledTimes(3))
  blocked.resolve()
  await drain()
  expect(task).toHaveBeenCalledTimes(2)
})
