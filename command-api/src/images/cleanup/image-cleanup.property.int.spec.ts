import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { userEvents } from '@thirty/contracts/accounts/events.ts'
import fc from 'fast-check'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { dayMs, imagesApp } from '@thirty/command-api/testing/images-app.ts'

const app = appForFile(imagesApp)

const hour = 3_600_000
const days = [1, 2, 3]
const ofDay = fc.constantFrom(...days)
/** A previous screenshot, counted from the newest. */
const age = fc.nat(3)
const anySteps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ action: fc.constant('screenshot' as const) }) },
    { weight: 3, arbitrary: fc.record({ action: fc.constant('submit' as const), ofDay, age }) },
    { weight: 2, arbitrary: fc.record({ action: fc.constant('revise' as const), ofDay, age }) },
    { weight: 1, arbitrary: fc.record({ action: fc.constant('withdraw' as const), ofDay }) },
    { weight: 1, arbitrary: fc.record({ action: fc.constant('profile image' as const) }) },
    { weight: 4, arbitrary: fc.record({ action: fc.constant('wait' as const), hours: fc.nat(13) }) },
    { weight: 3, arbitrary: fc.record({ action: fc.constant('cleanup' as const), isNew: fc.boolean() }) },
  ),
  { minLength: 20, maxLength: 40 },
)

test(
  'images that were ever shown stay and all others are removed, in any order of actions',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const ana = await app.createPerson()
        const [cleanup, errorCount] = [app.createCleanup(), app.errors.length]
        const screenshots: string[] = []
        const uploads: string[] = []
        for (const step of steps) {
          const screenshot = 'age' in step ? (screenshots.at(-1 - step.age) ?? '') : ''
          if (step.action === 'screenshot') {
            screenshots.push(await ana.uploadScreenshot())
            uploads.push(screenshots.at(-1) ?? '')
          } else if (step.action === 'profile image') uploads.push(await ana.uploadProfileImage())
          else if (step.action === 'submit') await ana.submit(screenshot, step.ofDay)
          else if (step.action === 'revise') await ana.revise(screenshot, step.ofDay)
          else if (step.action === 'withdraw') await ana.withdraw(step.ofDay)
          else if (step.action === 'wait') app.time.now += step.hours * hour
          else await (step.isNew ? app.createCleanup() : cleanup).pass()
        }
        // A recent image is due after a day; a profile image that is replaced meanwhile is due a day later.
        for (let passes = 0; passes < 2; passes += 1) {
          app.time.now += dayMs
          await Promise.all([cleanup.pass(), app.createCleanup().pass()])
        }
        const shown = await imagesShownBy(ana.id)
        for (const name of uploads)
          expect([name, await app.isImageStored(name)]).toEqual([name, shown.has(name)])
        expect(app.errors.length).toBe(errorCount)
      }),
      { numRuns: 12 },
    )
  },
)

const showingEvents = pickEvents(projectEvents, 'ProjectSubmitted', 'ProjectRevised')
const profileImageEvents = pickEvents(userEvents, 'ProfileImageChanged')

/** Returns the images that a project of the user ever showed, and the current profile image. */
async function imagesShownBy(user: string): Promise<Set<string>> {
  const shown = new Set<string>()
  for (const ofDay of days) {
    const events = await app.eventsOf(`project-r1-d${ofDay}-${user}`)
    for (const event of events) if (isEventOf(showingEvents, event)) shown.add(event.data.image)
  }
  let profileImage: string | null = null
  for (const event of await app.eventsOf(`user-${user}`))
    if (isEventOf(profileImageEvents, event)) profileImage = event.data.image
  return profileImage === null ? shown : shown.add(profileImage)
}
