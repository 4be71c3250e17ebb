import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child-process.mjs'
import { outdatedPackages } from './minimum-versions.mjs'
import { readLockfile } from './lockfile.mjs'

type Package = { version?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }
const packages = readLockfile().packages as Record<string, Package>

test('contains no package with a known vulnerability that untrusted input could reach', () => {
  expect(outdatedPackages(packages)).toEqual([])
})

test.for([
  ['sharp', '0.35.3'],
  ['sharp', '0.9.9'],
  ['multer', '1.99.99'],
  ['ws', '8.21.0-beta.1'],
] as const)('reports %s %s as too old, even beside a newer version', ([name, version]) => {
  const path = `node_modules/elsewhere/node_modules/${name}`
  expect(outdatedPackages({ ...packages, [path]: { version } })).toEqual([
    expect.stringContaining(`${path} is ${version}, and must be`),
  ])
})

test('packages run installation scripts only after a review', () => {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(withScripts.filter((name) => allowScripts[name] === undefined)).toEqual([])
})
