import { expect, test } from 'vitest'
import { isEmailAddress } from './email-address.ts'

test.for([
  'ana@example.org',
  'a.b+c@mail.example.org',
  'dreißig@beispiel.example',
  'thirty@localhost',
  'ana@उदाहरण.example',
  "o'brien@example.org",
  "!#$%&'*+-/=?^_`{|}~@example.org",
  'ana@xn--bcher-kva.example',
  'ana@gal·la.example',
  'ana@ジョン・スミス.example',
  '用户@例子.广告',
])('%s is a valid email address', (text) => {
  expect(isEmailAddress(text)).toBe(true)
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
  'a@ä.org/x',
  'a@ä.org:25',
  'a@-ä.org/',
  'a@ä_b.org',
  'a@ä..org',
  'a b@x.org',
  'a\u200b@x.org',
])('%j is not a valid email address', (text) => {
  expect(isEmailAddress(text)).toBe(false)
})

test('an address cannot exceed the lengths of the standard', () => {
  expect(isEmailAddress(`${'a'.repeat(64)}@${'b'.repeat(63)}.org`)).toBe(true)
  expect(isEmailAddress(`${'a'.repeat(65)}@b.org`)).toBe(false)
  expect(isEmailAddress(`a@${'b'.repeat(64)}.org`)).toBe(false)
  expect(isEmailAddress(`a@${'b.'.repeat(124)}org`)).toBe(true)
  expect(isEmailAddress(`a@${'b.'.repeat(125)}org`)).toBe(false)
})
