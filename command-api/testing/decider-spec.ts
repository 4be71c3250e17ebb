import { Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { expect, test } from 'vitest'

/** A refusal with this code, and with this message or errors at these fields where a case says so. */
type ExpectedRefusal = { code: RefusalCode; message?: string; errors?: readonly string[] }
/** What follows from a decision: these events, or a refusal. */
type Outcome<Event> = readonly Event[] | RefusalCode | ExpectedRefusal
type Case<State, Given, Event> = readonly [
  given: readonly Given[],
  decide: (state: State) => readonly Event[],
  then: Outcome<Event>,
]

/** A refusal with this message, or with errors at these fields. */
export const refused = (
  code: RefusalCode,
  expected: string | { errors: readonly string[] },
): ExpectedRefusal => ({ code, ...(typeof expected === 'string' ? { message: expected } : expected) })

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
export const decidersOf = <State, Given>(fold: (events: readonly Given[]) => State) => ({
  /** One rule: its title, and cases in which given events and a decision lead to events or a refusal. */
  rule: <Event>(title: string, ...cases: readonly Case<State, Given, Event>[]) =>
    // oxlint-disable-next-line vitest/valid-title -- the title is that of the rule
    test(title, () => {
      for (const [index, [events, decide, then]] of cases.entries()) {
        const found = { case: index + 1, ...outcomeOf(() => decide(fold(events))) }
        expect(found).toEqual(expectedOf(then, index + 1))
      }
    }),
})

function expectedOf<Event>(then: Outcome<Event>, number: number): unknown {
  if (typeof then !== 'string' && !('code' in then)) return { case: number, events: then }
  return expect.objectContaining({ case: number, ...(typeof then === 'string' ? { code: then } : then) })
}

/** Returns the events of a decision, or the code, the message and the fields of its refusal. */
function outcomeOf<Event>(decide: () => readonly Event[]) {
  try {
    return { events: decide() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message, errors: Object.keys(error.errors ?? {}) }
  }
}
