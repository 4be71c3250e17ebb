import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/**
 * Compares what is visible with the accepted screenshot of the screen in `e2e/accepted`. `npm run accept-screens` accepts all screens
 * as they are now. Text is drawn a little differently on other systems, so only Linux compares.
 */
export async function expectAccepted(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  if (process.platform !== 'linux') return
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  await expect.soft(page).toHaveScreenshot(`${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${colorScheme}.png`, {
    // The accepted images have fewer colours, which makes them a third of the size.
    threshold: 0.25,
    // Text behind a dialog is drawn differently from run to run, and some ids are random: up to one percent of a phone's screen.
    maxDiffPixelRatio: 0.02,
    // How many sockets are open depends on when those of the screens before were closed.
    mask: [page.getByText(/^\d+ online$/)],
  })
}
