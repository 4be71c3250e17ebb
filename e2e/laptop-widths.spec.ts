import { expect } from '@playwright/test'
import { createParticipant, createProject } from './support/api.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { chooseLanguage } from './support/languages.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { lowTargets, overflowingWidth } from './support/page-layout.ts'
import { groupsOfScreens, pathsOf } from './support/screens/all.ts'
import { screenOpener } from './support/screens/screen.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

/** The widths of windows on laptops, in px. */
const widths = [1024, 1200, 1280, 1366, 1440]
/** Of a phone and of a tablet held upright. */
const touchWidths = [390, 768]

const longName = 'Maximiliane Hohenlohe-Wiesen'
const longTitle = 'Haushaltsgeräteverwaltung mit Erinnerungen'

/** Adds a participant and a project with long names, which wait for review as the newest of all. */
async function addLongNames({ product }: SeededProduct): Promise<void> {
  const person = await createParticipant(product, longName)
  await createProject(product, person, { projectName: longTitle, day: 1 })
}

test.describe.configure({ timeout: 300_000 })

for (const [group, screens, userOf] of groupsOfScreens) {
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
          .poll(() => layoutFaults(page), { message: `${screen.name} at ${width}`, timeout: 3_000 })
          .toEqual([])
      }
    }
  })

  test(`on phones and tablets the screens of ${group} fit, have no cut text and can be touched, in German too`, async ({
    openBrowser,
    seeded,
  }) => {
    await addLongNames(seeded)
    const as = userOf(seeded)
    const viewport = { width: 768, height: 1024 }
    const { page } = await openBrowser('User', { ...(as && { as }), viewport, hasTouch: true })
    const paths = pathsOf(screens, seeded)
    for (const language of ['en', 'de']) {
      await chooseLanguage(page, seeded.product.url, language)
      await page.goto('/forgot')
      for (const path of paths) {
        await openInApp(page, path)
        await waitForAnswers(page)
        for (const width of touchWidths) {
          await page.setViewportSize({ width, height: 844 })
          const faults = async () => [
            ...(await layoutFaults(page)),
            ...(await lowTargets(page)).map((name) => `"${name}" is lower than 44 pixels`),
            ...((await overflowingWidth(page)) > 0 ? ['the page scrolls sideways'] : []),
          ]
          await expect.soft
            .poll(faults, { message: `${path} at ${width} in ${language}`, timeout: 3_000 })
            .toEqual([])
        }
      }
    }
  })

  test(`on laptops the screens of ${group} have room for German`, async ({ openBrowser, seeded }) => {
    await addLongNames(seeded)
    const as = userOf(seeded)
    const { page } = await openBrowser('User', { ...(as && { as }), viewport: { width: 1440, height: 900 } })
    await chooseLanguage(page, seeded.product.url, 'de')
    const paths = pathsOf(screens, seeded)
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await openInApp(page, path)
      await waitForAnswers(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect.soft
          .poll(() => layoutFaults(page), { message: `${path} at ${width}`, timeout: 3_000 })
          .toEqual([])
      }
    }
  })
}

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
