import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolder } from './atomic-file.ts'

test('every new folder is flushed into its parent folder, and an existing folder is left alone', async () => {
  const data = await temporaryFolder()
  const handle = await open(data)
  // The prototype of an open file, which no module exports.
  const files: typeof handle = Object.getPrototypeOf(handle)
  await handle.close()
  const flushed: number[] = []
  const spy = vi.spyOn(files, 'sync').mockImplementation(async function (this: typeof handle) {
    flushed.push((await this.stat()).ino)
  })
  onTestFinished(() => spy.mockRestore())
  const holding = [join(data, 'a', 'b'), join(data, 'a'), data]
  await createFolder(join(data, 'a', 'b', 'c'))
  await createFolder(join(data, 'a', 'b', 'c'))
  const above = await Promise.all(holding.map((folder) => stat(folder)))
  expect(flushed).toEqual(above.map(({ ino }) => ino))
  expect((await stat(join(data, 'a', 'b', 'c'))).mode & 0o777).toBe(0o700)
})
