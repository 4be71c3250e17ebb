import { Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { expect } from 'vitest'

/**
 * Given/when/then for specs of `decide`: given these events, when this command is decided, then these events follow.
 * Needs Vitest.
 */
export function deciderSpec<State, Recorded>(
  initial: State,
  evolve: (state: State, event: Recorded) => State,
) {
  return {
    given: (...events: readonly Recorded[]) => {
      const state = events.reduce(evolve, initial)
      return {
        when: <Event>(decide: (state: State) => readonly Event[]) => ({
          // oxlint-disable-next-line unicorn/no-thenable -- named like the pattern; the object is never awaited
          then: (...expected: readonly Event[]) => expect(decide(state)).toEqual(expected),
          thenNothing: () => expect(decide(state)).toEqual([]),
          /** Expects a refusal with this code and, if given, this message or errors at these fields. */
          thenRefused: (code: RefusalCode, expected?: string | { errors: readonly string[] }) => {
            const refusal = refusalOf(() => decide(state))
            expect(refusal.code).toBe(code)
            if (typeof expected === 'string') expect(refusal.message).toBe(expected)
            if (typeof expected === 'object')
              expect(Object.keys(refusal.errors ?? {})).toEqual(expected.errors)
          },
        }),
      }
    },
  }
}

function refusalOf(decide: () => unknown): Refusal {
  try {
    decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}
