import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { expect, test } from 'vitest'
import { startFakePushService, type FakeBrowser } from '@thirty/infra/testing/push/fake-push-service.ts'
import { password, stars } from './testing/fixtures.ts'
import { restart, startTestProduct, type Person } from './testing/product.ts'

const service = appForFile(startFakePushService)
const start = (settings?: Record<string, string>, folder?: string) =>
  startTestProduct(settings, folder, { pushConnection: service.connection })
const product = appForFile(start)
const admin = appForFile(() => product.admin())

async function subscribe(by: Person, { send } = product): Promise<FakeBrowser> {
  const browser = service.browser()
  await send(by, 'PUT /api/push/subscription', browser.subscription)
  return browser
}

let given = 0
/** Rates a project with other stars than before. */
const rateAgain = (projectId: string) => product.rate(admin, projectId, (given = (given % 5) + 1))
const reject = (projectId: string) =>
  product.send(admin, `PUT /api/projects/${projectId}`, { status: 'rejected', reason: 'No link' })

const payloads = ({ received }: FakeBrowser) => received.map(({ payload }) => payload)
/** Waits until nothing is sent any more. */
const settled = () => pause(300)
const expectNumber = (browser: FakeBrowser, number: number) =>
  expect.poll(() => browser.received.length, { timeout: 5_000 }).toBe(number)

/** A participant with a project and a browser that receives messages. */
async function participant() {
  const owner = await product.participant()
  const projectId = await product.submitProject(owner)
  return { owner, projectId, browser: await subscribe(owner) }
}

test('all browsers of the owner are told of a rating and a rejection, with no more than the bell shows', async () => {
  const { owner, projectId, browser } = await participant()
  const token = (await product.logIn(owner)) ?? ''
  const [second, stranger] = [await subscribe({ ...owner, token }), (await participant()).browser]
  await product.rate(admin, projectId, 3)
  await expectNumber(browser, 1)
  await reject(projectId)
  await expectNumber(browser, 2)
  await expectNumber(second, 2)
  const path = `/project/${projectId}`
  const [rated, rejected] = ['Tomato clock (day 1): 3.0 of 5', 'Tomato clock (day 1): No link']
  expect(payloads(browser)).toEqual([
    { title: 'Your project was rated', body: rated, path, tag: `rated ${projectId}` },
    { title: 'Your project was rejected', body: rejected, path, tag: `reviewed ${projectId}` },
  ])
  expect(stranger.received).toEqual([])
})

test('a logout ends the messages to that browser only', async () => {
  const { owner, projectId, browser } = await participant()
  const other = { ...owner, token: (await product.logIn(owner)) ?? '' }
  const otherBrowser = await subscribe(other)
  await product.send(other, 'POST /api/auth/logout')
  await rateAgain(projectId)
  await expectNumber(browser, 1)
  expect(otherBrowser.received).toEqual([])
})

test("another password, a deactivation and the user's own switch end the messages", async () => {
  const people = await Promise.all([participant(), participant(), participant()])
  const [changed, inactive, off] = people
  const passwords = { currentPassword: password, newPassword: `${password}-new` }
  await product.send(changed.owner, 'POST /api/auth/change-password', passwords)
  const setStatus = (status: string) =>
    product.send(admin, `PUT /api/auth/users/${inactive.owner.id}/status`, { status })
  await setStatus('inactive')
  await product.send(off.owner, 'PUT /api/auth/profile', { notifications: { push: false } })
  for (const { projectId } of people) await rateAgain(projectId)
  await settled()
  // A later activation does not bring back the browsers of ended sessions.
  await setStatus('active')
  await rateAgain(inactive.projectId)
  await settled()
  expect(people.flatMap(({ browser }) => browser.received)).toEqual([])
})

test('owners are told of ratings during a freeze at the reveal, once for each project, and not before (T409)', async () => {
  const { owner, projectId, browser } = await participant()
  await product.freeze(admin)
  await rateAgain(projectId)
  await product.rate(await product.participant(), projectId, 4)
  await settled()
  expect(payloads(browser)).toEqual([])

  type List = { unread: number; position: string; notifications: { kind: string; isUnread: boolean }[] }
  const list = () => product.send<List>(owner, 'GET /api/notifications')
  await product.send(owner, 'POST /api/notifications/read', { upTo: (await list()).position })
  await expect.poll(async () => (await list()).unread).toBe(0)
  const headers = { 'idempotency-key': 'one-reveal-only' }
  for (const _ of [1, 2]) await product.answer(admin, 'POST /api/admin/challenge/reveal', {}, headers)
  await expectNumber(browser, 1)
  await settled()
  expect(payloads(browser)).toMatchObject([{ title: 'Your project was rated', tag: `rated ${projectId}` }])
  await expect.poll(async () => (await list()).unread).toBe(2)
  const ratings = (await list()).notifications.filter(({ kind }) => kind === 'rated')
  expect(ratings.map(({ isUnread }) => isUnread)).toEqual([true, true])
})

