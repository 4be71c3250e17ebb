import { expect } from '@playwright/test'
import { createParticipant, createProject } from './support/api.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { chooseLanguage } from './support/languages.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { lowTargets, overflowingWidth } from './support/page-layout.ts'
import { screensByLane, pathsOf } from './support/screens/all.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

/** Of a phone and of a tablet held upright, in px. */
const touchWidths = [390, 768]
/** Of windows on laptops. */
const laptopWidths = [1024, 1200, 1366]

const longName = 'Maximiliane Hohenlohe-Wiesen'
const longTitle = 'Haushaltsgeräteverwaltung mit Erinnerungen'

/** Adds a participant and a project with long names, which wait for review as the newest of all. */
async function addLongNames({ product }: SeededProduct): Promise<void> {
  const person = await createParticipant(product, longName)
  await createProject(product, person, { projectName: longTitle, day: 1 })
}

test.describe.configure({ timeout: 300_000 })

/** Texts are longest in German, but for some labels. */
const languages = [
  { name: 'German', code: 'de', widths: [...laptopWidths, ...touchWidths] },
  { name: 'English', code: 'en', widths: [1024] },
] as const

for (const [which, screens, userOf] of screensByLane)
  for (const { name, code, widths } of languages)
    test(`${which} fit windows of ${widths.join(', ')} pixels in ${name}, and have no cut text and nothing that overlaps`, async ({
      openBrowser,
      seeded,
    }) => {
      await addLongNames(seeded)
      const as = userOf(seeded)
      const viewport = { width: 1440, height: 900 }
      const { page } = await openBrowser('User', { ...(as && { as }), viewport })
      const device = await page.context().newCDPSession(page)
      await chooseLanguage(page, seeded.product.url, code)
      await page.goto('/forgot')
      for (const path of pathsOf(screens, seeded)) {
        await openInApp(page, path)
        await waitForAnswers(page)
        for (const width of widths) {
          await device.send('Emulation.setTouchEmulationEnabled', { enabled: touchWidths.includes(width) })
          await page.setViewportSize({ width, height: 900 })
          const faults = async () => [
            ...(await layoutFaults(page)),
            ...(touchWidths.includes(width) ? await lowTargets(page) : []).map(
              (name) => `"${name}" is lower than 44 pixels`,
            ),
            ...((await overflowingWidth(page)) > 0 ? ['the page scrolls sideways'] : []),
          ]
          await expect.soft.poll(faults, { message: `${path} at ${width}`, timeout: 3_000 }).toEqual([])
        }
      }
    })

test('a list that was scrolled is as wide as a window that was made narrower', async ({
  openBrowser,
  seeded,
}) => {
  const { page } = await openBrowser('Ines', { as: seeded.admin, viewport: { width: 1440, height: 900 } })
  await page.route('**/api/projects/all?*', async (route) => {
    const response = await route.fetch()
    // The projects of the installation, so often that the browser leaves out those far from the window.
    const { projects, ...rest } = (await response.json()) as { projects: { _id: string }[] }
    const more = Array.from({ length: 12 }, (_, copy) =>
      projects.map((project) => ({ ...project, _id: `${project._id}-${copy}` })),
    )
    await route.fulfill({ response, json: { ...rest, projects: more.flat() } })
  })
  await page.goto('/admin/submissions')
  const titles = page.getByRole('list', { name: 'Submissions' }).getByRole('heading')
  await expect(titles.first()).toBeVisible()
  for (let index = 0; index < (await titles.count()); index += 8)
    await titles.nth(index).scrollIntoViewIfNeeded()
  await titles.first().scrollIntoViewIfNeeded()
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.soft.poll(() => layoutFaults(page), { message: `at ${width}`, timeout: 10_000 }).toEqual([])
  }
})
