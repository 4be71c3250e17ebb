import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PairNumbers } from './pair-numbers.ts'

const anyNumber = fc.oneof(fc.nat(20), fc.nat(2 ** 26 - 1))

test('a table of pairs has what a map of pairs has', () => {
  const anySteps = fc.array(fc.tuple(anyNumber, anyNumber, fc.nat(1_000)), { maxLength: 300 })
  fc.assert(
    fc.property(anySteps, (steps) => {
      const table = new PairNumbers()
      const map = new Map<string, number>()
      for (const [left, right, value] of steps) {
        table.set(left, right, value)
        map.set(`${left} ${right}`, value)
      }
      for (const [left, right] of steps) {
        expect(table.get(left, right)).toBe(map.get(`${left} ${right}`))
        expect(table.get(right, left)).toBe(map.get(`${right} ${left}`) ?? 0)
      }
    }),
  )
})
