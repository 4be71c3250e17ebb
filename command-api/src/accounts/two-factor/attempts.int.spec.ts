import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForEach(() => twoFactorApp({ areLimitsOn: true }))
const wrong = { code: '000000' }

test('ten wrong codes in an hour are the limit of an account with any token; a right one forgets them', async () => {
  const { secret, codes } = await app.addApp(60)
  const wrongTimes = async (times: number) => {
    for (let count = 0; count < times; count += 1) expect(await app.logInWith(wrong)).toBe(401)
  }
  await wrongTimes(9)
  expect(await app.logInWith({ code: app.codeOf(secret) })).toBe(200)
  await wrongTimes(10)
  app.wait(60)
  // The right password of each login does not forget them.
  for (const proof of [{ code: app.codeOf(secret) }, { recoveryCode: codes[0] }])
    expect(await app.logInWith(proof)).toBe(429)
})

test('wrong codes from elsewhere do not hold up a network that the account was used from', async () => {
  const { secret } = await app.addApp(60)
  const guessAt = async (address: string) => {
    const body = { token: await app.firstStep(), ...wrong }
    const headers = { 'X-Forwarded-For': address }
    return (await app.http.call('POST', '/api/auth/login/second-factor', body, { headers })).status
  }
  for (let count = 0; count < 10; count += 1) expect(await guessAt('198.51.100.1')).toBe(401)
  // All networks that are not known share these ten.
  for (const address of ['198.51.100.1', '192.0.2.1']) expect(await guessAt(address)).toBe(429)
  expect(await app.logInWith({ code: app.codeOf(secret) })).toBe(200)
})

test('wrong codes at the login do not hold up the confirmation in an open session', async () => {
  const { secret } = await app.addApp(60)
  for (let count = 0; count < 11; count += 1) await app.logInWith(wrong)
  expect((await app.call('POST', '/confirm', { code: app.codeOf(secret) })).status).toBe(200)
})

test('passkeys of strangers do not lock out the owner', async () => {
  const { secret } = await app.addApp()
  const { passkey } = await app.addPasskey()
  app.wait(60)
  for (let count = 0; count < 12; count += 1) {
    const stolen = await app.passkeyProof(passkey, { origin: 'https://evil.example' })
    expect(await app.logInWith({ passkey: stolen })).toBe(401)
  }
  expect(await app.logInWith({ code: app.codeOf(secret) })).toBe(200)
})

test('a confirmation counts its attempts like a login', async () => {
  await app.addApp()
  const confirm = async (secret: string) => [
    (await app.call('POST', '/confirm', { password: secret })).status,
    (await app.call('POST', '/confirm', wrong)).status,
  ]
  for (let count = 0; count < 10; count += 1) expect(await confirm('Wrong-horse-7')).toEqual([401, 401])
  expect(await confirm('Correct-horse-7')).toEqual([429, 429])
})
