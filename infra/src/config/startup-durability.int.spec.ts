import { mkdtempSync, rmSync } from 'node:fs'
import type * as Disk from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDataFolder } from './data-folder.ts'
import { loadOrCreateSecret } from './stored-secret.ts'

/** What was flushed, in its order; and what the disk answers where a folder is opened or flushed. */
const disk = vi.hoisted(() => ({
  flushed: [] as string[],
  open: new Map<number, string>(),
  closed: new Map<string, string>(),
  broken: new Map<string, string>(),
}))

vi.mock('node:fs', async (load) => {
  const real = await load<typeof Disk>()
  const failing = (code: string | undefined) => {
    if (code !== undefined) throw Object.assign(new Error(code), { code })
  }
  return {
    ...real,
    openSync: (path: string, ...how: [string]) => {
      failing(disk.closed.get(path))
      const handle = real.openSync(path, ...how)
      disk.open.set(handle, path)
      return handle
    },
    fsyncSync: (handle: number) => {
      const path = disk.open.get(handle) ?? ''
      failing(disk.broken.get(path))
      real.fsyncSync(handle)
      disk.flushed.push(path)
    },
  }
})

let above: string
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'thirty-flushed-'))
  for (const noted of [disk.open, disk.closed, disk.broken]) noted.clear()
  disk.flushed.length = 0
})
afterEach(() => rmSync(above, { recursive: true, force: true }))

const secretIn = (folder: string) => loadOrCreateSecret(folder, 'jwt-secret', (words) => new Error(words))

test('each folder that was made for the data is flushed into the one above it, and only then', () => {
  const folder = join(above, 'a', 'b')
  createDataFolder(folder)
  expect(disk.flushed).toEqual([above, join(above, 'a')])
  createDataFolder(folder)
  expect(disk.flushed).toHaveLength(2)
})

test('a secret is flushed with its name before it is told, and only when it was made', () => {
  const folder = join(above, 'data')
  const { secret, file } = secretIn(folder)
  expect(disk.flushed).toEqual([above, file, folder])
  expect(secretIn(folder).secret).toBe(secret)
  expect(disk.flushed).toHaveLength(3)
})

test.for(['EACCES', 'EPERM', 'EISDIR'])('where a folder cannot be opened (%s), the start goes on', (code) => {
  const folder = join(above, 'data')
  disk.closed.set(above, code).set(folder, code)
  createDataFolder(folder)
  expect(secretIn(folder).secret).toHaveLength(43)
})

test.for(['EINVAL', 'ENOTSUP', 'EPERM'])(
  'where folders cannot be flushed (%s), the start goes on',
  (code) => {
    const folder = join(above, 'data')
    disk.broken.set(above, code).set(folder, code)
    createDataFolder(folder)
    expect(secretIn(folder).secret).toHaveLength(43)
  },
)

test('a disk that fails is told', () => {
  const folder = join(above, 'data')
  disk.broken.set(dirname(folder), 'EIO')
  expect(() => createDataFolder(folder)).toThrow(`DATA_DIR ${folder} cannot be used (EIO).`)
})
