import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../child-process.mjs'

let folder: string
let checkout: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thirty-first-start-'))
  checkout = join(folder, 'checkout')
  cpSync(join(root, 'scripts'), join(checkout, 'scripts'), {
    recursive: true,
    filter: (file) => !file.endsWith('.spec.ts'),
  })
  write('package.json', JSON.stringify({ workspaces: ['frontend'], type: 'module' }))
  for (const file of ['package-lock.json', 'frontend/package.json']) write(file, '{}')
  for (const file of ['.npmrc', 'tsconfig.json', 'contracts/rules.ts', 'frontend/app.ts']) write(file, '')
  write('main.mjs', `console.log('It runs.')`)
  write('frontend/build/build.ts', fakeBuild)
  // Outside the checkout, whose folders are left out of npm's PATH.
  write('../programs/npm', fakeNpm)
  chmodSync(join(folder, 'programs/npm'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Builds the frontend as the script of the checkout does. `VITE` says how it ends. */
const fakeBuild = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
appendFileSync('builds', 'build\\n')
process.chdir('frontend')
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist')
writeFileSync('dist/index.html', '')
if (process.env['VITE'] === 'interrupted') process.kill(process.ppid, 'SIGKILL')
else writeFileSync('dist/app.js', '')
`

/** Installs packages as npm does: its mark of completion comes last. `NPM` says how it ends. */
const fakeNpm = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
const [command] = process.argv.slice(2)
appendFileSync('npm-calls', command + '\\n')
if (process.env.NPM?.startsWith('E')) {
  console.error('npm error code ' + process.env.NPM)
  process.exit(1)
}
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
// Like npm: a folder that is there counts as installed.
if (!existsSync('node_modules/vite')) {
  mkdirSync('node_modules/vite', { recursive: true })
  if (process.env.NPM === 'interrupted') end()
  writeFileSync('node_modules/vite/package.json', '{}')
  mkdirSync('node_modules/node/bin', { recursive: true })
  symlinkSync(process.execPath, 'node_modules/node/bin/node')
} else if (process.env.NPM === 'interrupted') {
  rmSync('node_modules/vite/package.json')
  end()
}
writeFileSync('node_modules/.package-lock.json', '{}')
function end() {
  process.kill(process.ppid, 'SIGKILL')
  process.kill(process.pid, 'SIGKILL')
}
`

const start = (environment: Record<string, string> = {}, script = 'scripts/run.mjs') => {
  const PATH = [join(folder, 'programs'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, 'main.mjs'], {
    cwd: checkout,
    encoding: 'utf8',
    env: { PATH, CI: '1', ...environment },
  })
  return { stdout, stderr, status }
}
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(checkout, file)), { recursive: true })
  writeFileSync(join(checkout, file), text)
}
const linesOf = (file: string): string[] => {
  const path = join(checkout, file)
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
const npmCalls = () => linesOf('npm-calls')

test('packages are installed once', () => {
  expect(start()).toMatchObject({ stdout: 'It runs.\n', status: 0 })
  expect(start()).toMatchObject({ stdout: 'It runs.\n', stderr: '', status: 0 })
  expect(npmCalls()).toEqual(['ci'])
})

test('after an interrupted installation the next start installs everything anew', () => {
  expect(start({ NPM: 'interrupted' }).stdout).toBe('')
  expect(start()).toMatchObject({ stdout: 'It runs.\n', status: 0 })
  expect(npmCalls()).toEqual(['ci', 'ci'])
})

test("packages without npm's mark of completion are installed anew, even if the stamp is there", () => {
  start()
  rmSync(join(checkout, 'node_modules/.package-lock.json'))
  rmSync(join(checkout, 'node_modules/vite/package.json'))
  rmSync(join(checkout, 'frontend/dist'), { recursive: true })
  expect(start()).toMatchObject({ stdout: 'It runs.\n', status: 0 })
  expect(npmCalls()).toEqual(['ci', 'ci'])
})

test('complete packages are updated in place when the lockfile changes', () => {
  start()
  write('package-lock.json', '{ "packages": {} }')
  expect(start()).toMatchObject({ stdout: 'It runs.\n', status: 0 })
  expect(npmCalls()).toEqual(['ci', 'install'])
})

test('after an interrupted update the next start installs everything anew', () => {
  start()
  write('package-lock.json', '{ "packages": {} }')
  expect(start({ NPM: 'interrupted' }).stdout).toBe('')
  expect(start()).toMatchObject({ stdout: 'It runs.\n', status: 0 })
  expect(npmCalls()).toEqual(['ci', 'install', 'ci'])
})

test('an update that failed by itself leaves the packages as they were, and is tried again', () => {
  start()
  write('package-lock.json', '{ "packages": {} }')
  expect(start({ NPM: 'EUNKNOWN' })).toMatchObject({ stdout: '', status: 1 })
  expect(start()).toMatchObject({ stdout: 'It runs.\n', status: 0 })
  expect(npmCalls()).toEqual(['ci', 'install', 'install'])
})

test('an interrupted build of the frontend is repeated', () => {
  expect(start({ VITE: 'interrupted' }).stdout).toBe('')
  expect(start()).toMatchObject({ stdout: 'It runs.\n', status: 0 })
  expect(start()).toMatchObject({ stdout: 'It runs.\n', stderr: '', status: 0 })
  expect(linesOf('builds')).toEqual(['build', 'build'])
})

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT'])('%s of npm is one sentence', (code) => {
  const { stdout, stderr, status } = start({ NPM: code })
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
  expect(stderr).toBe(
    `Installing packages …\nThe packages could not be fetched: the registry of npm cannot be reached (${code}). Check the network or the proxy of npm, then try again.\n`,
  )
})

test('another error of npm is shown as npm says it', () => {
  expect(start({ NPM: 'EINTEGRITY' }).stderr).toContain('npm error code EINTEGRITY')
})

test('a missing npm is one sentence', () => {
  rmSync(join(folder, 'programs/npm'))
  const { stderr, status } = start({ PATH: join(folder, 'programs') })
  expect({ stderr, status }).toEqual({
    stderr: 'Installing packages …\nnpm could not be started: spawn npm ENOENT.\n',
    status: 1,
  })
})

test.each(['run', 'test', 'check', 'dev', 'accept-screens', 'ops'])(
  'npm loads the check of the version of Node before %s, in words that every Node can read',
  (name) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const command = scripts[name === 'run' ? 'start' : name]
    expect(command).toBe(
      `exec node -r ./scripts/required-node.cjs scripts/${name}.mjs${name === 'run' ? ' main.ts' : ''}`,
    )
    const check = readFileSync(join(root, 'scripts/required-node.cjs'), 'utf8')
    expect(check).not.toMatch(/\b(?:const|let|import|async|class)\b|=>|`|\?[.?]/)
  },
)

test('an older Node is told in one sentence, by npm start and by the script itself', () => {
  write(
    'node-18.cjs',
    `Object.defineProperty(process.versions, 'node', { value: '18.20.8' }); delete Array.prototype.toSorted`,
  )
  const { stdout, stderr, status } = start({ NODE_OPTIONS: '--require ./node-18.cjs' })
  expect({ stdout, stderr, status }).toEqual({
    stdout: '',
    stderr:
      'Thirty needs Node 20 or newer, and this is Node 18.20.8. Install a newer one (https://nodejs.org), then try again.\n',
    status: 1,
  })
  expect(npmCalls()).toEqual([])
})
