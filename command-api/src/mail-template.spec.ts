import { expect, test } from 'vitest'
import { renderMail, type MailContent } from './mail-template.ts'

const content: MailContent = {
  kind: 'greeting',
  to: 'ana@example.org',
  subject: 'Good morning',
  name: 'Ana Núñez',
  parts: [
    'The sun is up.',
    { link: new URL('https://thirty.example/dashboard?a=1&b=2'), label: 'Have a look' },
  ],
}

test('text and HTML have the same content', () => {
  const { text, html } = renderMail(content)
  expect(text).toBe(
    [
      'Hello Ana,',
      'The sun is up.',
      'Have a look:\nhttps://thirty.example/dashboard?a=1&b=2',
      'Thirty: thirty days, one project a day.\n',
    ].join('\n\n'),
  )
  expect(html).toContain('<p>Hello Ana,</p>\n<p>The sun is up.</p>\n')
  expect(html).toContain('<a href="https://thirty.example/dashboard?a=1&amp;b=2">Have a look</a>')
})

test('markup in a name stays text', () => {
  const { text, html } = renderMail({ ...content, name: '<img/src=x> "&\'' })
  expect(text).toContain('Hello <img/src=x>,')
  expect(html).toContain('<p>Hello &lt;img/src=x&gt;,</p>')
  expect(renderMail({ ...content, parts: [`"&'`] }).html).toContain('<p>&quot;&amp;&#39;</p>')
})

test('greets a recipient without a name', () => {
  expect(renderMail({ ...content, name: '  ' }).text).toMatch(/^Hello there,\n/)
})
