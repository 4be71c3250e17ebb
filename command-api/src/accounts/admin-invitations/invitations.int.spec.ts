import { hash } from 'node:crypto'
import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { commandApp, password, signUpBody, refusal } from '@thirty/command-api/testing/test-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { invitationCreatedResponse, invitationEndpoints } from '@thirty/contracts/team/api.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { forgetEndedHourly, keepDetails } from './invitation-details.ts'

const app = appForEach(commandApp)

type Person = { id: string; token: string }
const owner = (name: string): Promise<Person> => app.signUpUser(name, { isAdmin: true })
const invite = async ({ token }: Person, body: object = {}, key?: string) => {
  const request = { role: 'reviewer', days: 7, ...body }
  const response = await app.http.call('POST', '/api/admin/invitations', request, {
    token,
    key,
  })
  expect(response).toMatchObject({ status: 201 })
  const { invitation } = invitationCreatedResponse.parse(response.body)
  return { ...invitation, token: tokenIn(invitation.link ?? '') }
}
const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''
const listed = async ({ token }: Person) => {
  const { body } = await app.http.call('GET', '/api/admin/invitations', undefined, { token })
  return invitationEndpoints.list.response.parse(body).invitations
}
const check = (token: string) => app.http.call('POST', '/api/auth/invitations/check', { token })
const stateOf = async (token: string) =>
  invitationEndpoints.check.response.parse((await check(token)).body).invitation.state
const accept = (token: string, name: string, body: object = {}, key?: string) =>
  app.http.call('POST', '/api/auth/invitations/accept', { ...signUpBody(name), ...body, token }, { key })

test('a link lets one new person sign up with the role, without a registration key', async () => {
  const ruth = await owner('ruth')
  const { token, expiresAt } = await invite(ruth)
  expect((await check(token)).body).toEqual({
    success: true,
    invitation: { state: 'open', role: 'reviewer', invitedBy: signUpBody('ruth').fullName, expiresAt },
  })
  const response = await accept(token, 'rita', { fullName: 'Rita Weber' })
  expect(response.status).toBe(201)
  const { user } = signedInResponse.parse(response.body)
  expect([user.isAdmin, user.role]).toEqual([true, 'reviewer'])
  expect(
    (await app.http.call('GET', '/api/admin/invitations', undefined, { token: user.token })).status,
  ).toBe(403)
  expect(await accept(token, 'second')).toMatchObject(
    refusal(422, 'invitation-over', { message: 'This invitation was already used.' }),
  )
  expect(await listed(ruth)).toMatchObject([
    {
      state: 'used',
      link: null,
      by: { _id: ruth.id, fullName: signUpBody('ruth').fullName },
      usedBy: { _id: user._id, fullName: 'Rita Weber' },
    },
  ])
})

test('the log has only a hash of the token, and no email address or note', async () => {
  const ruth = await owner('ruth')
  const { token } = await invite(ruth, { email: 'rita@people.example', note: 'Rita of the jury' })
  const text = await app.wholeLog()
  expect(text).toContain(hash('sha256', token))
  for (const secret of [
    token,
    'rita@people.example',
    'Rita of the jury',
    hash('sha256', 'rita@people.example'),
  ])
    expect(text).not.toContain(secret)
})

test('the link is mailed to the address, once, and both stay in the list while the invitation is open', async () => {
  const ruth = await owner('ruth')
  app.sent.length = 0
  const details = { email: 'rita@people.example', note: 'Rita of the jury' }
  const first = await invite(ruth, details, 'key-of-the-form')
  const again = await invite(ruth, details, 'key-of-the-form')
  expect([again.id, again.link]).toEqual([first.id, first.link])
  expect(app.sent.map(({ to, kind }) => [to, kind])).toEqual([['rita@people.example', 'admin-invitation']])
  expect(app.sent[0]?.text).toContain(first.link)
  expect(app.sent[0]?.text).toContain('reviewer')
  expect(await listed(ruth)).toMatchObject([{ ...details, link: first.link, state: 'open' }])

  await app.http.call('DELETE', `/api/admin/invitations/${first.id}`, undefined, { token: ruth.token })
  expect(await listed(ruth)).toMatchObject([{ state: 'revoked', email: null, note: null, link: null }])
  expect(await app.personalDocuments.load(ruth.id, 'admin-invitations')).toBeUndefined()
})

test('an invitation says in words and by a code that the account of its maker was deleted', async () => {
  const [ruth, rolf] = [await owner('ruth'), await owner('rolf')]
  await invite(ruth)
  await app.http.call('DELETE', '/api/auth/account', { password }, { token: ruth.token })
  expect(await listed(rolf)).toMatchObject([{ by: standIn('deletedPerson', 'fullName') }])
})

test('an invitation expires', async () => {
  const ruth = await owner('ruth')
  const { token } = await invite(ruth, { days: 1, note: 'Rita' })
  app.time.now += 24 * 60 * 60_000 - 1
  expect(await stateOf(token)).toBe('open')
  app.time.now += 1
  expect((await check(token)).body).toEqual({
    success: true,
    invitation: { state: 'expired', role: null, invitedBy: null, expiresAt: null },
  })
  expect(await accept(token, 'rita')).toMatchObject({ status: 422, body: { code: 'invitation-over' } })
  const log = await owner('rolf')
  expect(await listed(log)).toMatchObject([{ state: 'expired', note: null }])
})

test('a name that is taken does not cost the invitation', async () => {
  const ruth = await owner('ruth')
  await app.signUpUser('ana')
  const { token } = await invite(ruth)
  expect(await accept(token, 'ana')).toMatchObject({ status: 409, body: { code: 'name-taken' } })
  expect(await stateOf(token)).toBe('open')
  expect((await accept(token, 'rita')).status).toBe(201)
})

test('of two people who follow a link at once, one gets in', async () => {
  const ruth = await owner('ruth')
  const { token } = await invite(ruth)
  const responses = await Promise.all([accept(token, 'rita'), accept(token, 'ron')])
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422])
})

test('an expired invitation keeps no email address and no note, although nobody opens the list', async () => {
  const ruth = await owner('ruth')
  const [{ id: short }, { id: long }] = [
    await invite(ruth, { days: 1, email: 'short@example.org', note: 'Ana' }),
    await invite(ruth, { days: 7, email: 'long@example.org' }),
  ]
  const task = forgetEndedHourly(app)
  const kept = async () =>
    Object.keys((await app.personalDocuments.load(ruth.id, 'admin-invitations')) ?? {}).toSorted()
  app.time.now += 86_400_000 - 1
  await task.pass()
  expect(await kept()).toEqual([short, long].toSorted())
  app.time.now += 1
  await task.pass()
  expect(await kept()).toEqual([long])
  app.time.now += 7 * 86_400_000
  await task.pass()
  expect(await app.personalDocuments.load(ruth.id, 'admin-invitations')).toBeUndefined()
})

test('an invitation that a log which was put back does not have keeps no email address, even if it was the first of its owner', async () => {
  const ruth = await owner('ruth')
  await keepDetails(app, ruth.id, 'an-invitation-of-before', { email: 'ana@example.org' })
  await forgetEndedHourly(app).pass()
  expect(await app.personalDocuments.load(ruth.id, 'admin-invitations')).toBeUndefined()
})
