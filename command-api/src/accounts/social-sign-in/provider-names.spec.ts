import { fullName } from '@thirty/contracts/accounts/api.ts'
import { expect, test } from 'vitest'
import { toFullName, toUsername } from './provider-names.ts'

const email = 'ana.nunez@example.org'

test.each([
  ['Ana Núñez', 'Ana Núñez'],
  ["  Seán   O'Neill-Ó Dálaigh ", "Seán O'Neill-Ó Dálaigh"],
  ['李小龍', '李小龍'],
  ['Ana 🚀 Núñez', 'Ana Núñez'],
  ['Ana <b>Núñez</b>', 'Ana b Núñez b'],
  ['Ana2000 (she/her)', 'Ana she her'],
  ['x'.repeat(500), 'x'.repeat(120)],
  ['Ana\u3164 Núñez\uFFA0', 'Ana Núñez'],
])('%j becomes %j', (given, name) => {
  expect(toFullName({ fullName: given, email })).toBe(name)
})

test('without a valid name, the username, then the email address, then a fallback is used', () => {
  expect(toFullName({ fullName: '🚀', handle: 'octo-cat', email })).toBe('octo-cat')
  expect(toFullName({ fullName: '42', handle: '1337', email })).toBe('ana nunez')
  expect(toFullName({ email: '42@example.org' })).toBe('New participant')
  expect(toFullName({ fullName: '- ’', email: "-'@example.org" })).toBe('New participant')
})

test('any text of a provider becomes a valid name', () => {
  const odd = [
    '',
    ' ',
    '\u0000',
    '\u202e evil',
    'a',
    '\u0301',
    'e\u0301e',
    '’’',
    'ﷺ'.repeat(300),
    '\ud800',
    '\u3164\u3164',
  ]
  for (const text of odd)
    expect(fullName.safeParse(toFullName({ fullName: text, handle: text, email })).success).toBe(true)
})

test('a provider username is used unchanged or not at all', () => {
  expect(toUsername('octo_cat')).toBe('octo_cat')
  for (const handle of [undefined, '', 'oc', 'octo-cat', 'x'.repeat(31), 'victim@x.io', 'böse', 'Admin'])
    expect(toUsername(handle)).toBeUndefined()
})
