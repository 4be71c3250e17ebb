import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleHistory } from '@thirty/command-api/testing/backup-files.ts'
import { expect, onTestFinished, test } from 'vitest'
import { exampleBackupFile } from '../testing/example-backup-file.ts'
import { verifyFile } from './verify.ts'

async function fileWith(content: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-verify-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'backup.ndjson.gz')
  await writeFile(path, content)
  return path
}

test('reports what an intact file contains', async () => {
  const seen: number[] = []
  const path = await fileWith(await exampleBackupFile())
  const report = await verifyFile(path, { onProgress: ({ events }) => seen.push(events) })
  expect(report).toMatchObject({
    isIntact: true,
    formatVersion: 1,
    events: exampleHistory.length,
    header: { name: 'Halfway', statistics: { totalProjects: 2, totalParticipants: 2 } },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(seen.at(-1)).toBe(exampleHistory.length)
})

test('reports why a damaged file must not be used', async () => {
  const file = await exampleBackupFile()
  expect(await verifyFile(await fileWith(file.subarray(0, 200)))).toEqual({
    isIntact: false,
    reason: 'The file is incomplete, or its end is damaged.',
  })
})

test('an event that lies in the future by the clock of this machine is refused', async () => {
  const report = await verifyFile(await fileWith(await exampleBackupFile()), { clock: () => 0 })
  expect(report).toEqual({ isIntact: false, reason: 'The event in line 2 lies in the future.' })
})

test('a file that is missing is an error of the file system', async () => {
  await expect(verifyFile('/nowhere/backup.gz')).rejects.toMatchObject({ code: 'ENOENT' })
})
