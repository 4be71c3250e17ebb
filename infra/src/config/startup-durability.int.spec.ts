import { mkdtempSync, rmSync } from 'node:fs'
import type * as Disk from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDataFolder } from './data-folder.ts'
import { loadOrCreateSecret } from './stored-secret.ts'

/** The flushed paths in order, and the errors of opening and flushing by path. */
const disk = vi.hoisted(() => ({
  flushed: [] as string[],
  open: new Map<number, string>(),
  openErrors: new Map<string, string>(),
  flushErrors: new Map<string, string>(),
}))

vi.mock('node:fs', async (load) => {
  const real = await load<typeof Disk>()
  const failWith = (code: string | undefined) => {
    if (code !== undefined) throw Object.assign(new Error(code), { code })
  }
  return {
    ...real,
    openSync: (path: string, ...how: [string]) => {
      failWith(disk.openErrors.get(path))
      const handle = real.openSync(path, ...how)
      disk.open.set(handle, path)
      return handle
    },
    fsyncSync: (handle: number) => {
      const path = disk.open.get(handle) ?? ''
      failWith(disk.flushErrors.get(path))
      real.fsyncSync(handle)
      disk.flushed.push(path)
    },
  }
})

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'thirty-flushed-'))
  for (const map of [disk.open, disk.openErrors, disk.flushErrors]) map.clear()
  disk.flushed.length = 0
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const secretIn = (folder: string) => loadOrCreateSecret(folder, 'jwt-secret', (message) => new Error(message))

test('flushes the parent of every folder that it creates, and nothing for existing folders', () => {
  const folder = join(parent, 'a', 'b')
  createDataFolder(folder)
  expect(disk.flushed).toEqual([parent, join(parent, 'a')])
  createDataFolder(folder)
  expect(disk.flushed).toHaveLength(2)
})

test('flushes a new secret and its folder before it returns, and an existing one not again', () => {
  const folder = join(parent, 'data')
  const { secret } = secretIn(folder)
  // It gets its name when it is complete.
  expect(disk.flushed).toEqual([parent, expect.stringMatching(/\/jwt-secret\.\w{16}\.tmp$/), folder])
  expect(secretIn(folder).secret).toBe(secret)
  expect(disk.flushed).toHaveLength(3)
})

test.for(['EACCES', 'EPERM', 'EISDIR'])('starts although a folder cannot be opened (%s)', (code) => {
  const folder = join(parent, 'data')
  disk.openErrors.set(parent, code).set(folder, code)
  createDataFolder(folder)
  expect(secretIn(folder).secret).toHaveLength(43)
})

test.for(['EINVAL', 'ENOTSUP', 'EPERM'])('starts although folders cannot be flushed (%s)', (code) => {
  const folder = join(parent, 'data')
  disk.flushErrors.set(parent, code).set(folder, code)
  createDataFolder(folder)
  expect(secretIn(folder).secret).toHaveLength(43)
})

test('reports a failing disk', () => {
  const folder = join(parent, 'data')
  disk.flushErrors.set(dirname(folder), 'EIO')
  expect(() => createDataFolder(folder)).toThrow(`DATA_DIR ${folder} cannot be used (EIO).`)
})
