import { execFile, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test, vi } from 'vitest'
import { compileCache } from '../scripts/node-options.mjs'
import { readConfig } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { startBanner } from './start-banner.ts'
import { productOfTest } from './testing/product.ts'

// The tests start processes.
vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '..')
const environment = { PATH: process.env['PATH'], ...compileCache }
const run = (args: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['main.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...environment, ...env },
  })
  return { status, stdout, stderr }
}

test.each([
  [['--help'], /^Thirty 0\.1\.0: .*npm start -- --demo/s],
  [['--version'], /^\d+\.\d+\.\d+\n$/],
  [['ops', '--help'], /^Usage: npm run ops -- .*doctor/s],
])('%j is answered, and nothing is started', async (args, answer) => {
  const folder = await temporaryFolder()
  expect(run(args, { DATA_DIR: folder, PORT: 'eighty' })).toEqual({
    status: 0,
    stdout: expect.stringMatching(answer),
    stderr: '',
  })
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

test('the banner prints the public address, under which passkeys and sign-in providers work', () => {
  const text = banner({})
  expect(text).toMatch(/Address +http:\/\/localhost:3000\n/)
  expect(text).toContain('at http://localhost:3000/admin/signup')
  expect(text).not.toContain('127.0.0.1')
})

test('the banner says where it listens if the public address leads elsewhere', () => {
  expect(banner({ PUBLIC_URL: 'https://thirty.example' })).toMatch(
    /Address +https:\/\/thirty\.example\n +Listens at +http:\/\/127\.0\.0\.1:3000\n/,
  )
  expect(banner({ PUBLIC_URL: 'http://localhost:8080' })).toContain('Listens at')
  expect(banner({ PUBLIC_URL: 'http://localhost:13000' })).toContain('Listens at')
  // Any free port.
  expect(banner({ PORT: '0' }, 'http://127.0.0.1:4711')).toMatch(/Address +http:\/\/127\.0\.0\.1:4711\n/)
})
