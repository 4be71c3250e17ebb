import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import {
  passkeyOptionsResponse,
  secondFactorNeeded,
  secondStepEndpoints,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import { softwarePasskey } from '@thirty/command-api/testing/software-passkey.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { appForEach, appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { expect, test } from 'vitest'

const app = appForEach(twoFactorApp)

type Passkey = ReturnType<typeof softwarePasskey>
/** Returns what a passkey proves in a login without a password. */
const proofAlone = async (passkey: Passkey, claims = {}) => {
  const { body } = await app.http.call('POST', '/api/auth/login/passkey/options', {})
  const options = passkeyOptionsResponse.parse(body).passkey
  expect(options.options).toMatchObject({ userVerification: 'required', rpId: 'thirty.example' })
  return { ceremony: options.ceremony, response: passkey.use(options, claims) }
}
const logInAlone = (proof: object) => app.http.call('POST', '/api/auth/login/passkey', proof)

const elsewhere = [
  ['of another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: 'AAAA' }],
] as const

test('an admin adds, renames and removes passkeys', async () => {
  const { changed } = await app.addPasskey('Laptop')
  expect(changed.codes).toHaveLength(10)
  const second = await app.addPasskey('Phone')
  expect(second.changed.codes).toBeUndefined()
  const [laptop, phone] = second.changed.twoFactor.passkeys
  expect([laptop?.name, phone?.name]).toEqual(['Laptop', 'Phone'])
  const remove = async (id = '') => (await app.call('DELETE', `/passkeys/${id}`, {})).body
  await app.call('PUT', `/passkeys/${phone?.id}`, { name: ' Old phone ' })
  expect(await remove(laptop?.id)).toMatchObject({
    twoFactor: { passkeys: [{ name: 'Old phone', lastUsedAt: null }] },
  })
  expect(await remove(laptop?.id)).toMatchObject({ code: 'passkey-not-found' })
  expect(await remove(phone?.id)).toMatchObject({ twoFactor: { passkeys: [], recoveryCodes: null } })
  expect((await app.typesOf(`user-${app.own.id}`)).slice(1)).toEqual([
    'PasskeyAdded',
    'RecoveryCodesCreated',
    'PasskeyAdded',
    'PasskeyRenamed',
    'PasskeyRemoved',
    'PasskeyRemoved',
  ])
})

test.for(elsewhere)('a new passkey %s is refused', async ([, claims]) => {
  const options = await app.newPasskeyOptions()
  const response = softwarePasskey(app.publicUrl).create(options, claims)
  const answer = await app.call('POST', '/passkeys', { ceremony: options.ceremony, name: 'Mine', response })
  expect(answer).toMatchObject(refusal(401, 'wrong-credentials'))
  expect((await app.state()).twoFactor.passkeys).toEqual([])
})

test('a challenge adds one passkey, for the account that asked, within five minutes', async () => {
  const options = await app.newPasskeyOptions()
  const passkey = softwarePasskey(app.publicUrl)
  const add = (token?: string) => {
    const body = { ceremony: options.ceremony, name: 'Mine', response: passkey.create(options) }
    return app.call('POST', '/passkeys', body, token)
  }
  const bob = await app.signUpUser('bob', { isAdmin: true })
  expect((await add(bob.token)).body).toMatchObject({ code: 'link-over' })
  expect((await add()).status).toBe(200)
  expect((await add()).body).toMatchObject({ code: 'second-step-over' })
  app.wait(301)
  expect((await add()).body).toMatchObject({ code: 'link-over' })
})

test('a passkey completes a login once, and its last use is shown', async () => {
  const { passkey } = await app.addPasskey()
  const proof = { passkey: await app.passkeyProof(passkey) }
  const { body } = await app.secondStep({ token: await app.firstStep(), ...proof })
  expect(signedInResponse.parse(body).user._id).toBe(app.own.id)
  expect((await app.state()).twoFactor.passkeys).toMatchObject([{ lastUsedAt: '2026-03-02T08:00:00.000Z' }])
  expect(await app.logInWith(proof)).toBe(401)
})

test.for([...elsewhere, ['of a copy that lags behind', { counter: 1 }]] as const)(
  'a signature %s is refused',
  async ([, claims]) => {
    const { passkey } = await app.addPasskey()
    for (const [using, status] of [
      [{}, 200],
      [claims, 401],
      [{}, 200],
    ] as const)
      expect(await app.logInWith({ passkey: await app.passkeyProof(passkey, using) })).toBe(status)
  },
)

test('a challenge is used up, even by an authenticator that does not count', async () => {
  const { passkey } = await app.addPasskey('Laptop', { counter: 0 })
  const proof = { passkey: await app.passkeyProof(passkey, { counter: 0 }) }
  expect([await app.logInWith(proof), await app.logInWith(proof)]).toEqual([200, 401])
})

test('a challenge for one purpose is not valid for another one', async () => {
  const { passkey } = await app.addPasskey()
  expect(await app.logInWith({ passkey: await proofAlone(passkey) })).toBe(401)
  const proof = await app.passkeyProof(passkey)
  expect((await logInAlone(proof)).status).toBe(401)
  expect(await app.logInWith({ passkey: await app.passkeyProof(passkey) })).toBe(200)
})

test('a challenge for one account is not valid for another one', async () => {
  await app.addPasskey()
  const { token: session } = await app.signUpUser('bob', { isAdmin: true })
  const ofBob = softwarePasskey(app.publicUrl)
  const offered = await app.call('POST', '/passkeys/options', {}, session)
  const { ceremony, options } = passkeyOptionsResponse.parse(offered.body).passkey
  const response = ofBob.create({ ceremony, options })
  await app.call('POST', '/passkeys', { ceremony, name: 'Phone', response }, session)

  const { token } = secondFactorNeeded.parse((await app.logIn('bob')).body).secondFactor
  const asked = await app.http.call('POST', '/api/auth/login/second-factor/options', { token })
  const { passkey: own } = secondStepEndpoints.options.response.parse(asked.body)
  if (own === null) throw new Error('There is no passkey.')
  const toAda = await app.passkeyProof(ofBob)
  expect((await app.secondStep({ token, passkey: toAda })).status).toBe(401)
  const toBob = { ceremony: own.ceremony, response: ofBob.use(own) }
  expect((await app.secondStep({ token, passkey: toBob })).status).toBe(200)
})

test('a passkey that has verified its user logs in alone, once', async () => {
  const { passkey } = await app.addPasskey()
  const proof = await proofAlone(passkey)
  const { user } = signedInResponse.parse((await logInAlone(proof)).body)
  expect([user._id, await app.statusWithToken(user.token)]).toEqual([app.own.id, 200])
  expect((await logInAlone(proof)).status).toBe(401)
})

test('a passkey that has not verified its user is not a login, and neither is one that was removed', async () => {
  const { passkey, changed } = await app.addPasskey()
  const refused = refusal(401, 'wrong-credentials')
  expect(await logInAlone(await proofAlone(passkey, { isVerified: false }))).toMatchObject(refused)
  await app.call('DELETE', `/passkeys/${changed.twoFactor.passkeys[0]?.id}`, {})
  expect(await logInAlone(await proofAlone(passkey))).toMatchObject(refused)
})

test('a passkey of an account that was deactivated logs nobody in', async () => {
  const { passkey } = await app.addPasskey()
  await app.append(`user-${app.own.id}`, 'UserStatusChanged', { status: 'inactive' })
  expect(await logInAlone(await proofAlone(passkey))).toMatchObject(refusal(401, 'account-inactive'))
})

test('an address without a host name offers no passkeys', async () => {
  const other = await appForTest(twoFactorApp({ publicUrl: new URL('http://127.0.0.1:3000') }))
  expect((await other.state()).arePasskeysOffered).toBe(false)
  expect((await other.call('POST', '/passkeys/options', {})).status).toBe(404)
  expect((await other.http.call('POST', '/api/auth/login/passkey/options', {})).status).toBe(404)
})
