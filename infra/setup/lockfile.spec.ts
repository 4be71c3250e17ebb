import { expect, test } from 'vitest'
import { missingEntries, readLockfile } from './lockfile.mjs'

test('the lockfile knows the packages of every platform, so that npm ci accepts it everywhere', () => {
  expect(missingEntries(readLockfile().packages)).toEqual({})
})

test('a package of another platform that npm forgot is written back with its platform', () => {
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
