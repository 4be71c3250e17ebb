import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type * as Disk from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfigError } from './config-error.ts'
import { createDataFolder, readOrCreateSecret } from './data-folder.ts'

/** The flushed paths in order, the errors of opening and flushing by path, and what happens after a file was written. */
const disk = vi.hoisted(() => ({
  flushed: [] as string[],
  open: new Map<number, string>(),
  openErrors: new Map<string, string>(),
  flushErrors: new Map<string, string>(),
  afterWrite: () => {},
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
    writeFileSync: (path: string, content: string, options?: { flush?: boolean }) => {
      real.writeFileSync(path, content, options)
      if (!options?.flush) return
      disk.flushed.push(path)
      disk.afterWrite()
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
  disk.afterWrite = () => {}
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const secretIn = (folder: string) => readOrCreateSecret(folder, 'jwt-secret')

test('creates the folder for its owner only, and flushes the parent of every folder that it creates', () => {
  const folder = join(parent, 'a', 'b')
  createDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(disk.flushed).toEqual([parent, join(parent, 'a')])
  createDataFolder(folder)
  expect(disk.flushed).toHaveLength(2)
})

test.each([
  ['', 'is a file; it must be a folder.'],
  ['below', 'is inside a file; it must be a folder.'],
])('names the variable when there is a file instead of the folder', (below, message) => {
  const folder = join(parent, 'file', below)
  writeFileSync(join(parent, 'file'), '')
  expect(() => createDataFolder(folder)).toThrow(new ConfigError(`DATA_DIR ${folder} ${message}`))
})

test.runIf(existsSync('/proc/self'))('reports at once that the system cannot create the folder', () => {
  const folder = '/proc/thirty/data'
  expect(() => createDataFolder(folder)).toThrow(`DATA_DIR ${folder} cannot be created there.`)
})

test('flushes a new secret and its folder, gives it its name once it is complete, and keeps it', () => {
  const folder = join(parent, 'data')
  let filesAfterWrite: string[] = []
  disk.afterWrite = () => (filesAfterWrite = readdirSync(folder))
  const secret = secretIn(folder)
  expect(filesAfterWrite).toEqual([expect.stringMatching(/^jwt-secret\.\w{16}\.tmp$/)])
  expect(disk.flushed).toEqual([parent, join(folder, String(filesAfterWrite[0])), folder])
  expect(readFileSync(join(folder, 'jwt-secret'), 'utf8')).toBe(`${secret}\n`)
  expect(secretIn(folder)).toBe(secret)
  expect(disk.flushed).toHaveLength(3)
  expect(readdirSync(folder)).toEqual(['jwt-secret'])
})

test('the secret of another process that was first is used', () => {
  const other = 'o'.repeat(43)
  // It is created after this process has looked for it.
  disk.afterWrite = () => writeFileSync(join(parent, 'jwt-secret'), `${other}\n`)
  expect(secretIn(parent)).toBe(other)
  expect(readdirSync(parent)).toEqual(['jwt-secret'])
})

test.each([
  ['that is too short', (file: string) => writeFileSync(file, 'short')],
  [
    'whose file is a link to one that is not there',
    (file: string) => symlinkSync(`${file}-not-mounted`, file),
  ],
])('a secret %s is refused: it is never an empty text', (_what, create) => {
  create(join(parent, 'jwt-secret'))
  expect(() => secretIn(parent)).toThrow('damaged jwt-secret')
})

test.for([
  ...['EACCES', 'EPERM', 'EISDIR'].map((code) => ['openErrors', code] as const),
  ...['EINVAL', 'ENOTSUP', 'EPERM'].map((code) => ['flushErrors', code] as const),
])('starts although a folder has %s (%s)', ([errors, code]) => {
  const folder = join(parent, 'data')
  disk[errors].set(parent, code).set(folder, code)
  createDataFolder(folder)
  expect(secretIn(folder)).toHaveLength(43)
})

test('reports a failing disk', () => {
  const folder = join(parent, 'data')
  disk.flushErrors.set(dirname(folder), 'EIO')
  expect(() => createDataFolder(folder)).toThrow(`DATA_DIR ${folder} cannot be used (EIO).`)
})
