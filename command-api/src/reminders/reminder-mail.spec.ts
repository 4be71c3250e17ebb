import { expect, test } from 'vitest'
import { reminderMail, type Reminder } from './reminder-mail.ts'

const reminder: Reminder = {
  day: 4,
  timeZone: 'Europe/Berlin',
  end: Date.parse('2026-03-05T23:00:00Z'),
  challengeEnd: Date.parse('2026-04-07T22:00:00Z'),
  publicUrl: new URL('https://thirty.example'),
  unsubscribe: {
    oneClick: new URL('https://thirty.example/api/reminders/unsubscribe?token=t'),
    page: new URL('https://thirty.example/unsubscribe?token=t'),
  },
}

const ana = { email: 'ana@example.org', fullName: 'Ana Example' }

test('a reminder names the day, links to the submission, and says how to unsubscribe', () => {
  const message = reminderMail(ana, reminder)
  expect(message).toMatchObject({
    kind: 'reminder',
    to: 'ana@example.org',
    subject: 'Day 4 ends soon',
    expiresAt: reminder.end,
    unsubscribe: reminder.unsubscribe.oneClick,
  })
  for (const said of [
    'Hello Ana,',
    'Day 4 of 30, “Unit converter”, ends at midnight (Europe/Berlin)',
    'https://thirty.example/SubmitProject',
    'https://thirty.example/unsubscribe?token=t',
  ])
    for (const body of [message.text, message.html]) expect(body).toContain(said)
})

test('a reminder is in the language of the account', () => {
  const german = { ...ana, language: 'de' }
  const message = reminderMail(german, reminder)
  expect([message.language, message.subject]).toEqual(['de', 'Tag 4 endet bald'])
  expect(message.html).toContain('<html lang="de">')
  for (const body of [message.text, message.html]) {
    expect(body).toContain('Hallo Ana,')
    expect(body).toContain('Tag 4 von 30, „Einheitenrechner“, endet um Mitternacht (Europe/Berlin)')
    expect(body).toContain('Abbestellen')
  }
  const last = reminderMail(german, { ...reminder, challengeEnd: Date.parse('2026-03-05T22:30:00Z') })
  expect(last.text).toContain('endet mit der Challenge um 23:30 Uhr (Europe/Berlin)')
})

test('a reminder on the last evening says when the challenge ends, and expires then', () => {
  const challengeEnd = Date.parse('2026-03-05T22:30:00Z')
  const message = reminderMail(ana, { ...reminder, challengeEnd })
  expect(message.expiresAt).toBe(challengeEnd)
  expect(message.text).toContain('“Unit converter”, ends with the challenge at 11:30 PM (Europe/Berlin)')
})
