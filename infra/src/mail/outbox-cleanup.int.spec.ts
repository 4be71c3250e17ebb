import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { outboxCleanup } from './outbox-cleanup.ts'

const hour = 3_600_000

async function folderOf(...names: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-sweep-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string) => writeFile(join(folder, name), '')
  for (const name of names) await write(name)
  return { folder, write, countFiles: async () => (await readdir(folder)).length }
}
const old = (index: number) => `2026-03-01T08-00-00.00${index}Z-reminder-0a1b2c3d.eml`

test('cleans up at most once an hour', async () => {
  const time = { at: Date.parse('2026-03-10T12:00:00Z') }
  const { folder, write, countFiles } = await folderOf(old(1))
  const cleanup = outboxCleanup(folder, { now: () => time.at })
  const filesAfterCleanup = async () => {
    cleanup.start()
    await cleanup.finished()
    return countFiles()
  }
  expect(await filesAfterCleanup()).toBe(0)
  await write(old(2))
  time.at += hour - 1
  expect(await filesAfterCleanup()).toBe(1)
  time.at += 1
  expect(await filesAfterCleanup()).toBe(0)
})

test('deletes a limited number of files at a time, and continues with the next message', async () => {
  const { folder, countFiles } = await folderOf(old(1), old(2), old(3))
  const cleanup = outboxCleanup(folder, { now: () => Date.parse('2026-03-10T12:00:00Z') }, 2)
  cleanup.start()
  await cleanup.finished()
  expect(await countFiles()).toBe(1)
  cleanup.start()
  await cleanup.finished()
  expect(await countFiles()).toBe(0)
})

test('ignores a folder that cannot be read', async () => {
  const cleanup = outboxCleanup('/nowhere/at/all', { now: Date.now })
  cleanup.start()
  await expect(cleanup.finished()).resolves.toBeUndefined()
})
