import { silentLogger } from '@thirty/infra/logger.ts'
import { expect, test, vi } from 'vitest'
import { backgroundTasks } from './background-tasks.ts'

const outputOf = () => ({ error: vi.fn<() => void>(), warn: vi.fn<() => void>() })

test('a task begins when its caller has gone on, and the end waits for it', async () => {
  const told: string[] = []
  const { runInBackground: later, drain: done } = backgroundTasks(silentLogger)
  later(async () => {
    told.push('begun')
    await Promise.resolve()
    later(async () => void told.push('another'))
  })
  told.push('answered')
  await Promise.resolve()
  expect(told).toEqual(['answered'])
  await done()
  expect(told).toEqual(['answered', 'begun', 'another'])
})

test('what goes wrong is told, and harms nothing else', async () => {
  const output = outputOf()
  const { runInBackground: later, drain: done } = backgroundTasks(output)
  const problem = new Error('odd')
  later(() => Promise.reject(problem))
  await done()
  expect(output.error).toHaveBeenCalledWith({ err: problem }, expect.any(String))
})

test('no more than there is room for is kept, and that is said once', async () => {
  const output = outputOf()
  const { runInBackground: later, drain: done } = backgroundTasks(output, { maxConcurrent: 1, maxQueued: 1 })
  const door = Promise.withResolvers<void>()
  const task = vi.fn<() => Promise<void>>(() => door.promise)
  for (let count = 0; count < 5; count += 1) later(task)
  await vi.waitFor(() => expect(output.warn).toHaveBeenCalledTimes(1))
  door.resolve()
  await done()
  expect(task).toHaveBeenCalledTimes(2)
})
