import type { Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { onTestFinished, vi } from 'vitest'

/** Calls a function before each flush of a file or folder until the end of the test. `folder` is any folder. */
export async function watchFlushes(folder: string, onFlush: (flushed: Stats) => unknown): Promise<void> {
  const handle = await open(folder)
  // The prototype of open files, which no module exports.
  const files: typeof handle = Object.getPrototypeOf(handle)
  await handle.close()
  const flush = Reflect.get(files, 'sync')
  const spy = vi.spyOn(files, 'sync').mockImplementation(async function (this: typeof handle) {
    await onFlush(await this.stat())
    await flush.call(this)
  })
  onTestFinished(() => spy.mockRestore())
}
