import { Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { expect, test } from 'vitest'

/** What follows from a decision: these events, a refusal with this code, or one with this message or errors at these fields, too. */
type Outcome<Event> = readonly Event[] | RefusalCode | ExpectedRefusal
type ExpectedRefusal = { code: RefusalCode; expected: string | { errors: readonly string[] } }
type Case<State, Given, Event> = readonly [
  given: readonly Given[],
  decide: (state: State) => readonly Event[],
  then: Outcome<Event>,
]

/** A refusal with this message, or with errors at these fields. */
export const refused = (code: RefusalCode, expected: ExpectedRefusal['expected']): ExpectedRefusal => ({
  code,
  expected,
})

/**
 * Given/when/then for specs of `decide`, as rows: given these events, when this command is decided, then these events follow.
 * Needs Vitest.
 */
export const deciderSpec = <State, Event>(fold: Folding<State, Event>) =>
  decidersOf((events: readonly Event[]) => events.reduce(fold.evolve, fold.initial))

/**
 * Returns what makes a `decide` for the cases of a rule: `(change) => (state) => …`. The command has the usual fields, unless a case says
 * otherwise.
 */
export const deciding =
  <State, Command extends object, Event>(
    decide: (state: State, command: Command) => readonly Event[],
    usual: NoInfer<Command>,
  ) =>
  (change: Partial<Command> = {}) =>
  (state: State) =>
    decide(state, { ...usual, ...change })

/** What a spec needs of a fold. */
export type Folding<State, Event> = { initial: State; evolve: (state: State, event: Event) => State }

/** Like `deciderSpec`, over a function that folds the given events. */
export function decidersOf<State, Given>(fold: (events: readonly Given[]) => State) {
  const check = <Event>([events, decide, then]: Case<State, Given, Event>, index: number) => {
    const state = fold(events)
    const number = index + 1
    if (typeof then === 'string')
      expect({ case: number, code: refusalOf(() => decide(state)).code }).toEqual({
        case: number,
        code: then,
      })
    else if (isRefusal(then)) expectRefusal(() => decide(state), then)
    else expect({ case: number, events: decide(state) }).toEqual({ case: number, events: then })
  }
  return {
    /** One rule: its title, and cases in which given events and a decision lead to events or a refusal. */
    rule: <Event>(title: string, ...cases: readonly Case<State, Given, Event>[]) =>
      // oxlint-disable-next-line vitest/valid-title -- the title is that of the rule
      test(title, () => cases.forEach((each, index) => check(each, index))),
  }
}

const isRefusal = <Event>(then: readonly Event[] | ExpectedRefusal): then is ExpectedRefusal =>
  'expected' in then

function expectRefusal(decide: () => unknown, { code, expected }: ExpectedRefusal) {
  const refusal = refusalOf(decide)
  expect(refusal.code).toBe(code)
  if (typeof expected === 'string') expect(refusal.message).toBe(expected)
  else expect(Object.keys(refusal.errors ?? {})).toEqual(expected.errors)
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
