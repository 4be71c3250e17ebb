import { expect, test } from 'vitest'
import { missingEntries, readLockfile } from './lockfile.mjs'

test('the lockfile contains the packages of every platform, so that npm ci works everywhere', () => {
  expect(missingEntries(readLockfile().packages)).toEqual({})
})

test('restores the entry of a package for another platform that npm left out', () => {
  const packages = {
    'node_modules/linter': {
      version: '1.2.3',
      dev: true,
      optionalDependencies: { 'linter-linux-x64-musl': '1.2.3', 'linter-darwin-arm64': '1.2.3' },
    },
    'node_modules/linter-darwin-arm64': { version: '1.2.3', optional: true },
  }
  expect(missingEntries(packages)).toEqual({
    'node_modules/linter-linux-x64-musl': {
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
  })
})
