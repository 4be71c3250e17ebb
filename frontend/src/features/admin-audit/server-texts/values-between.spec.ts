import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valuesBetween } from './values-between.ts'

const part = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 2 })

test('the values equal the matches of a pattern with groups', () => {
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 12 }),
      (parts, text) => {
        const groupsOf = (group: string) => new RegExp(`^${parts.join(group)}$`).exec(text)?.slice(1)
        expect(valuesBetween(parts, text, 'first')).toEqual(groupsOf('(.+)'))
        expect(valuesBetween(parts, text, 'last')).toEqual(groupsOf('(.+?)'))
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each(['first', 'last'] as const)('a long text with many of its words is read once (%s)', (longest) => {
  const text = `A ${'and to be '.repeat(20_000)}`
  expect(valuesBetween(['A ', ' and ', ' to ', ' be ', '!'], text, longest)).toBeUndefined()
  expect(valuesBetween(['A ', ' and ', ' to ', ' be ', ' '], text, longest)).toHaveLength(4)
})
