import { execFile, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test, vi } from 'vitest'
import { compileCache } from '../scripts/node-options.mjs'
import { readConfig } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { startBanner } from './start.ts'
import { productOfTest } from './testing/product.ts'

// The tests start processes.
vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '..')
const environment = { PATH: process.env['PATH'], ...compileCache }
const run = (args: readonly string[], env: Record<string, string> = {}) => {
  const options = { cwd: root, encoding: 'utf8', env: { ...environment, ...env } } as const
  return spawnSync(process.execPath, ['main.ts', ...args], options)
}

test.each([
  [['--help'], /^Thirty 0\.1\.0: .*npm start -- --demo/s],
  [['--version'], /^\d+\.\d+\.\d+\n$/],
  [['ops', '--help'], /^Usage: npm run ops -- .*doctor/s],
])('%j is answered, and nothing is started', async (args, answer) => {
  const folder = await temporaryFolder()
  const printed = { status: 0, stdout: expect.stringMatching(answer), stderr: '' }
  expect(run(args, { DATA_DIR: folder, PORT: 'eighty' })).toMatchObject(printed)
  expect(readdirSync(folder)).toEqual([])
})

test('a command of the shell ends quietly when nobody reads its output any more', async () => {
  const product = await productOfTest()
  for (let people = 0; people < 3; people += 1) await product.participant()
  const command = `set -o pipefail; "${process.execPath}" main.ts ops events | true`
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', command], {
    cwd: root,
    env: { ...environment, DATA_DIR: product.folder },
  })
  expect([stdout, stderr]).toEqual(['', ''])
})

const secrets = { adminRegistrationKey: 'the key' } as Secrets
const banner = (settings: Record<string, string>, listening = 'http://127.0.0.1:3000') =>
  startBanner(readConfig({ DATA_DIR: '/data', ...settings }), secrets, listening, true)

const listens = ' +Listens at +http://127.0.0.1:3000\n'
test.each([
  [{}, 'http://localhost:3000\n'],
  [{ PUBLIC_URL: 'https://thirty.example' }, `https://thirty.example\n${listens}`],
  [{ PUBLIC_URL: 'http://localhost:8080' }, `http://localhost:8080\n${listens}`],
  [{ PUBLIC_URL: 'http://localhost:13000' }, `http://localhost:13000\n${listens}`],
  // Any free port.
  [{ PORT: '0' }, 'http://127.0.0.1:4711\n', 'http://127.0.0.1:4711'],
])(
  'the banner for %j has the public address, and where it listens if that leads elsewhere',
  (settings, address, listening?: string) => {
    const text = banner(settings, listening)
    expect(text).toMatch(new RegExp(` Address +${address} +Data `))
    expect(text).toContain(`at ${address.split('\n')[0]}/admin/signup`)
  },
)
