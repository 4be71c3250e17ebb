import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { watchFlushes } from '@thirty/infra/testing/flushed-files.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test } from 'vitest'
import { createFolder } from './atomic-file.ts'

test('every new folder is flushed into its parent folder, and an existing folder is left alone', async () => {
  const data = await temporaryFolder()
  const flushed: number[] = []
  await watchFlushes(data, ({ ino }) => flushed.push(ino))
  const holding = [join(data, 'a', 'b'), join(data, 'a'), data]
  await createFolder(join(data, 'a', 'b', 'c'))
  await createFolder(join(data, 'a', 'b', 'c'))
  const above = await Promise.all(holding.map((folder) => stat(folder)))
  expect(flushed).toEqual(above.map(({ ino }) => ino))
  expect((await stat(join(data, 'a', 'b', 'c'))).mode & 0o777).toBe(0o700)
})
