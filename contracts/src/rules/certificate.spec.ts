import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certificateProgress, type ProjectStep } from './certificate.ts'
import { totalDays } from './challenge-day.ts'

const start = Date.parse('2026-01-05T12:00:00.000Z')
let count = 0
const step = (type: ProjectStep['type'], day: number, overrides: Partial<ProjectStep> = {}): ProjectStep => {
  count += 1
  const at = new Date(start + count * 1_000).toISOString()
  return { type, project: `r1-d${day}-ada`, day, at, position: BigInt(count * 10), ...overrides }
}
const allDays = () => Array.from({ length: totalDays }, (_, index) => step('ProjectSubmitted', index + 1))

test('thirty projects that count complete the challenge at the thirtieth', () => {
  const steps = allDays()
  expect(certificateProgress(steps.slice(0, 29))).toMatchObject({ completions: [] })
  const { days, completions } = certificateProgress(steps)
  expect(days).toHaveLength(totalDays)
  expect(completions).toEqual([
    {
      at: steps[29]?.at,
      position: steps[29]?.position,
      submittedAt: steps.map(({ at }) => at),
      ended: null,
    },
  ])
})

test('reviews that approve, and revisions, do not end it', () => {
  const steps = [...allDays(), step('ProjectRevised', 3), step('ProjectApproved', 3), step('ProjectRated', 4)]
  expect(certificateProgress(steps).completions).toMatchObject([{ ended: null }])
})

test('a rejected project ends it, and its revision begins another one', () => {
  const complete = allDays()
  const rejected = step('ProjectRejected', 7)
  const steps = [...complete, rejected]
  expect(certificateProgress(steps).completions).toMatchObject([
    { ended: { at: rejected.at, day: 7, reason: 'rejected' } },
  ])
  const revised = step('ProjectRevised', 7)
  expect(certificateProgress([...steps, revised]).completions).toMatchObject([
    { ended: { day: 7 } },
    { at: revised.at, ended: null },
  ])
})

test('a withdrawn project ends it; the project that replaces it has another time of submission', () => {
  const steps = [...allDays(), step('ProjectWithdrawn', 7)]
  expect(certificateProgress(steps).completions).toMatchObject([{ ended: { day: 7, reason: 'withdrawn' } }])
  const again = step('ProjectSubmitted', 7, { project: 'r2-d7-ada' })
  const { completions } = certificateProgress([...steps, again])
  expect(completions[1]?.submittedAt[6]).toBe(again.at)
})

test('a project that never counted, and the revision of a withdrawn one, change nothing', () => {
  const steps = allDays().slice(0, 29)
  const { days } = certificateProgress([...steps, step('ProjectRevised', 30), step('ProjectRejected', 30)])
  expect(days).toHaveLength(29)
})

test('the order in which an import stored the events changes nothing but the position', () => {
  const steps = [...allDays(), step('ProjectWithdrawn', 2), step('ProjectSubmitted', 2)]
  const facts = (given: readonly ProjectStep[]) =>
    certificateProgress(given).completions.map(({ position: _, ...rest }) => rest)
  fc.assert(
    fc.property(fc.shuffledSubarray(steps, { minLength: steps.length }), (shuffled) => {
      const stored = shuffled.map((each, index) => ({ ...each, position: BigInt(index + 1) }))
      expect(facts(stored)).toEqual(facts(steps))
      const [completion] = certificateProgress(stored).completions
      // The board at the position has all thirty.
      const upTo = stored.filter(({ position }) => position <= (completion?.position ?? 0n))
      expect(new Set(upTo.map(({ day }) => day)).size).toBe(totalDays)
    }),
  )
})
