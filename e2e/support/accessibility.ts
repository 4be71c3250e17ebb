import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { lowTargets, overflowingWidth } from './page-layout.ts'

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns a line for each violation, with its rule, the element and the reason. `scope` is a selector of the part of the page to check,
 * where something else lies above the rest. The script of axe takes as long as a check, so a document gets it once.
 */
export async function findViolations(page: Page, scope?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript)
  // The list scrolls with its options, through which the arrow keys move the focus.
  const disabled = scope === undefined ? [] : ['region', 'scrollable-region-focusable']
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
  }
  const violations = await page.evaluate(violationsOf, { context: scope, options })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')} – ${failureSummary}`),
  )
}

type Run = { context: string | undefined; options: axe.RunOptions }

/** Runs in the page. */
async function violationsOf({ context, options }: Run): Promise<axe.Result[]> {
  // Safe: `findViolations` has added the script.
  const { axe: checker } = globalThis as unknown as { axe: typeof axe }
  return (await checker.run(context ?? document, options)).violations
}

/** Expects that a page fits into windows of each width, and that its links and buttons can be touched. */
export async function expectFits(page: Page, path: string): Promise<void> {
  for (const width of [320, 390, 960, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overflowingWidth(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
    await expect.poll(() => lowTargets(page), `${path} at ${width} px: lower than 44 pixels`).toEqual([])
  }
}
