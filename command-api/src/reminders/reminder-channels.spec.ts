import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { expect, test } from 'vitest'
import { emailReminders, pushReminders, type Reminder } from './reminders.ts'

const reminder: Reminder = {
  day: 4,
  timeZone: 'Europe/Berlin',
  end: Date.parse('2026-03-05T23:00:00Z'),
  challengeEnd: Date.parse('2026-04-07T22:00:00Z'),
}
const oneClick = new URL('https://thirty.example/api/reminders/unsubscribe?token=t')

const ana = { id: 'ana', email: 'ana@example.org', fullName: 'Ana Example', language: null }

/** Returns the email that reminds a person. */
async function mailTo(
  person: typeof ana | (Omit<typeof ana, 'language'> & { language: string }),
  given = reminder,
) {
  const sent: EmailMessage[] = []
  const mail = {
    send: (message: EmailMessage) => sent.push(message) > 0,
    pendingCount: () => 0,
    discard: async () => undefined,
  }
  const channel = emailReminders({
    mail,
    publicUrl: new URL('https://thirty.example'),
    unsubscribeLinksFor: () => ({ oneClick, page: new URL('https://thirty.example/unsubscribe?token=t') }),
  })
  await channel.send(person, given, { id: 'claim', at: '' })
  const [message] = sent
  if (message === undefined) throw new Error('No email was sent.')
  return message
}

test('a reminder names the day, links to the submission, and says how to unsubscribe', async () => {
  const message = await mailTo(ana, reminder)
  expect(message).toMatchObject({
    kind: 'reminder',
    to: 'ana@example.org',
    subject: 'Day 4 ends soon',
    expiresAt: reminder.end,
  })
  expect(message.unsubscribe?.href).toBe(oneClick.href)
  for (const said of [
    'Hello Ana,',
    'Day 4 of 30, “Unit converter”, ends at midnight (Europe/Berlin)',
    'https://thirty.example/SubmitProject',
    'https://thirty.example/unsubscribe?token=t',
  ])
    for (const body of [message.text, message.html]) expect(body).toContain(said)
})

test('a reminder is in the language of the account', async () => {
  const german = { ...ana, language: 'de' }
  const message = await mailTo(german, reminder)
  expect([message.language, message.subject]).toEqual(['de', 'Tag 4 endet bald'])
  expect(message.html).toContain('<html lang="de">')
  for (const body of [message.text, message.html]) {
    expect(body).toContain('Hallo Ana,')
    expect(body).toContain('Tag 4 von 30, „Einheitenrechner“, endet um Mitternacht (Europe/Berlin)')
    expect(body).toContain('Abbestellen')
  }
  const last = await mailTo(german, { ...reminder, challengeEnd: Date.parse('2026-03-05T22:30:00Z') })
  expect(last.text).toContain('endet mit der Challenge um 23:30 Uhr (Europe/Berlin)')
})

test('a reminder on the last evening says when the challenge ends, and expires then', async () => {
  const challengeEnd = Date.parse('2026-03-05T22:30:00Z')
  const message = await mailTo(ana, { ...reminder, challengeEnd })
  expect(message.expiresAt).toBe(challengeEnd)
  expect(message.text).toContain('“Unit converter”, ends with the challenge at 11:30 PM (Europe/Berlin)')
})

test('a push reminder expires with the day, or with the challenge if that ends first', async () => {
  const expiries: unknown[] = []
  const channel = pushReminders(async (_user, { expiresAt }) => void expiries.push(expiresAt))
  const challengeEnd = Date.parse('2026-03-05T22:30:00Z')
  for (const given of [reminder, { ...reminder, challengeEnd }])
    await channel.send(ana, given, { id: 'claim', at: '' })
  expect(expiries).toEqual([reminder.end, challengeEnd])
})
