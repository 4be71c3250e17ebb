import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from './config.ts'
import { createDataFolder } from './data-folder.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the folder is made with those above it, for its owner only, and again is no fault', () => {
  const folder = join(freshFolder(), 'a', 'b')
  createDataFolder(folder)
  createDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test.each([
  ['', 'is a file; it must be a folder.'],
  ['below', 'lies below a file; it must be a folder.'],
])('a file where the folder should be is told by the name of its variable', (below, words) => {
  const file = join(freshFolder(), 'file')
  writeFileSync(file, '')
  const folder = join(file, below)
  expect(() => createDataFolder(folder)).toThrow(ConfigError)
  expect(() => createDataFolder(folder)).toThrow(`DATA_DIR ${folder} ${words}`)
})

test.runIf(existsSync('/proc/self'))('where the system makes no folders, that is said at once', () => {
  expect(() => createDataFolder('/proc/thirty/data')).toThrow(
    'DATA_DIR /proc/thirty/data cannot be made there.',
  )
})
