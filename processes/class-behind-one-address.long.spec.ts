import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { expect, test } from 'vitest'
import { productForFile } from './testing/product.ts'
import { password } from './testing/fixtures.ts'

const size = 200
const school = { 'X-Forwarded-For': '203.0.113.7' }
const pupils = Array.from({ length: size }, (_, index) => ({
  fullName: `Pupil ${String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26))}`,
  email: `pupil${index}@people.example`,
  password,
}))

const product = productForFile({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' })

const post = (path: string, body: unknown) => product.answer(undefined, `POST ${path}`, body, school)

/** Runs a task for each pupil, twenty at a time, and counts the statuses. */
async function each(run: (pupil: (typeof pupils)[number]) => Promise<{ status: number; text: string }>) {
  const statuses: Record<number, number> = {}
  const waiting = [...pupils]
  const work = async () => {
    for (let pupil = waiting.pop(); pupil !== undefined; pupil = waiting.pop()) {
      const { status } = await run(pupil)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
  return statuses
}

const logIn = ({ email }: { email: string }, secret = password) =>
  post('/api/auth/login', { emailOrUsername: email, password: secret })

test('a class of 200 behind one address signs up, mistypes, logs in and watches, without any setting', async () => {
  const tokens: string[] = []
  // Each looks at the page first, and half of them send a form that is refused.
  const look = () => product.answer(undefined, 'GET /api/auth/providers', undefined, school)
  expect(await each(look)).toEqual({ 200: size })
  const half = pupils.filter((_, index) => index % 2 === 0)
  const weak = (pupil: (typeof pupils)[number]) =>
    half.includes(pupil) ? post('/api/auth/signup', { ...pupil, password: 'Password-1' }) : look()
  expect(await each(weak)).toEqual({ 200: size / 2, 422: size / 2 })
  expect(await each((pupil) => post('/api/auth/signup', pupil))).toEqual({ 201: size })
  expect(await each((pupil) => logIn(pupil, 'Wrong-horse-7'))).toEqual({ 401: size })
  const loggedIn = await each(async (pupil) => {
    const response = await logIn(pupil)
    if (response.status === 200) tokens.push(signedInResponse.parse(response.json).user.token)
    return response
  })
  expect(loggedIn).toEqual({ 200: size })

  const sockets = await Promise.all(tokens.map((token) => product.openSocket({ token })))
  expect(sockets.filter(({ socket }) => socket.connected)).toHaveLength(size)
  for (const { socket } of sockets) socket.disconnect()
}, 120_000)

test('an imported class of 200 accepts its invitations behind one address', async () => {
  const owner = await product.admin()
  const rows = pupils.map(({ fullName }, index) => `${fullName},imported${index}@people.example,`)
  const csv = ['Full name,Email,Username', ...rows].join('\n')
  const headers = { 'Content-Type': 'text/csv' }
  const imported = await product.answer(owner, 'POST /api/admin/participants/import', csv, headers)
  expect(imported.status).toBe(200)
  const outbox = join(product.folder, 'outbox')
  const letters = async () => (await readdir(outbox)).filter((name) => name.includes('-invitation-'))
  await expect.poll(async () => (await letters()).length, { timeout: 60_000 }).toBe(size)
  const accept = async ({ email }: { email: string }) => {
    const token = await product.mailedToken(email.replace('pupil', 'imported'), 'reset-password')
    return post('/api/auth/reset-password', { token, password })
  }
  expect(await each(accept)).toEqual({ 200: size })
  const logInImported = ({ email }: { email: string }) => logIn({ email: email.replace('pupil', 'imported') })
  expect(await each(logInImported)).toEqual({ 200: size })
}, 180_000)
