import { expect, test } from 'vitest'
import { isMailAddress } from './mail-address.ts'

test.for([
  'ana@example.org',
  'a.b+c@mail.example.org',
  'dreißig@beispiel.example',
  'thirty@localhost',
  'ana@उदाहरण.example',
])('a mail can be sent to %s', (text) => {
  expect(isMailAddress(text)).toBe(true)
})

test.for([
  'ana',
  '@b.org',
  'a@',
  'a@b@c.org',
  'a@-b.org',
  'a@b.org.',
  'a@b..org',
  'a@b-.org',
  'a,b@x.org',
  'a;b@x.org',
  'a:b@x.org',
  'a\\b@x.org',
  '[a]@x.org',
  '"a b"@x.org',
  'a@[127.0.0.1]',
  'a@x.org,b@x.org',
  'a@x.org\r\nBcc: b@x.org',
  'a\u0000@x.org',
])('no mail can be sent to %j', (text) => {
  expect(isMailAddress(text)).toBe(false)
})

test('an address is no longer than one can be', () => {
  expect(isMailAddress(`${'a'.repeat(64)}@${'b'.repeat(63)}.org`)).toBe(true)
  expect(isMailAddress(`${'a'.repeat(65)}@b.org`)).toBe(false)
  expect(isMailAddress(`a@${'b'.repeat(64)}.org`)).toBe(false)
  expect(isMailAddress(`a@${'b.'.repeat(124)}org`)).toBe(true)
  expect(isMailAddress(`a@${'b.'.repeat(125)}org`)).toBe(false)
})
