import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { distinctNames, PersonName } from './people.tsx'

const ada = { id: 'a', name: 'Ada King', username: 'ada' }

test('people with one name are told apart by their usernames, also if it is spelled otherwise', () => {
  const other = { id: 'b', name: 'ADA  KING', username: 'countess' }
  const noor = { id: 'c', name: 'Noor Haddad', username: 'noor' }
  expect([ada, other, noor].map(distinctNames([ada, other, noor]))).toEqual([
    'Ada King @ada',
    'ADA  KING @countess',
    'Noor Haddad',
  ])
})

test('one person who is in a list twice has no namesake, and a namesake without a username keeps the name', () => {
  expect(distinctNames([ada, ada])(ada)).toBe('Ada King')
  const nameless = { ...ada, id: 'b', username: null }
  expect(distinctNames([ada, nameless])(nameless)).toBe('Ada King')
})

test('the name of a person is text alone, from which the element around it takes its direction', () => {
  expect(renderToStaticMarkup(createElement(PersonName, { person: ada }))).toBe('Ada King')
})
