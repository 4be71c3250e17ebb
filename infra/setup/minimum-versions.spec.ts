import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child-process.mjs'
import { outdatedPackages } from './minimum-versions.mjs'
import { readLockfile } from './lockfile.mjs'

type Package = { version?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }
const packages = readLockfile().packages as Record<string, Package>

test('no package that reads what strangers send is older than its last known hole', () => {
  expect(outdatedPackages(packages)).toEqual([])
})

test.for([
  ['sharp', '0.35.3'],
  ['sharp', '0.9.9'],
  ['multer', '1.99.99'],
  ['ws', '8.21.0-beta.1'],
] as const)('%s %s is too old, also beside a newer one', ([name, version]) => {
  const place = `node_modules/elsewhere/node_modules/${name}`
  expect(outdatedPackages({ ...packages, [place]: { version } })).toEqual([
    expect.stringContaining(`${place} is ${version}, and must be`),
  ])
})

test('packages do not run programs of their own while they are installed, but for those that we looked at', () => {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  const running = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(running.filter((name) => allowScripts[name] === undefined)).toEqual([])
})
