import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, imagesApp } from '@thirty/command-api/testing/images-app.ts'

let app: Awaited<ReturnType<typeof imagesApp>>
beforeAll(async () => {
  app = await imagesApp()
})
afterAll(() => app.close())

const hour = 3_600_000
const days = [1, 2, 3]
const ofDay = fc.constantFrom(...days)
/** `which` of the screenshots that were uploaded so far, counted from the newest. */
const which = fc.nat(3)
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ what: fc.constant('screenshot' as const) }) },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('submit' as const), ofDay, which }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('revise' as const), ofDay, which }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('withdraw' as const), ofDay }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('portrait' as const) }) },
    { weight: 4, arbitrary: fc.record({ what: fc.constant('wait' as const), hours: fc.nat(13) }) },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('sweep' as const), isNew: fc.boolean() }) },
  ),
  { minLength: 20, maxLength: 40 },
)

test(
  'whatever is uploaded, shown and swept, when and by whom: what was ever shown is there, and nothing else for long',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const ana = await app.person()
        const [kept, trouble] = [app.createCleanup(), app.errors.length]
        const shots: string[] = []
        const uploads: string[] = []
        for (const step of all) {
          const shot = 'which' in step ? (shots.at(-1 - step.which) ?? '') : ''
          if (step.what === 'screenshot') {
            shots.push(await ana.screenshot())
            uploads.push(shots.at(-1) ?? '')
          } else if (step.what === 'portrait') uploads.push(await ana.profileImage())
          else if (step.what === 'submit') await ana.submit(shot, step.ofDay)
          else if (step.what === 'revise') await ana.revise(shot, step.ofDay)
          else if (step.what === 'withdraw') await ana.withdraw(step.ofDay)
          else if (step.what === 'wait') app.time.now += step.hours * hour
          else await (step.isNew ? app.createCleanup() : kept).pass()
        }
        // A picture of the last moment is due after a day, and a portrait that was replaced then after another one.
        for (let passes = 0; passes < 2; passes += 1) {
          app.time.now += dayMs
          await Promise.all([kept.pass(), app.createCleanup().pass()])
        }
        const shown = await shownBy(ana.id)
        for (const name of uploads)
          expect([name, await app.isImageStored(name)]).toEqual([name, shown.has(name)])
        expect(app.errors.length).toBe(trouble)
      }),
      { numRuns: 12 },
    )
  },
)

/** Pictures that a project of somebody shows or ever showed, and the present profile image. */
async function shownBy(user: string): Promise<Set<string>> {
  const shown = new Set<string>()
  for (const ofDay of days) {
    const events = await app.eventsOf(`project-r1-d${ofDay}-${user}`)
    for (const event of events as unknown as ProjectEvent[])
      if (event.type === 'ProjectSubmitted' || event.type === 'ProjectRevised') shown.add(event.data.image)
  }
  let portrait: string | null = null
  for (const event of (await app.eventsOf(`user-${user}`)) as unknown as UserEvent[])
    if (event.type === 'ProfileImageChanged') portrait = event.data.image
  return portrait === null ? shown : shown.add(portrait)
}
