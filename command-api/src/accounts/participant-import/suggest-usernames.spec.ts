import { username as usernameRule } from '@thirty/contracts/accounts/api.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestUsernames } from './endpoints.ts'

const first = (name: string) => suggestUsernames(name).next().value

test.each([
  ['Maya Lindgren', 'maya_lindgren'],
  ['Jürgen Groß', 'juergen_gross'],
  ['Zoë Šimůnková', 'zoe_simunkova'],
  ["Siobhán O'Brien-Walsh", 'siobhan_obrien_walsh'],
  ['Łukasz Żółć', 'lukasz_zolc'],
  ['Þórður Guðni Ħal', 'thordur_gudni_hal'],
  ['Ju\u0308rgen in two characters', 'juergen_in_two_characters'],
  ['Maximiliane von und zu Guttenberg', 'maximiliane_von_und_zu_guttenb'],
])('%s becomes %s', (name, username) => {
  expect(first(name)).toBe(username)
})

test('further suggestions have a number, within the maximum length', () => {
  expect([...suggestUsernames('Ana Example')].slice(0, 3)).toEqual([
    'ana_example',
    'ana_example_2',
    'ana_example_3',
  ])
  expect([...suggestUsernames('Maximiliane von und zu Guttenberg')][1]).toBe('maximiliane_von_und_zu_gutte_2')
})

test.each(['李小龍', 'Bo', 'Ян'])('%s has no suggestion', (name) => {
  expect([...suggestUsernames(name)]).toEqual([])
})

test('every suggestion for any name is a valid username, and another one than those before', () => {
  const letters = fc.constantFrom(..."aZ9_ '’-.äÖßẞÞðĦŧŁ㎏①ﬁＡʻй李\u0308\u200b")
  const name = fc.string({
    unit: fc.oneof(letters, fc.string({ unit: 'grapheme', maxLength: 1 })),
    maxLength: 60,
  })
  fc.assert(
    fc.property(name, (fullName) => {
      const suggestions = [...suggestUsernames(fullName)]
      expect(suggestions.filter((one) => usernameRule.safeParse(one).data !== one)).toEqual([])
      expect(new Set(suggestions).size).toBe(suggestions.length)
    }),
  )
})

test('a reserved username is not suggested', () => {
  expect(first('Admin')).toBe('admin_2')
})
