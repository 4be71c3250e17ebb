import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openInApp } from '../in-app.ts'
import type { SeededProduct } from '../seeded-fixtures.ts'

/** A screen that the journeys check in both themes and widths, and compare with its accepted screenshot. */
export type Screen = {
  name: string
  path: string | ((seeded: SeededProduct) => string)
  /** Loads the page. Default: the page goes there from the screen before. */
  needsLoad?: true
  /** Intercepts requests, which `ready` must not. The page is loaded with it, and again for the next screen without it. */
  intercept?: (page: Page) => Promise<unknown>
  /** Waits until the screen is loaded and brings it into the state to check. */
  ready: (page: Page) => Promise<void>
  /** The element that can be reached: an open list hides the rest of the page from assistive technology. */
  scope?: string
}

/** Waits for the heading of a message in place of the screen, such as one that nothing was found. */
export const waitForStateHeading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

/** Waits for the heading of the page. */
export const waitForHeading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Presses a button and waits for its dialog. */
export const openDialog = (button: string | RegExp, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole(role)).toBeVisible()
}

/** Returns a function that opens screens in a page, one after the other. */
export function screenOpener(page: Page, seeded: SeededProduct): (screen: Screen) => Promise<void> {
  let isIntercepted = false
  return async ({ path: pathOf, needsLoad, intercept, ready }) => {
    const path = typeof pathOf === 'string' ? pathOf : pathOf(seeded)
    // Not earlier: until now, the screen before may have repeated its requests.
    if (isIntercepted) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await intercept?.(page)
    if (needsLoad || isIntercepted || intercept) await page.goto(path)
    else await openInApp(page, path)
    isIntercepted = intercept !== undefined
    await ready(page)
    // The pointer may rest on a text whose tooltip is not part of the screen.
    await page.mouse.move(0, 0)
  }
}
