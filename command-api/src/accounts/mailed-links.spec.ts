import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { expect, test } from 'vitest'
import { confirmationLinks } from './email-confirmation/endpoints.ts'
import type { LoadedAccount } from './evolve.ts'
import { unsubscribeLinks } from './unsubscribe/endpoints.ts'

const user = '01a221ff-4ec9-7a54-8216-f8ea210d35ad'
const sent: EmailMessage[] = []
const options = {
  secret: 'x'.repeat(32),
  clock: () => Date.parse('2026-03-02T08:00:00Z'),
  publicUrl: new URL('https://thirty.example'),
  mail: { send: (message: EmailMessage) => sent.push(message) > 0 },
}
const confirmations = confirmationLinks(options)
const unsubscribes = unsubscribeLinks(options)
const email = 'ana@example.org'
// The links read these fields only.
const ana = { id: user, account: { email, fullName: 'Ana' } } as LoadedAccount

test('the links of emails are short enough for a narrow phone', () => {
  confirmations.send(ana, 'en')
  const [confirmation] = /https:\S+/.exec(sent[0]?.text ?? '') ?? []
  expect(confirmation?.length).toBeLessThan(110)
  const { page, oneClick } = unsubscribes.linksFor(user)
  expect(page.href.length).toBeLessThan(90)
  expect(oneClick.href.length).toBeLessThan(110)
})

test('a short token confirms the address that it was sent to, and no other', () => {
  confirmations.send(ana, 'en')
  const [, token = ''] = /token=(\S+)/.exec(sent.at(-1)?.text ?? '') ?? []
  const link = confirmations.verify(token)
  expect(link?.user).toBe(user)
  expect([link?.isSentTo('ANA@example.org'), link?.isSentTo('bo@example.org')]).toEqual([true, false])
  expect(unsubscribes.verify(token)).toBeUndefined()
})
