import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certificateProgress, type ProjectStep } from './certificate.ts'
import { totalDays } from '../challenge/challenge-day.ts'

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
  const { at, position } = steps[29] ?? {}
  const submittedAt = steps.map((each) => each.at)
  expect(completions).toEqual([{ at, position, submittedAt, ended: null, pending: totalDays }])
})

test('a completion waits for review until all thirty are approved', () => {
  const approvals = allDays().map(({ day }) => day)
  const steps = [...allDays(), ...approvals.slice(0, 29).map((day) => step('ProjectApproved', day))]
  expect(certificateProgress(steps).completions).toMatchObject([{ pending: 1 }])
  const completionsAfter = (type: ProjectStep['type']) =>
    certificateProgress([...steps, step(type, totalDays)]).completions
  expect(completionsAfter('ProjectApproved')).toMatchObject([{ pending: 0, ended: null }])
  expect(completionsAfter('ProjectRejected')).toMatchObject([{ pending: 0, ended: { day: totalDays } }])
})

test('a rejected project ends it, and its revision begins another one', () => {
  const [steps, rejected, revised] = [allDays(), step('ProjectRejected', 7), step('ProjectRevised', 7)]
  const ended = { ended: { at: rejected.at, day: 7, reason: 'rejected' } }
  expect(certificateProgress([...steps, rejected]).completions).toMatchObject([ended])
  const both = [ended, { at: revised.at, ended: null }]
  expect(certificateProgress([...steps, rejected, revised]).completions).toMatchObject(both)
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

const manySteps = [
  ...allDays(),
  step('ProjectWithdrawn', 2),
  step('ProjectSubmitted', 2),
  step('ProjectRejected', 3),
  step('ProjectRevised', 3),
]
const facts = (given: readonly ProjectStep[]) =>
  certificateProgress(given).completions.map(({ position: _, ...rest }) => rest)

/** Steps as an import may store them: streams one after the other or mixed, each in its own order. */
const stored = (steps: readonly ProjectStep[]) =>
  fc.shuffledSubarray([...steps], { minLength: steps.length }).map((shuffled) => {
    const byProject = Map.groupBy(steps, ({ project }) => project)
    const ordered = shuffled.flatMap(({ project }) => byProject.get(project)?.shift() ?? [])
    return ordered.map((each, index) => ({ ...each, position: BigInt(index + 1) }))
  })

test('the order in which an import stored the events changes nothing but the position', () => {
  fc.assert(
    fc.property(stored(manySteps), (imported) => {
      expect(facts(imported)).toEqual(facts(manySteps))
      const [completion] = certificateProgress(imported).completions
      // The board at the position has all thirty.
      const upTo = imported.filter(({ position }) => position <= (completion?.position ?? 0n))
      expect(new Set(upTo.map(({ day }) => day)).size).toBe(totalDays)
    }),
  )
})

test('clocks that differ change neither the order of the events of a project nor what an import has', () => {
  const seconds = fc.integer({ min: -60, max: 60 })
  const skewed = fc
    .array(seconds, { minLength: manySteps.length, maxLength: manySteps.length })
    .map((skews) =>
      manySteps.map((each, index) => ({
        ...each,
        // The milliseconds differ, so that no two events have the same time.
        at: new Date(Date.parse(each.at) + (skews[index] ?? 0) * 1_000 + index).toISOString(),
      })),
    )
  const both = skewed.chain((steps) => fc.tuple(fc.constant(steps), stored(steps)))
  fc.assert(
    fc.property(both, ([steps, imported]) => {
      const completions = facts(imported)
      expect(completions).toEqual(facts(steps))
      // Both projects that were taken away came back.
      expect(completions.at(-1)?.ended).toBeNull()
      for (const { at, submittedAt, ended } of completions) {
        for (const time of submittedAt) expect(time <= at).toBe(true)
        expect(ended === null || ended.at >= at).toBe(true)
      }
    }),
  )
})
