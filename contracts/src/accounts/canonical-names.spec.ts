import { expect, test } from 'vitest'
import { asciiDomain, canonicalEmail, canonicalUsername, isForbiddenUsername } from './canonical-names.ts'

test('spellings that differ in case or surrounding spaces are the same account', () => {
  expect(canonicalEmail(' Maya@Example.ORG ')).toBe('maya@example.org')
  expect(canonicalUsername(' Maya_L ')).toBe('maya_l')
})

test.for([
  ['zoe\u0301@x.io', 'zo\u00e9@x.io'],
  ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
  ['Ana@BÜCHER.example', 'ana@XN--BCHER-KVA.example'],
  ['ana@bu\u0308cher.example', 'ana@bücher.example'],
  ['ana@ｅxample.org', 'ana@example.org'],
  ['ana@bücher。example', 'ana@bücher.example'],
  ['अना@उदाहरण.example', 'अना@xn--p1b6ci4b4b3a.example'],
] as const)('%s and %s are one address', ([one, other]) => {
  expect(canonicalEmail(one)).toBe(canonicalEmail(other))
})

test.for([
  ['ana@straße.example', 'ana@strasse.example'],
  ['ana@bücher.example', 'ana@bucher.example'],
  ['a.na@example.org', 'ana@example.org'],
  ['ana+1@example.org', 'ana@example.org'],
] as const)('%s and %s are two addresses', ([one, other]) => {
  expect(canonicalEmail(one)).not.toBe(canonicalEmail(other))
})

test.for(['ä.org/path', 'ä.org:80', 'ä@b.org', 'ä b.org', 'ä%2e.org', '\u200dä.org', ''])(
  'a text that is not a domain stays as it was: %j',
  (text) => {
    expect(asciiDomain(text) ?? '').toBe('')
    expect(canonicalEmail(`a@${text}`)).toBe(`a@${text}`)
  },
)

test('an ASCII domain is never read as a number', () => {
  expect(canonicalEmail('a@1.2.3')).toBe('a@1.2.3')
})

test.for(['admin', 'ADMIN', ' Admin ', '_admin_', 'a_d_m_i_n', 'thirty', 'thirty_team', 'moderator', 'null'])(
  'the username %j is forbidden',
  (username) => {
    expect(isForbiddenUsername(username)).toBe(true)
  },
)

test.for(['', 'ana', 'admina', 'administra', 'thirtyfive', 'root66', 'constructor'])(
  'the username %j is allowed',
  (username) => {
    expect(isForbiddenUsername(username)).toBe(false)
  },
)
