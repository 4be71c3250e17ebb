import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PairNumbers } from './compact-maps.ts'

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

test('pairs that would all belong in one place of a table without a secret take as long as in a map', () => {
  // left * 2 ** 26 + right, and 2 ** 31 is 1 in the remainders of 2 ** 31 - 1.
  const pairs = Array.from({ length: 20_000 }, (_, k) => [32 * k, 20_000 - k] as const)
  const timeOf = (set: (left: number, right: number) => void) => {
    const since = performance.now()
    for (const pair of pairs) set(...pair)
    return performance.now() - since
  }
  const isSlow = () => {
    const [table, map] = [new PairNumbers(), new Map<string, number>()]
    const inMap = timeOf((left, right) => map.set(`${left} ${right}`, 1))
    return timeOf((left, right) => table.set(left, right, 1)) > 10 * inMap
  }
  expect([1, 2, 3].every(isSlow)).toBe(false)
})
