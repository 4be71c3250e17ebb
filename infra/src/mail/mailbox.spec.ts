import { expect, test } from 'vitest'
import { isAddress, mailboxOf } from './mailbox.ts'

test.for([
  ['thirty@example.org', { name: '', address: 'thirty@example.org' }],
  ['Thirty <thirty@localhost>', { name: 'Thirty', address: 'thirty@localhost' }],
  [
    '"Thirty, the challenge" <a.b+c@mail.example.org>',
    { name: 'Thirty, the challenge', address: 'a.b+c@mail.example.org' },
  ],
  [' Dreißig <dreißig@beispiel.example> ', { name: 'Dreißig', address: 'dreißig@beispiel.example' }],
] as const)('%s names a mailbox', ([text, mailbox]) => {
  expect(mailboxOf(text)).toEqual(mailbox)
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
])('%j names none', (text) => {
  expect(mailboxOf(text)).toBeUndefined()
})

test('an address is no longer than one can be', () => {
  expect(isAddress(`${'a'.repeat(64)}@${'b'.repeat(180)}.org`)).toBe(true)
  expect(isAddress(`${'a'.repeat(65)}@b.org`)).toBe(false)
  expect(isAddress(`a@${'b'.repeat(252)}.org`)).toBe(false)
})
