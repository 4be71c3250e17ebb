import { afterEach, beforeEach, expect, test } from 'vitest'
import { parts, served, statuses, type Answer } from '../spec-app.ts'
import { passwords } from './password.ts'
import { accountRoutes } from './routes.ts'

let app: Awaited<ReturnType<typeof parts>>
let http: Awaited<ReturnType<typeof served>>

beforeEach(async () => {
  app = await parts({ areLimitsOn: true })
  const router = accountRoutes({
    ...app,
    passwords: passwords(),
    adminKey: 'the right key, long enough for all',
  })
  http = await served({ '/api/auth': router, '/auth': router })
})
afterEach(async () => {
  await http.close()
  await app.close()
})

const ana = { fullName: 'Ana', username: 'ana', email: 'ana@example.org', password: 'Correct-horse-7' }
const guess = (emailOrUsername: string, path = '/api/auth/login', password = 'Wrong-horse-7') =>
  http.call('POST', path, { emailOrUsername, password })

/** So many calls, one after the other. */
async function times(count: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let done = 0; done < count; done += 1) answers.push(await call())
  return answers
}

test('the eleventh wrong password waits, whether or not the name is known, however the path is spelt', async () => {
  await http.call('POST', '/api/auth/signup', ana)
  for (const name of ['ana', 'nobody']) {
    expect(statuses(await times(10, () => guess(name)))).toEqual({ 401: 10 })
    for (const path of ['/api/auth/login', '/auth/login', '/API/AUTH/login', '/api/auth/login/']) {
      const late = await guess(name.toUpperCase(), path)
      expect(late.status).toBe(429)
      expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  }
})

test('a right password forgives the wrong ones before it', async () => {
  await http.call('POST', '/api/auth/signup', ana)
  await times(9, () => guess('ana'))
  expect((await guess('ana', '/api/auth/login', ana.password)).status).toBe(200)
  expect((await guess('ana')).status).toBe(401)
})

test('the sixth wrong admin key waits, and so does the right one then', async () => {
  const sign = (adminKey: string) => http.call('POST', '/api/auth/admin-signup', { ...ana, adminKey })
  expect(statuses(await times(6, () => sign('wrong')))).toEqual({ 403: 5, 429: 1 })
  expect((await sign('the right key, long enough for all')).status).toBe(429)
})

test('the twenty-first sign-up of an hour waits', async () => {
  const answers = await times(21, () =>
    http.call('POST', '/api/auth/signup', { ...ana, email: 'no address' }),
  )
  expect(statuses(answers)).toEqual({ 422: 20, 429: 1 })
})
