import { expect, test } from 'vitest'
import { parseSmtpAddress, parseMailbox } from './mail-addresses.ts'

test.for([
  ['smtp://localhost', { host: 'localhost', port: 587, isEncrypted: false, hosts: ['localhost'] }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, isEncrypted: true, hosts: ['mail.example'] }],
  ['smtp://[::1]:2525/', { host: '::1', port: 2525, isEncrypted: false, hosts: ['[::1]'] }],
  [
    'smtps://ana%40example.org:p%3Aw@mail.example:2465',
    {
      host: 'mail.example',
      port: 2465,
      isEncrypted: true,
      user: 'ana@example.org',
      password: 'p:w',
      hosts: ['mail.example'],
    },
  ],
] as const)('parses %s as the address of a mail server', ([text, server]) => {
  expect(parseSmtpAddress(text)).toEqual(server)
})

test.for([
  'mail.example',
  'http://mail.example',
  'smtp://',
  'smtp:///x',
  'smtp://ana@mail.example',
  'smtp://:secret@mail.example',
  'smtp://mail.example/path',
  // Such parameters would become options of the library.
  'smtp://mail.example?debug=true',
  'smtp://mail.example#x',
  'smtp://mail.example:99999',
  'smtp://%ff:x@mail.example',
])('refuses %s as the address of a mail server', (text) => {
  expect(parseSmtpAddress(text)).toBeUndefined()
})

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
