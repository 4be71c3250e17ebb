import fc from 'fast-check'
import { anyDraft } from '@thirty/command-api/testing/challenge-model/drafts.ts'

const process = fc.nat(1)

/** What happens next: somebody does something, time passes, or something breaks or works again. */
const anyStep = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('act' as const), process, draft: anyDraft }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 6_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('log' as const),
      process,
      log: fc.constantFrom('refuses' as const, 'loses answers' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('store' as const), process }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('slow' as const),
      process,
      ms: fc.constantFrom(50, 900, 4_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      process,
      ms: fc.integer({ min: 0, max: 60_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stall' as const), process }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('kill' as const, 'restart' as const), process }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose the store' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('put back' as const), pick: fc.nat(999) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('heal' as const), process }) },
)

export type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/** Steps of one simulation. */
export const anySchedule = fc.array(anyStep, { minLength: 10, maxLength: 50, size: 'max' })
