import { expect, test } from 'vitest'
import { parseMailbox } from './mailbox.ts'

test.for([
  ['thirty@example.org', { name: '', address: 'thirty@example.org' }],
  ['Thirty <thirty@localhost>', { name: 'Thirty', address: 'thirty@localhost' }],
  [
    '"Thirty, the challenge" <a.b+c@mail.example.org>',
    { name: 'Thirty, the challenge', address: 'a.b+c@mail.example.org' },
  ],
  [' Dreißig <dreißig@beispiel.example> ', { name: 'Dreißig', address: 'dreißig@beispiel.example' }],
] as const)('parses %s as a mailbox', ([text, mailbox]) => {
  expect(parseMailbox(text)).toEqual(mailbox)
})

test.for([
  'Thirty',
  'a@b, c@d',
  'One <a@b>, Two <c@d>',
  'Thirty <a@b',
  'a@b>',
  'Thirty\r\nBcc: x <a@b>',
  'Thirty <a@b\n>',
  'a@b@c',
  '@b',
  'a@',
  'a@-b',
  '<>',
  '',
])('refuses %j as a mailbox', (text) => {
  expect(parseMailbox(text)).toBeUndefined()
})
