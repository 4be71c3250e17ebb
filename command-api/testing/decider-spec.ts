import { Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { expect } from 'vitest'

/**
 * Tells a rule as a story: given what happened, when somebody wants this, then that happens.
 * For the specs of `decide`: it needs Vitest.
 */
export function deciderSpec<State, Past>(initial: State, evolve: (state: State, event: Past) => State) {
  return {
    given: (...events: readonly Past[]) => {
      const state = events.reduce(evolve, initial)
      return {
        when: <Event>(decide: (state: State) => readonly Event[]) => ({
          // The word of given, when, then; nobody awaits a story.
          // oxlint-disable-next-line unicorn/no-thenable
          then: (...expected: readonly Event[]) => expect(decide(state)).toEqual(expected),
          thenNothing: () => expect(decide(state)).toEqual([]),
          /** Refused with this code and, where it is given, in these words or with errors at these fields. */
          thenRefused: (code: RefusalCode, told?: string | { errors: readonly string[] }) => {
            const refusal = refusalOf(() => decide(state))
            expect(refusal.code).toBe(code)
            if (typeof told === 'string') expect(refusal.message).toBe(told)
            if (typeof told === 'object') expect(Object.keys(refusal.errors ?? {})).toEqual(told.errors)
          },
        }),
      }
    },
  }
}

function refusalOf(decide: () => unknown): Refusal {
  try {
    decide()
  } catch (problem) {
    if (problem instanceof Refusal) return problem
    throw problem
  }
  throw new Error('Nothing was refused.')
}
