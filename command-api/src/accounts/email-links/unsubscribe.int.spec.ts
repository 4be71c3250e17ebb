import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

/** Sends a request to a link like the program of a mail provider: no login, no JSON, no redirects followed. */
const visit = (link: URL, method: 'GET' | 'POST' = 'POST') =>
  fetch(`http://127.0.0.1:${app.http.port}${link.pathname}${link.search}`, {
    method,
    redirect: 'manual',
    ...(method === 'POST' && { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }),
  })
const changesOf = async (id: string) =>
  (await app.eventsOf(`user-${id}`)).filter(({ type }) => type === 'PreferencesChanged')

test('one request to the link of an email unsubscribes its recipient, any number of times (RFC 8058)', async () => {
  const { id } = await app.signUpUser('ana')
  const other = await app.signUpUser('bea')
  const { oneClick } = app.unsubscribeLinksFor(id)
  for (const _again of [1, 2]) expect((await visit(oneClick)).status).toBe(200)
  expect(await changesOf(id)).toMatchObject([
    { data: { notifications: { email: false, push: true, newsletter: false } } },
  ])
  expect(await changesOf(other.id)).toEqual([])
})

test('opening the link changes nothing and leads to the page that asks, by an address that fits a narrow phone', async () => {
  const { id } = await app.signUpUser('carl')
  const { oneClick, page } = app.unsubscribeLinksFor(id)
  const response = await visit(oneClick, 'GET')
  expect([response.status, response.headers.get('location')]).toEqual([302, page.href])
  expect(page.href).toMatch(/^https:\/\/thirty\.example\/unsubscribe\?token=/)
  expect(page.href.length).toBeLessThan(90)
  expect(await changesOf(id)).toEqual([])
})

test('a link works for a year, and for a user who switched the reminders on again', async () => {
  const { id, token } = await app.signUpUser('dora')
  const { oneClick } = app.unsubscribeLinksFor(id)
  expect((await visit(oneClick)).status).toBe(200)
  await app.http.changeProfile(token, { notifications: { email: true } })
  const signedAt = app.time.now
  app.time.now += 364 * 86_400_000
  expect((await visit(oneClick)).status).toBe(200)
  expect(await changesOf(id)).toHaveLength(3)
  app.time.now += 2 * 86_400_000
  expect((await visit(oneClick)).status).toBe(422)
  app.time.now = signedAt
})

test('a link works for a deactivated user, and that of a deleted one changes nothing', async () => {
  const { id } = await app.signUpUser('fay')
  await app.append(`user-${id}`, 'UserStatusChanged', { status: 'inactive' })
  const deleted = crypto.randomUUID()
  for (const user of [id, deleted])
    expect((await visit(app.unsubscribeLinksFor(user).oneClick)).status).toBe(200)
  expect(await changesOf(id)).toHaveLength(1)
  expect(await app.eventsOf(`user-${deleted}`)).toEqual([])
})

test('a changed link, a session token and a missing token are refused', async () => {
  const { id, token } = await app.signUpUser('emil')
  const { oneClick } = app.unsubscribeLinksFor(id)
  const valid = oneClick.searchParams.get('token') ?? ''
  for (const [other, status] of [
    [token, 422],
    [`${valid}A`, 422],
    [valid.slice(0, -2), 422],
    ['x', 422],
    ['', 400],
  ] as const) {
    oneClick.searchParams.set('token', other)
    expect([other, (await visit(oneClick)).status]).toEqual([other, status])
  }
  expect(await changesOf(id)).toEqual([])
})
