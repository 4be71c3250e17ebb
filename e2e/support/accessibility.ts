import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { lowTargets, overflowingWidth } from './page-layout.ts'

/** The rules of axe whose result depends on the theme. They take about as long as all others together. */
const rulesForColors = ['color-contrast', 'link-in-text-block']

type Check = {
  /** Default: all rules. */
  rules?: 'all' | 'colors' | 'all but colors'
  /** Selector of the part of the page to check, where something else lies above the rest. */
  scope?: string
}

/** Returns a line for each violation, with its rule, the element and the reason. */
export async function findViolations(page: Page, { rules = 'all', scope }: Check = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (rules === 'colors') axe.withRules(rulesForColors)
  const disabled = rules === 'all but colors' ? rulesForColors : []
  // The list scrolls with its options, through which the arrow keys move the focus.
  if (scope !== undefined)
    axe.include(scope).disableRules([...disabled, 'region', 'scrollable-region-focusable'])
  else if (disabled.length > 0) axe.disableRules(disabled)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')} – ${failureSummary}`),
  )
}

/**
 * Expects that a page fits into windows of each width, that its links and buttons can be touched, and that it is accessible on phones
 * and wide screens, apart from its colors. Changes the size of the window; the layout follows it without a load.
 */
export async function expectAccessibleLayout(page: Page, path: string): Promise<void> {
  for (const width of [320, 390, 960, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overflowingWidth(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
    await expect.poll(() => lowTargets(page), `${path} at ${width} px: lower than 44 pixels`).toEqual([])
    if (width === 390 || width === 1440)
      expect(await findViolations(page, { rules: 'all but colors' }), `${path} at ${width} px`).toEqual([])
  }
}