test('a subscription that the push service has ended is forgotten, and a refusal is not', async () => {
  const { owner, projectId, browser } = await participant()
  const [gone, busy] = [browser, await subscribe(owner)]
  gone.answer = { status: 410 }
  busy.answer = { status: 503 }
  await rateAgain(projectId)
  await expectNumber(gone, 1)
  await expectNumber(busy, 1)
  await settled()
  await rateAgain(projectId)
  await expectNumber(busy, 2)
  expect(gone.received).toHaveLength(1)
})

test('a browser that unsubscribes gets nothing, and an eleventh one replaces the oldest', async () => {
  const { owner, projectId, browser } = await participant()
  const { endpoint } = browser.subscription
  await product.send(owner, 'DELETE /api/push/subscription', { endpoint })
  const browsers: FakeBrowser[] = []
  for (let count = 0; count < 11; count += 1) browsers.push(await subscribe(owner))
  await rateAgain(projectId)
  await expectNumber(browsers.at(-1) ?? browser, 1)
  await settled()
  expect([browser, ...browsers].map(({ received }) => received.length)).toEqual([0, 0, ...Array(10).fill(1)])
})

test('a browser and a confirmed address are told two hours before the day closes, once, and after a restart not again', async () => {
  const folder = await temporaryFolder()
  const noon = await start({}, folder)
  // As yesterday, because people who join during the last hours are not reminded.
  const at = new Date(Date.now() - 86_400_000).toISOString()
  const register = async (username: string) => {
    const [id, email] = [randomUUID(), `${username}@people.example`]
    const data = { fullName: 'Somebody', username, email, role: 'participant' }
    await noon.append(`user-${id}`, { type: 'UserRegistered', at, data })
    return { id, username, email, token: noon.tokensAt(Date.now).issue({ id, version: 0 }) }
  }
  const [ana] = [await register('ana'), await register('bob')]
  await noon.appendFor(ana, { type: 'EmailConfirmed', data: { email: ana.email } })
  const browser = await subscribe(ana, noon)
  const started = { type: 'ChallengeStarted', at, data: { run: 1, startsAt: at } }
  await noon.append('challenge', { ...started, metadata: { run: 1 } })
  await noon.stop()
  const outbox = join(folder, 'outbox')
  const reminders = async () => (await readdir(outbox)).filter((name) => /-reminder-.*\.eml$/.test(name))

  const evening = await start({ CHALLENGE_TIMEZONE: timeZoneAtHour(22) }, folder)
  await expectNumber(browser, 1)
  expect(payloads(browser)).toMatchObject([{ title: 'Day 2 ends soon', path: '/SubmitProject' }])
  expect(Number(browser.received[0]?.headers['ttl'])).toBeLessThanOrEqual(7_200)
  await expect.poll(reminders, { timeout: 5_000 }).toHaveLength(1)
  await restart(evening)
  await settled()
  const [mail = '', ...more] = await reminders()
  const text = await readFile(join(outbox, mail), 'utf8')
  await evening.close()
  expect([browser.received.length, more]).toEqual([1, []])
  expect(text).toContain(`To: ${ana.email}\r\n`)
  expect(text).toMatch(/^List-Unsubscribe: <http:\/\/[^>]+\/api\/reminders\/unsubscribe\?token=[\w.-]+>\r$/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

// Last: the people of the product that starts again would get the names of those before.
test('a message is sent once, also on a retry, after a restart, and when the read models are rebuilt', async () => {
  const { projectId, browser } = await participant()
  const body = { projectId, criteria: stars(4) }
  const headers = { 'idempotency-key': 'one-rating-only' }
  const send = () => product.answer(admin, 'POST /api/ratings/submit', body, headers)
  await send()
  await expectNumber(browser, 1)
  await send()
  // A rating that changes nothing and an approval are not told.
  await product.send(admin, 'POST /api/ratings/submit', body)
  await product.send(admin, `PUT /api/projects/${projectId}`, { status: 'approved' })
  await restart(product, () => rm(join(product.folder, 'snapshots'), { recursive: true, force: true }))
  expect((await send()).status).toBeLessThan(300)
  await settled()
  expect(browser.received).toHaveLength(1)
  await product.rate(admin, projectId, 1)
  await expectNumber(browser, 2)
})
