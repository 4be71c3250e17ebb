import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForEach(() => twoFactorApp({ areLimitsOn: true }))

test('ten wrong codes in an hour are the limit of an account with any token; a right one forgets them', async () => {
  const { secret, codes } = await app.addApp(60)
  const attempt = async (body: object) =>
    (await app.secondStep({ token: await app.firstStep(), ...body })).status
  const wrongTimes = async (times: number) => {
    for (let count = 0; count < times; count += 1) expect(await attempt({ code: '000000' })).toBe(401)
  }
  await wrongTimes(9)
  expect(await attempt({ code: app.codeOf(secret) })).toBe(200)
  await wrongTimes(10)
  app.wait(60)
  expect(await attempt({ code: app.codeOf(secret) })).toBe(429)
  expect(await attempt({ recoveryCode: codes[0] })).toBe(429)
  // The right password does not forget them.
  expect((await app.logIn('ada')).status).toBe(200)
  expect(await attempt({ code: app.codeOf(secret) })).toBe(429)
})

test('wrong codes from elsewhere do not hold up a network that the account was used from', async () => {
  const { secret } = await app.addApp(60)
  const elsewhere = { headers: { 'X-Forwarded-For': '198.51.100.1' } }
  const guess = async () => {
    const body = { token: await app.firstStep(), code: '000000' }
    return (await app.http.call('POST', '/api/auth/login/second-factor', body, elsewhere)).status
  }
  for (let count = 0; count < 10; count += 1) expect(await guess()).toBe(401)
  expect(await guess()).toBe(429)
  // All networks that are not known share these ten.
  elsewhere.headers['X-Forwarded-For'] = '192.0.2.1'
  expect(await guess()).toBe(429)
  const right = { token: await app.firstStep(), code: app.codeOf(secret) }
  expect((await app.secondStep(right)).status).toBe(200)
})

test('wrong codes at the login do not hold up the confirmation in an open session', async () => {
  const { secret } = await app.addApp(60)
  for (let count = 0; count < 11; count += 1)
    await app.secondStep({ token: await app.firstStep(), code: '000000' })
  expect((await app.call('POST', '/confirm', { code: app.codeOf(secret) })).status).toBe(200)
})

test('passkeys of strangers do not lock out the owner', async () => {
  const { secret } = await app.addApp()
  const { passkey } = await app.addPasskey()
  app.wait(60)
  for (let count = 0; count < 12; count += 1) {
    const token = await app.firstStep()
    const options = await app.passkeyOptions(token)
    const response = { ...passkey.use(options, { origin: 'https://evil.example' }) }
    const answer = await app.secondStep({ token, passkey: { ceremony: options.ceremony, response } })
    expect(answer.status).toBe(401)
  }
  const right = await app.secondStep({ token: await app.firstStep(), code: app.codeOf(secret) })
  expect(signedInResponse.parse(right.body).user._id).toBe(app.own.id)
})

test('a confirmation counts its attempts like a login', async () => {
  await app.addApp()
  const confirm = async (body: object) => (await app.call('POST', '/confirm', body)).status
  for (let count = 0; count < 10; count += 1)
    expect([await confirm({ password: 'Wrong-horse-7' }), await confirm({ code: '000000' })]).toEqual([
      401, 401,
    ])
  expect([await confirm({ password: 'Correct-horse-7' }), await confirm({ code: '000000' })]).toEqual([
    429, 429,
  ])
})
