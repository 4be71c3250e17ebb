import { signedTokens } from '@thirty/infra/http/authentication/signed-tokens.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { confirmationLinks } from './email-confirmation/confirmation-links.ts'
import type { LoadedAccount } from './evolve.ts'
import { unsubscribeLinks } from './unsubscribe/unsubscribe-links.ts'

const user = '01a221ff-4ec9-7a54-8216-f8ea210d35ad'
const time = { now: Date.parse('2026-03-02T08:00:00Z') }
const sent: EmailMessage[] = []
const options = {
  secret: 'x'.repeat(32),
  clock: () => time.now,
  publicUrl: new URL('https://thirty.example'),
  mail: { send: (message: EmailMessage) => sent.push(message) > 0 },
}
const confirmations = confirmationLinks(options)
const unsubscribes = unsubscribeLinks(options)
const email = 'ana@example.org'
// The links read these fields only.
const ana = { id: user, account: { email, fullName: 'Ana' } } as LoadedAccount

/** A token as emails had it before tokens became short. */
const olderToken = <Content extends Record<string, string>>(
  type: string,
  lifetime: number,
  content: Content,
) =>
  signedTokens(
    { ...options, issuer: options.publicUrl.origin },
    { type, lifetime, content: z.record(z.string(), z.string()) as unknown as z.ZodObject },
  ).issue(content)

test('the links of emails are short enough for a narrow phone', () => {
  confirmations.send(ana, 'en')
  const [confirmation] = /https:\S+/.exec(sent[0]?.text ?? '') ?? []
  expect(confirmation?.length).toBeLessThan(110)
  const { page, oneClick } = unsubscribes.linksFor(user)
  expect(page.href.length).toBeLessThan(90)
  expect(oneClick.href.length).toBeLessThan(110)
})

test('a confirmation link that was mailed before tokens became short works until it expires', () => {
  const address = createHmac('sha256', options.secret).update(`confirm-email ${email}`).digest('base64url')
  const token = olderToken('confirm-email', 86_400, { sub: user, address })
  const link = confirmations.verify(token)
  expect(link?.user).toBe(user)
  expect([link?.isSentTo(email), link?.isSentTo('ana@other.example')]).toEqual([true, false])
  const now = time.now
  time.now += 86_400_000
  expect(confirmations.verify(token)).toBeUndefined()
  time.now = now
})

test('an unsubscribe link that was mailed before tokens became short works', () => {
  expect(unsubscribes.verify(olderToken('unsubscribe', 31_536_000, { sub: user }))).toBe(user)
  expect(unsubscribes.verify(olderToken('confirm-email', 31_536_000, { sub: user }))).toBeUndefined()
})

test('a short token confirms the address that it was sent to, and no other', () => {
  confirmations.send(ana, 'en')
  const [, token = ''] = /token=(\S+)/.exec(sent.at(-1)?.text ?? '') ?? []
  const link = confirmations.verify(token)
  expect(link?.user).toBe(user)
  expect([link?.isSentTo('ANA@example.org'), link?.isSentTo('bo@example.org')]).toEqual([true, false])
  expect(unsubscribes.verify(token)).toBeUndefined()
})
