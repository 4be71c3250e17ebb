import { expect } from '@playwright/test'
import { createParticipant, createProject } from './support/api.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { chooseLanguage } from './support/languages.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { adminScreens } from './support/screens/admins.ts'
import { communityScreens } from './support/screens/community.ts'
import { historyScreens } from './support/screens/history.ts'
import { participantScreens } from './support/screens/participants.ts'
import { projectScreens } from './support/screens/projects.ts'
import { screenOpener } from './support/screens/screen.ts'
import { visitorScreens } from './support/screens/visitors.ts'
import { webhookScreens } from './support/screens/webhooks.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

/** The widths of windows on laptops, in px. */
const widths = [1024, 1200, 1280, 1366, 1440]

const groups = [
  ['visitors', visitorScreens, () => undefined],
  [
    'participants',
    [...participantScreens, ...projectScreens, ...communityScreens],
    (seeded) => seeded.participant,
  ],
  ['admins', [...adminScreens, ...historyScreens, ...webhookScreens], (seeded) => seeded.admin],
] as const satisfies [string, unknown, (seeded: SeededProduct) => unknown][]

const longName = 'Maximiliane Hohenlohe-Wiesen'
const longTitle = 'Haushaltsgeräteverwaltung mit Erinnerungen'

/** Adds a participant and a project with long names, which wait for review as the newest of all. */
async function addLongNames({ product }: SeededProduct): Promise<void> {
  const person = await createParticipant(product, longName)
  await createProject(product, person, { projectName: longTitle, day: 1 })
}

test.describe.configure({ timeout: 300_000 })

for (const [group, screens, userOf] of groups) {
  test(`on laptops the screens of ${group} have no cut text, nothing that overlaps and no button outside`, async ({
    openBrowser,
    seeded,
  }) => {
    await addLongNames(seeded)
    const as = userOf(seeded)
    const { page } = await openBrowser('User', { ...(as && { as }), viewport: { width: 1440, height: 900 } })
    const open = screenOpener(page, seeded)
    for (const screen of screens) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await open(screen)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect.soft
          .poll(() => layoutFaults(page), { message: `${screen.name} at ${width}`, timeout: 1_000 })
          .toEqual([])
      }
    }
  })

  test(`on laptops the screens of ${group} have room for German`, async ({ openBrowser, seeded }) => {
    await addLongNames(seeded)
    const as = userOf(seeded)
    const { page } = await openBrowser('User', { ...(as && { as }), viewport: { width: 1440, height: 900 } })
    await chooseLanguage(page, seeded.product.url, 'de')
    const paths = new Set(screens.map(({ path }) => (typeof path === 'string' ? path : path(seeded))))
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await openInApp(page, path)
      await waitForAnswers(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect.soft
          .poll(() => layoutFaults(page), { message: `${path} at ${width}`, timeout: 1_000 })
          .toEqual([])
      }
    }
  })
}
