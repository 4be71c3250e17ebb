import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readParts } from '@thirty/infra/read-models/memory/snapshot-file.ts'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { program, respondsReady } from '../e2e/support/program.ts'

// The test starts a whole process with embedded stores several times.
vi.setConfig({ testTimeout: 120_000 })

const password = 'Correct-horse-7'
const secret = '9f86d081884c7d659a2feaa0c55ad015'

async function createInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-snapshots-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = program({
    args: ['main.ts'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      PORT: String(port),
      JWT_SECRET: secret,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'debug',
    },
    isReady: () => respondsReady(url),
  })
  onTestFinished(async () => {
    await running.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = async (
    method: string,
    path: string,
    { token, body }: { token?: string; body?: object } = {},
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // Safe: every response of the API is a JSON object.
    return (await response.json()) as Record<string, unknown>
  }
  const signUp = async (fullName: string): Promise<string> => {
    const username = fullName.toLowerCase().replace(' ', '_')
    const body = { fullName, username, email: `${username}@people.example`, password }
    // Safe: a signed-up user has a token.
    return ((await send('POST', '/api/auth/signup', { body })) as { user: { token: string } }).user.token
  }
  const board = async (token: string) => {
    const { data, stats, you } = await send('GET', '/api/leaderboard/leaderboard', { token })
    return { data, stats, you }
  }
  const snapshots = join(folder, 'snapshots', 'read-models')
  /** The content of all snapshots. */
  const saved = async (): Promise<string> => {
    const files = await Promise.all(
      (await readdir(snapshots)).map((name) => readParts(join(snapshots, name))),
    )
    return files.flatMap((parts = []) => parts.map((part) => JSON.stringify(part.read()))).join('\n')
  }
  const restored = () => [...running.output().matchAll(/"restored":(\d+)/g)].map(([, count]) => Number(count))
  return { running, send, signUp, board, saved, restored }
}

test('a start restores the read models, reads the rest from the log, and a deleted person leaves no trace', async () => {
  const { running, send, signUp, board, saved, restored } = await createInstallation()
  await running.start()
  const ada = await signUp('Ada Lovelace')
  const before = await board(ada)
  expect(before.data).toMatchObject([{ name: 'Ada Lovelace', rank: 1 }])
  expect(await running.stop()).toBe(0)
  expect(await saved()).toContain('ada_lovelace@people.example')

  await running.start()
  expect(restored()[0]).toBe(0)
  expect(restored()[1]).toBeGreaterThan(5)
  expect(await board(ada)).toEqual(before)

  const bob = await signUp('Bob Tabor')
  const both = await board(bob)
  await running.kill()
  await running.start()
  expect(restored()[2]).toBe(restored()[1])
  expect(await board(bob)).toEqual(both)

  expect(await send('DELETE', '/api/auth/account', { token: ada, body: { password } })).toMatchObject({
    success: true,
  })
  await expect.poll(saved, { timeout: 10_000 }).not.toMatch(/lovelace/i)
  expect(await running.stop()).toBe(0)
  expect(await saved()).toContain('Bob Tabor')
  expect(await saved()).not.toMatch(/lovelace/i)
})
