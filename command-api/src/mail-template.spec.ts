import { expect, test } from 'vitest'
import { writeMail, type MailContent } from './mail-template.ts'

const content: MailContent = {
  kind: 'greeting',
  subject: 'Good morning',
  parts: [
    'The sun is up.',
    { link: new URL('https://thirty.example/dashboard?a=1&b=2'), label: 'Have a look' },
  ],
}
const ana = { email: 'ana@example.org', fullName: 'Ana Núñez' }
const write = (recipient: Partial<Parameters<typeof writeMail>[0]> = {}, parts = content.parts) =>
  writeMail({ ...ana, ...recipient }, undefined, () => ({ ...content, parts }))

test('text and HTML have the same content', () => {
  const { to, text, html } = write()
  expect(to).toBe('ana@example.org')
  expect(text).toBe(
    [
      'Hello Ana,',
      'The sun is up.',
      'Have a look:\nhttps://thirty.example/dashboard?a=1&b=2',
      'Thirty: thirty days, one project a day.\n',
    ].join('\n\n'),
  )
  expect(html).toContain('<p>Hello Ana,</p>\n<p>The sun is up.</p>\n')
  expect(html).toMatch(/<a href="https:\/\/thirty.example\/dashboard\?a=1&amp;b=2"[^>]*>Have a look<\/a>/)
  expect(html).toContain('>https://thirty.example/dashboard?a=1&amp;b=2</small>')
})

test('markup in a name stays text', () => {
  const { text, html } = write({ fullName: '<img/src=x> "&\'' })
  expect(text).toContain('Hello <img/src=x>,')
  expect(html).toContain('<p>Hello &lt;img/src=x&gt;,</p>')
  expect(write({}, [`"&'`]).html).toContain('<p>&quot;&amp;&#39;</p>')
})

test('greets a recipient without a name', () => {
  expect(write({ fullName: '  ' }).text).toMatch(/^Hello,\n/)
  expect(write({ fullName: '  ', language: 'de' }).text).toMatch(/^Hallo,\n/)
})

test.for([
  { account: 'de', reader: 'en', language: 'de' },
  { account: 'en', reader: 'de', language: 'en' },
  { account: null, reader: 'de', language: 'de' },
  { account: undefined, reader: undefined, language: 'en' },
  // Chosen with a newer release, which had more languages.
  { account: 'tlh', reader: undefined, language: 'en' },
] as const)('an account with $account on a page in $reader gets it in $language', (given) => {
  const mail = writeMail({ ...ana, language: given.account }, given.reader, ({ language, text }) => ({
    ...content,
    subject: `${language}: ${text('setPassword')}`,
  }))
  expect(mail.language).toBe(given.language)
  expect(mail.html).toContain(`<html lang="${given.language}">`)
  expect(mail.subject).toBe(
    given.language === 'de' ? 'de: Neues Passwort festlegen' : 'en: Set a new password',
  )
  expect(mail.text).toContain(given.language === 'de' ? 'Hallo Ana,' : 'Hello Ana,')
})
