import { hash } from 'node:crypto'
import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { commandApp, countStatuses, signUpBody, refusal } from '@thirty/command-api/testing/test-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { logEndingBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { beforeEach, expect, test } from 'vitest'
import { invitationCreatedResponse, invitationEndpoints } from '@thirty/contracts/team/api.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { forgetEndedHourly, keepDetails } from './invitations.ts'

const app = appForEach(commandApp)

type Person = { id: string; token: string }
/** The owner who invites. */
let ruth: Person
const owner = (name: string): Promise<Person> => app.signUpUser(name, { isAdmin: true })
beforeEach(async () => {
  ruth = await owner('ruth')
})

const path = '/api/admin/invitations'
const invite = async (body: object = {}, key?: string) => {
  const request = { role: 'reviewer', days: 7, ...body }
  const response = await app.http.call('POST', path, request, { token: ruth.token, key })
  const { invitation } = invitationCreatedResponse.parse(response.body)
  return { ...invitation, token: new URL(invitation.link ?? '').searchParams.get('token') ?? '' }
}
const listed = async ({ token } = ruth) => {
  const { body } = await app.http.call('GET', path, undefined, { token })
  return invitationEndpoints.list.response.parse(body).invitations
}
const check = async (token: string) => {
  const { body } = await app.http.call('POST', '/api/auth/invitations/check', { token })
  return invitationEndpoints.check.response.parse(body).invitation
}
const accept = (token: string, name: string) => app.http.accept(token, signUpBody(name))
/** The ids of the invitations of Ruth whose address or note is kept. */
const kept = async () => Object.keys((await app.personalDocuments.load(ruth.id, 'admin-invitations')) ?? {})
const nameOf = (name: string) => signUpBody(name).fullName

test('a link lets one new person sign up with the role, without a registration key', async () => {
  const { token, expiresAt } = await invite()
  const open = { state: 'open', role: 'reviewer', invitedBy: nameOf('ruth'), expiresAt }
  expect(await check(token)).toEqual(open)
  const response = await app.http.accept(token, { ...signUpBody('rita'), fullName: 'Rita Weber' })
  expect(response.status).toBe(201)
  const { user } = signedInResponse.parse(response.body)
  expect([user.isAdmin, user.role]).toEqual([true, 'reviewer'])
  expect((await app.http.call('GET', path, undefined, { token: user.token })).status).toBe(403)
  expect(await accept(token, 'second')).toMatchObject(
    refusal(422, 'invitation-over', { message: 'This invitation was already used.' }),
  )
  expect(await listed()).toMatchObject([
    {
      state: 'used',
      link: null,
      by: { _id: ruth.id, fullName: nameOf('ruth') },
      usedBy: { _id: user._id, fullName: 'Rita Weber' },
    },
  ])
})

test('an invitation that was made under another secret is listed without its link', async () => {
  await invite()
  const { call } = await app.serve(app.log, { secret: 'another secret'.repeat(3) })
  const { body } = await call('GET', path, undefined, { token: ruth.token })
  const { invitations } = invitationEndpoints.list.response.parse(body)
  expect(invitations).toMatchObject([{ state: 'open', link: null }])
})

test('the log has only a hash of the token, and no email address or note', async () => {
  const [email, note] = ['rita@people.example', 'Rita of the jury']
  const { token } = await invite({ email, note })
  const text = await app.wholeLog()
  expect(text).toContain(hash('sha256', token))
  for (const secret of [token, email, note, hash('sha256', email)]) expect(text).not.toContain(secret)
})

test('the link is mailed to the address, once, and both stay in the list while the invitation is open', async () => {
  app.sent.length = 0
  const details = { email: 'rita@people.example', note: 'Rita of the jury' }
  const first = await invite(details, 'key-of-the-form')
  const again = await invite(details, 'key-of-the-form')
  expect([again.id, again.link]).toEqual([first.id, first.link])
  expect(app.sent).toMatchObject([
    { to: details.email, kind: 'admin-invitation', text: expect.stringContaining('reviewer') },
  ])
  expect(app.sent[0]?.text).toContain(first.link)
  expect(await listed()).toMatchObject([{ ...details, link: first.link, state: 'open' }])

  await app.http.call('DELETE', `${path}/${first.id}`, undefined, { token: ruth.token })
  expect(await listed()).toMatchObject([{ state: 'revoked', email: null, note: null, link: null }])
  expect(await kept()).toEqual([])
})

test('an invitation says in words and by a code that the account of its maker was deleted', async () => {
  const rolf = await owner('rolf')
  await invite()
  await app.http.leave(ruth.token)
  expect(await listed(rolf)).toMatchObject([{ by: standIn('deletedPerson', 'fullName') }])
})

test('an invitation expires', async () => {
  const { token } = await invite({ days: 1, note: 'Rita' })
  app.time.now += 24 * 60 * 60_000
  expect(await check(token)).toEqual({ state: 'expired', role: null, invitedBy: null, expiresAt: null })
  expect(await accept(token, 'rita')).toMatchObject(refusal(422, 'invitation-over'))
  expect(await listed(await owner('rolf'))).toMatchObject([{ state: 'expired', note: null }])
})

test('a name that is taken does not cost the invitation', async () => {
  await app.signUpUser('ana')
  const { token } = await invite()
  expect(await accept(token, 'ana')).toMatchObject(refusal(409, 'name-taken'))
  expect((await check(token)).state).toBe('open')
  expect((await accept(token, 'rita')).status).toBe(201)
})

test('a sign-up that was interrupted after it used the invitation up is completed by the same person, also without a key', async () => {
  const { token } = await invite()
  const ending = await app.serve(logEndingBefore(app.log, 'UserRegistered'))
  expect((await ending.accept(token, signUpBody('rita'))).status).toBe(500)
  expect(await check(token)).toMatchObject({ state: 'used' })
  expect((await accept(token, 'other')).status).toBe(422)
  expect((await accept(token, 'rita')).status).toBe(201)
})

test('of two people who follow a link at once, one gets in', async () => {
  const { token } = await invite()
  const responses = await Promise.all([accept(token, 'rita'), accept(token, 'ron')])
  expect(countStatuses(responses)).toEqual({ 201: 1, 422: 1 })
})

test('an expired invitation keeps no email address and no note, although nobody opens the list', async () => {
  const { id: short } = await invite({ days: 1, email: 'short@example.org', note: 'Ana' })
  const { id: long } = await invite({ days: 7, email: 'long@example.org' })
  const { pass } = forgetEndedHourly(app)
  for (const [ms, ids] of [
    [86_400_000 - 1, [short, long]],
    [1, [long]],
    [7 * 86_400_000, []],
  ] as const) {
    app.time.now += ms
    await pass()
    expect(new Set(await kept())).toEqual(new Set(ids))
  }
})

test('an invitation that a log which was put back does not have keeps no email address, even if it was the first of its owner', async () => {
  await keepDetails(app, ruth.id, 'an-invitation-of-before', { email: 'ana@example.org' })
  await forgetEndedHourly(app).pass()
  expect(await kept()).toEqual([])
})
