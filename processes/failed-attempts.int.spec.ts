import { auditResponse } from '@thirty/contracts/audit/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'
import { productForFile } from './testing/product.ts'
import { password } from './testing/fixtures.ts'

const product = productForFile({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' })
const owner = appForFile(() => product.admin())

const wrong = 'Wrong-horse-7'
const logIn = (from: string, body: { emailOrUsername: string; password: string }) =>
  product.answer(undefined, 'POST /api/auth/login', body, { 'X-Forwarded-For': from })

async function attemptEntries(): Promise<string[]> {
  const audit = await product.send(owner, 'GET /api/admin/audit?action=attempts-failed')
  return auditResponse.parse(audit).entries.map(({ summary }) => summary)
}

test('wrong passwords are in the audit: the first, and all of them with the beginning of the lock', async () => {
  const maya = await product.participant()
  for (let count = 0; count < 14; count += 1) {
    const body = { emailOrUsername: count % 2 ? maya.email : maya.username, password: wrong }
    await logIn(count < 2 ? '192.0.2.1' : '198.51.100.1', body)
  }
  await vi.waitFor(async () =>
    expect(await attemptEntries()).toEqual([
      'Wrong passwords for Somebody: 12, from networks: 2; locked for 15 min',
      'Wrong passwords for Somebody: 1, from networks: 1',
    ]),
  )
})

test('wrong confirmations in a session are in the audit', async () => {
  const somebody = await product.participant()
  await product.answer(somebody, 'POST /api/auth/two-factor/confirm', { password: wrong })
  await vi.waitFor(async () =>
    expect((await attemptEntries())[0]).toBe('Wrong confirmations in a session of Somebody: 1'),
  )
})

test('a name without an account leaves nothing in the log', async () => {
  const before = await product.core.log.head()
  for (const emailOrUsername of ['nobody@people.example', 'a password by mistake'])
    for (let count = 0; count < 12; count += 1) await logIn('203.0.113.9', { emailOrUsername, password })
  expect(await product.core.log.head()).toBe(before)
  const events = (await Array.fromAsync(product.core.log.readAll())).flat()
  const attempts = events.map(({ stream }) => stream).filter((stream) => stream.startsWith('attempts-'))
  expect(new Set(attempts).size).toBeLessThan(3)
})
