import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { passkeyOptionsResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { softwarePasskey } from '@thirty/command-api/testing/software-passkey.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { expect, test } from 'vitest'

const app = appForEach(twoFactorApp)

const newOptions = async () =>
  passkeyOptionsResponse.parse((await app.call('POST', '/passkeys/options', {})).body).passkey
const loginOptions = async () =>
  passkeyOptionsResponse.parse((await app.http.call('POST', '/api/auth/login/passkey/options', {})).body)
    .passkey
const logInAlone = (body: unknown) => app.http.call('POST', '/api/auth/login/passkey', body)

test('an admin adds, renames and removes passkeys', async () => {
  const { changed } = await app.addPasskey('Laptop')
  expect(changed.codes).toHaveLength(10)
  const second = await app.addPasskey('Phone')
  expect(second.changed.codes).toBeUndefined()
  expect(second.changed.twoFactor.passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone'])
  const [laptop, phone] = second.changed.twoFactor.passkeys
  await app.call('PUT', `/passkeys/${phone?.id}`, { name: ' Old phone ' })
  const removed = await app.call('DELETE', `/passkeys/${laptop?.id}`, {})
  expect(removed.body).toMatchObject({ twoFactor: { passkeys: [{ name: 'Old phone', lastUsedAt: null }] } })
  expect((await app.call('DELETE', `/passkeys/${laptop?.id}`, {})).body).toMatchObject({
    code: 'passkey-not-found',
  })
  const last = await app.call('DELETE', `/passkeys/${phone?.id}`, {})
  expect(last.body).toMatchObject({ twoFactor: { passkeys: [], recoveryCodes: null } })
  expect((await app.eventsOf(`user-${app.own.id}`)).slice(1).map(({ type }) => type)).toEqual([
    'PasskeyAdded',
    'RecoveryCodesCreated',
    'PasskeyAdded',
    'PasskeyRenamed',
    'PasskeyRemoved',
    'PasskeyRemoved',
  ])
})

test.for([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: 'AAAA' }],
] as const)('a new passkey %s is refused', async ([, claims]) => {
  const options = await newOptions()
  const response = softwarePasskey(app.publicUrl).create(options, claims)
  const answer = await app.call('POST', '/passkeys', { ceremony: options.ceremony, name: 'Mine', response })
  expect(answer).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } })
  expect((await app.state()).twoFactor.passkeys).toEqual([])
})

test('a challenge adds one passkey, for the account that asked, within five minutes', async () => {
  const options = await newOptions()
  const passkey = softwarePasskey(app.publicUrl)
  const add = (token?: string) =>
    app.call(
      'POST',
      '/passkeys',
      { ceremony: options.ceremony, name: 'Mine', response: passkey.create(options) },
      token,
    )
  const bob = await app.signUpUser('bob', { isAdmin: true })
  expect((await add(bob.token)).body).toMatchObject({ code: 'link-over' })
  expect((await add()).status).toBe(200)
  expect((await add()).body).toMatchObject({ code: 'second-step-over' })
  app.wait(301)
  expect((await add()).body).toMatchObject({ code: 'link-over' })
})

test('a passkey completes a login once, and its last use is shown', async () => {
  const { passkey } = await app.addPasskey()
  const token = await app.firstStep()
  const options = await app.passkeyOptions(token)
  const proof = { ceremony: options.ceremony, response: passkey.use(options) }
  const { user } = signedInResponse.parse((await app.secondStep({ token, passkey: proof })).body)
  expect(user._id).toBe(app.own.id)
  expect((await app.state()).twoFactor.passkeys).toMatchObject([{ lastUsedAt: '2026-03-02T08:00:00.000Z' }])
  const again = await app.secondStep({ token: await app.firstStep(), passkey: proof })
  expect(again.status).toBe(401)
})

test.for([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: 'AAAA' }],
  ['of a copy that lags behind', { counter: 1 }],
] as const)('a signature %s is refused', async ([, claims]) => {
  const { passkey } = await app.addPasskey()
  const use = async (using = {}) => {
    const token = await app.firstStep()
    const options = await app.passkeyOptions(token)
    const proof = { ceremony: options.ceremony, response: passkey.use(options, using) }
    return (await app.secondStep({ token, passkey: proof })).status
  }
  expect(await use()).toBe(200)
  expect(await use(claims)).toBe(401)
  expect(await use()).toBe(200)
})

test('a challenge is used up, even by an authenticator that does not count', async () => {
  const { passkey } = await app.addPasskey('Laptop', { counter: 0 })
  const token = await app.firstStep()
  const options = await app.passkeyOptions(token)
  const proof = { ceremony: options.ceremony, response: passkey.use(options, { counter: 0 }) }
  const attempt = async () => (await app.secondStep({ token: await app.firstStep(), passkey: proof })).status
  expect([await attempt(), await attempt()]).toEqual([200, 401])
})

test('a challenge for one purpose is not valid for another one, nor for another account', async () => {
  const { passkey } = await app.addPasskey()
  const token = await app.firstStep()
  const alone = await loginOptions()
  const forStep = { ceremony: alone.ceremony, response: passkey.use(alone) }
  expect((await app.secondStep({ token, passkey: forStep })).status).toBe(401)
  const step = await app.passkeyOptions(token)
  expect((await logInAlone({ ceremony: step.ceremony, response: passkey.use(step) })).status).toBe(401)
  expect(
    (await app.secondStep({ token, passkey: { ceremony: step.ceremony, response: passkey.use(step) } }))
      .status,
  ).toBe(200)
})

test('a passkey that has verified its user logs in alone, once', async () => {
  const { passkey } = await app.addPasskey()
  const options = await loginOptions()
  expect(options.options).toMatchObject({ userVerification: 'required', rpId: 'thirty.example' })
  const proof = { ceremony: options.ceremony, response: passkey.use(options) }
  const { user } = signedInResponse.parse((await logInAlone(proof)).body)
  expect([user._id, await app.statusWithToken(user.token)]).toEqual([app.own.id, 200])
  expect((await logInAlone(proof)).status).toBe(401)
})

test('a passkey that has not verified its user is not a login, and neither is one that was removed', async () => {
  const { passkey, changed } = await app.addPasskey()
  const attempt = async (claims = {}) => {
    const options = await loginOptions()
    return logInAlone({ ceremony: options.ceremony, response: passkey.use(options, claims) })
  }
  expect(await attempt({ isVerified: false })).toMatchObject(refusal(401, 'wrong-credentials'))
  await app.call('DELETE', `/passkeys/${changed.twoFactor.passkeys[0]?.id}`, {})
  expect(await attempt()).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } })
})

test('an address without a host name offers no passkeys', async () => {
  const other = await twoFactorApp({ publicUrl: new URL('http://127.0.0.1:3000') })
  expect((await other.state()).arePasskeysOffered).toBe(false)
  expect((await other.call('POST', '/passkeys/options', {})).status).toBe(404)
  expect((await other.http.call('POST', '/api/auth/login/passkey/options', {})).status).toBe(404)
  await other.close()
})
