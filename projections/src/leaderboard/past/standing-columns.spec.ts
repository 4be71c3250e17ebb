import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeStandings, encodeStandings, type PastStanding } from './standing-columns.ts'

const count = fc.nat({ max: 5 })
const score = fc.record({ totalPoints: count, projects: count, quality: count, streak: count })
const date = fc.integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}`)
const reached = fc
  .bigInt({ min: 0n, max: 2n ** 60n })
  .map((position) => position.toString().padStart(20, '0'))
const dailyStanding = fc.record({ date, score: fc.option(score), reached })

const anonymous = { name: '', username: null, names: '', picture: null } as const
const standing: fc.Arbitrary<PastStanding> = fc
  .record({
    status: fc.constantFrom('active', 'inactive', 'pending'),
    joined: fc.nat(),
    score,
    tally: fc.record({
      rated: count,
      stars: fc.double({ min: 0, max: 150, noNaN: true }),
      handedIn: fc.option(fc.record({ date: fc.nat(), count })),
    }),
    reached,
    latest: dailyStanding,
    history: fc.array(dailyStanding, { maxLength: 3 }),
    isGone: fc.constantFrom(undefined, true),
    isExcluded: fc.constantFrom(undefined, true),
  })
  .map(({ isGone, isExcluded, ...fields }) => ({
    ...anonymous,
    ...fields,
    ...(isGone && { isGone }),
    ...(isExcluded && { isExcluded }),
  }))

test('any standings are the same after they were encoded and decoded', () => {
  fc.assert(
    fc.property(fc.array(standing), (standings) => {
      expect(decodeStandings(encodeStandings(standings))).toEqual(standings)
    }),
  )
})
