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
  return { folder, write, left: async () => (await readdir(folder)).length }
}
const old = (index: number) => `2026-03-01T08-00-00.00${index}Z-reminder-0a1b2c3d.eml`

test('it looks once an hour', async () => {
  const time = { at: Date.parse('2026-03-10T12:00:00Z') }
  const { folder, write, left } = await folderOf(old(1))
  const sweep = outboxCleanup(folder, { now: () => time.at })
  const swept = async () => {
    sweep.start()
    await sweep.finished()
    return left()
  }
  expect(await swept()).toBe(0)
  await write(old(2))
  time.at += hour - 1
  expect(await swept()).toBe(1)
  time.at += 1
  expect(await swept()).toBe(0)
})

test('it removes a bounded number at a time, and goes on with the next letter', async () => {
  const { folder, left } = await folderOf(old(1), old(2), old(3))
  const sweep = outboxCleanup(folder, { now: () => Date.parse('2026-03-10T12:00:00Z') }, 2)
  sweep.start()
  await sweep.finished()
  expect(await left()).toBe(1)
  sweep.start()
  await sweep.finished()
  expect(await left()).toBe(0)
})

test('a folder that cannot be read harms nothing', async () => {
  const sweep = outboxCleanup('/nowhere/at/all', { now: Date.now })
  sweep.start()
  await expect(sweep.finished()).resolves.toBeUndefined()
})
