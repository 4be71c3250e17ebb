import fc from 'fast-check'
import { anyTemplate } from '@thirty/command-api/testing/challenge-model/actions.ts'

const process = fc.nat(1)

/** A step of a kind, with what it is about. */
const step = <Kind extends string, Fields extends object = object>(
  weight: number,
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: fc.record(fields).map((about) => ({ kind, ...about })) })

/** What happens next: somebody does something, time passes, or something breaks or works again. */
const anyStep = fc.oneof(
  step(24, 'act', { process, template: anyTemplate }),
  step(4, 'time', { ms: fc.integer({ min: 1, max: 6_000 }) }),
  step(2, 'log', { process, log: fc.constantFrom('refuses' as const, 'loses answers' as const) }),
  step(2, 'store', { process }),
  step(2, 'slow', { process, ms: fc.constantFrom(50, 900, 4_000) }),
  step(1, 'clock', { process, ms: fc.integer({ min: 0, max: 60_000 }) }),
  step(2, 'stall', { process }),
  step(1, 'kill', { process }),
  step(1, 'restart', { process }),
  step(1, 'lose the store', {}),
  step(1, 'put back', { pick: fc.nat(999) }),
  step(4, 'heal', { process }),
)

export type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/** Steps of one simulation. */
export const anySchedule = fc.array(anyStep, { minLength: 10, maxLength: 50, size: 'max' })
