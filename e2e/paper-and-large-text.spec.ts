import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { overflowingWidth } from './support/page-layout.ts'
import { screensByLane, pathsOf } from './support/screens/all.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'

/** The width of A4 without margins of 12 mm, in px. */
const paper = { width: 703, height: 1000 }

/** Returns the bars that would stand over the content of a sheet. */
const fixedBars = (page: Page) =>
  page.evaluate(
    (dialogs) =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => element.checkVisibility() && element.offsetHeight > 1)
        .filter((element) => getComputedStyle(element).position === 'fixed')
        // What the reader has opened is what is printed.
        .filter((element) => element.closest(dialogs) === null && element.querySelector(dialogs) === null)
        .map((element) => element.textContent),
    '[role="dialog"], [role="alertdialog"]',
  )

/** Returns the colors of the sheet. */
const colors = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement)
    return { backgroundColor, colorScheme }
  })

/** Sets the size of text, as the settings of a browser do. The layout keeps the width of the window. */
const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)

test.describe.configure({ timeout: 300_000 })

for (const [which, screens, userOf] of screensByLane) {
  test(`on paper ${which} are light and have no fixed bars and no cut columns, and with text of twice the size they lose nothing`, async ({
    openBrowser,
    seeded,
  }) => {
    const as = userOf(seeded)
    const { page } = await openBrowser('User', { ...(as && { as }), viewport: paper, colorScheme: 'dark' })
    await page.goto('/forgot')
    for (const path of pathsOf(screens, seeded)) {
      await page.setViewportSize(paper)
      await openInApp(page, path)
      await waitForAnswers(page)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await expect.soft.poll(() => layoutFaults(page), { message: path, timeout: 10_000 }).toEqual([])
      expect.soft(await fixedBars(page), `${path}: bars`).toEqual([])
      expect
        .soft(await colors(page), `${path}: colors`)
        .toEqual({ backgroundColor: 'rgb(255, 255, 255)', colorScheme: 'light' })
      await page.emulateMedia({ media: null, colorScheme: 'dark' })
      await setTextSize(page, '200%')
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        const faults = async () => [
          ...(await layoutFaults(page)),
          ...((await overflowingWidth(page)) > 0 ? ['the page scrolls sideways'] : []),
        ]
        await expect.soft
          .poll(faults, { message: `${path} at ${width} with large text`, timeout: 5_000 })
          .toEqual([])
      }
      await setTextSize(page, '')
    }
  })
}

test('a printed list has all rows that are loaded, whole on their sheet', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Ines', { as: seeded.admin, viewport: { width: 1280, height: 900 } })
  await page.goto('/admin/submissions')
  const rows = page.getByRole('list', { name: 'Submissions' }).getByRole('listitem')
  await expect(rows).not.toHaveCount(0)
  const count = await rows.count()
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toHaveCount(count)
  expect(await rows.first().evaluate((row) => getComputedStyle(row).breakInside)).toBe('avoid')
  await expect(page.getByRole('button', { name: /^Approve / })).toHaveCount(0)
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets?.length).toBeGreaterThan(0)
})
