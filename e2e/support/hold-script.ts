// Shows a page as it is before its scripts have run.

import type { Page } from '@playwright/test'

/** Keeps the main script from the next pages until the returned function is called. */
export async function holdScript(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>()
  const scripts = '**/assets/index-*.js'
  await page.route(scripts, async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return async () => {
    resolve(undefined)
    await page.unroute(scripts)
  }
}
