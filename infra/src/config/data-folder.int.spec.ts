import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { createDataFolder } from './data-folder.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('creates the folder and its parents for the owner only, and accepts an existing one', () => {
  const folder = join(freshFolder(), 'a', 'b')
  createDataFolder(folder)
  createDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test.each([
  ['', 'is a file; it must be a folder.'],
  ['below', 'is inside a file; it must be a folder.'],
])('names the variable when there is a file instead of the folder', (below, message) => {
  const file = join(freshFolder(), 'file')
  writeFileSync(file, '')
  const folder = join(file, below)
  expect(() => createDataFolder(folder)).toThrow(ConfigError)
  expect(() => createDataFolder(folder)).toThrow(`DATA_DIR ${folder} ${message}`)
})

test.runIf(existsSync('/proc/self'))('reports at once that the system cannot create the folder', () => {
  expect(() => createDataFolder('/proc/thirty/data')).toThrow(
    'DATA_DIR /proc/thirty/data cannot be created there.',
  )
})
