import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { overflowingWidth } from './support/page-layout.ts'
import { groupsOfScreens, pathsOf } from './support/screens/all.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'

/** A laptop and a phone. */
const widths = [1280, 390]

/** Makes text twice as large, as the text size in the settings of a browser does. The layout keeps the width of the window. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

test.describe.configure({ timeout: 300_000 })

for (const [group, screens, userOf] of groupsOfScreens) {
  test(`with text of twice the size the screens of ${group} lose nothing`, async ({
    openBrowser,
    seeded,
  }) => {
    const as = userOf(seeded)
    const { page } = await openBrowser('User', { ...(as && { as }), viewport: { width: 1280, height: 900 } })
    await page.goto('/forgot')
    await doubleText(page)
    for (const path of pathsOf(screens, seeded)) {
      await openInApp(page, path)
      await waitForAnswers(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const faults = async () => [
          ...(await layoutFaults(page)),
          ...((await overflowingWidth(page)) > 0 ? ['the page scrolls sideways'] : []),
        ]
        await expect.soft.poll(faults, { message: `${path} at ${width}`, timeout: 5_000 }).toEqual([])
      }
    }
  })
}
