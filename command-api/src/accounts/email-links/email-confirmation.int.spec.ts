import { appForTest, appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import {
  signUpBody,
  statusesOf,
  refusal,
  commandApp,
  tokenInMail,
} from '@thirty/command-api/testing/test-app.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { uuidPattern } from '@thirty/contracts/uuid.ts'
import type { Account } from '../account.ts'
import { sendConfirmation } from './endpoints.ts'

const hour = 60 * 60 * 1000

const app = appForEach(commandApp)

const confirm = (token: unknown, key?: string) =>
  app.http.call('POST', '/api/auth/confirm-email', { token }, { key })
const sendAgain = (token: string, { http } = app, headers = {}) =>
  http.call('POST', '/api/auth/send-confirmation', undefined, { token, headers })
/** Signs up a participant. Returns the id, a session token, and the token in the email. */
const signUpByMail = async (name: string) => {
  const user = await app.signUpUser(name)
  return { ...user, mailed: tokenInMail(app.sent.at(-1)) }
}
const confirmed = ['UserRegistered', 'EmailConfirmed']

const linkOver = refusal(422, 'link-over', { message: 'This link was already used or has expired.' })

test('sign-up sends an email with a link that fits a narrow phone, and the account works without it', async () => {
  const { id, token, mailed } = await signUpByMail('ana')
  expect(app.sent).toMatchObject([
    { kind: 'confirm-email', to: 'ana@example.org', subject: 'Confirm your email address' },
  ])
  expect(app.sent[0]?.expiresAt).toBe(app.time.now + 24 * hour)
  expect(/https:\S+/.exec(app.sent[0]?.text ?? '')?.[0].length).toBeLessThan(110)
  expect(await app.statusWithToken(token)).toBe(200)
  expect((await app.logIn('ana')).body['user']).toMatchObject({ emailConfirmed: false })
  expect(await confirm(mailed)).toMatchObject({ status: 200 })
  expect((await app.logIn('ana')).body['user']).toMatchObject({ emailConfirmed: true })
  expect(await app.typesOf(`user-${id}`)).toEqual(confirmed)
})

const onGermanPage = { cookie: 'theme=dark; language=de' }

test('an account has the language of the page of its sign-up, and emails are in it, else in that of the page which requests them', async () => {
  const signUp = async (name: string, headers: Record<string, string>) =>
    signedInResponse.parse(
      (await app.http.call('POST', '/api/auth/signup', signUpBody(name), { headers })).body,
    ).user
  expect((await signUp('ida', onGermanPage)).language).toBe('de')
  // German is not offered by the pages of this app: their readers have to choose it.
  const { language, token } = await signUp('jan', { 'accept-language': 'de' })
  expect(language).toBeNull()
  await sendAgain(token, app, onGermanPage)
  await app.http.changeProfile(token, { language: 'en' })
  await sendAgain(token, app, onGermanPage)
  expect(app.sent.map((message) => [message.language, message.subject])).toEqual([
    ['de', 'Bestätige deine E-Mail-Adresse'],
    ['en', 'Confirm your email address'],
    ['de', 'Bestätige deine E-Mail-Adresse'],
    ['en', 'Confirm your email address'],
  ])
})

test('a repeated sign-up sends no second email', async () => {
  for (const [key, status] of [
    ['key-of-bea', 201],
    ['key-of-bea', 201],
    [undefined, 409],
  ] as const)
    expect((await app.signUp(signUpBody('bea'), key)).status).toBe(status)
  expect(app.sent).toHaveLength(1)
})

test('a link works once, and a retry of the request that used it gets the same response', async () => {
  const { id, mailed } = await signUpByMail('carl')
  const first = await confirm(mailed, 'key-of-carl')
  expect(first.status).toBe(200)
  expect(await confirm(mailed, 'key-of-carl')).toMatchObject({ status: 200, body: first.body })
  expect(await confirm(mailed)).toMatchObject(linkOver)
  expect(await app.typesOf(`user-${id}`)).toEqual(confirmed)
  // No digest of the body, which has the token.
  const { metadata } = (await app.eventsOf(`user-${id}`)).at(-1) ?? {}
  expect(metadata?.causation).toMatch(uuidPattern)
})

test('a link works for 24 hours', async () => {
  const [emil, fred] = [await signUpByMail('emil'), await signUpByMail('fred')]
  app.time.now += 24 * hour - 1_000
  expect((await confirm(emil.mailed)).status).toBe(200)
  app.time.now += 1_000
  expect(await confirm(fred.mailed)).toMatchObject(linkOver)
})

test('a changed link, a link to another address, a session token and an unsubscribe link confirm nothing', async () => {
  const { id, token, mailed } = await signUpByMail('gus')
  const other = await signUpByMail('hanna')
  // Safe: the links read these fields only.
  const moved = { email: 'gus@old.example', fullName: 'Gus' } as Account
  sendConfirmation(app, { id, account: moved }, 'en')
  const ofOldAddress = tokenInMail(app.sent.at(-1))
  const mixed = mailed.slice(0, 40) + other.mailed.slice(40)
  const unsubscribe = app.unsubscribeLinksFor(id).page.searchParams.get('token')
  for (const wrong of [mixed, ofOldAddress, token, unsubscribe, `${mailed}A`, 'x', 'x'.repeat(1_000)])
    expect(await confirm(wrong)).toMatchObject(linkOver)
  expect(await app.typesOf(`user-${id}`)).toEqual(['UserRegistered'])
})

test('an address that was not confirmed can be sent another email, and both links work until one is used', async () => {
  const { token, mailed } = await signUpByMail('ida')
  expect(await sendAgain(token)).toMatchObject({ status: 200, body: { sent: true } })
  const second = tokenInMail(app.sent.at(-1))
  expect(second).not.toBe('')
  expect((await confirm(second)).status).toBe(200)
  expect(await confirm(mailed)).toMatchObject(linkOver)
  expect(await sendAgain(token)).toMatchObject({ status: 200, body: { sent: false } })
  expect(app.sent).toHaveLength(2)
})

test('request headers cannot change where the link leads', async () => {
  const headers = {
    'X-Forwarded-Host': 'evil.example',
    Origin: 'https://evil.example',
    Forwarded: 'host=evil',
  }
  await app.http.call('POST', '/api/auth/signup', signUpBody('kim'), { headers })
  expect(app.sent[0]?.text).not.toContain('evil')
  expect(app.sent[0]?.text).toContain(`${app.publicUrl.origin}/confirm-email?token=`)
})

test('a user is sent five emails a day', async () => {
  const limited = await appForTest(commandApp({ areLimitsOn: true }))
  const { token } = await limited.signUpUser('lea')
  expect(await statusesOf(6, () => sendAgain(token, limited))).toEqual({ 200: 5, 429: 1 })
  expect(limited.sent).toHaveLength(6)
})
