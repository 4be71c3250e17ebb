import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { lowTargets, overflowingWidth } from './page-layout.ts'

/** The rules of axe whose result depends on the theme. They take about as long as all others together. */
const rulesForColors = ['color-contrast', 'link-in-text-block']

type Check = {
  /** Default: all rules. */
  rules?: 'all' | 'colors' | 'all but colors'
  /** Selector of the part of the page to check, where something else lies above the rest. */
  scope?: string
}

/**
 * The script of axe, made faster. Its private fields are WeakMaps, whose garbage takes a quarter of the time of a check, so fields of the
 * objects themselves take their place; they hold whatever axe keeps, but its objects must not be frozen. It parses the colors of each
 * element, which are few, so those that it has parsed are kept. With axe 4.13, the results were the same as those of the plain script;
 * compare them again after an update.
 */
const axeScript = `{
  class WeakMap {
    field = Symbol()
    has(object) { return this.field in object }
    get(object) { return object[this.field] }
    set(object, value) { object[this.field] = value; return this }
    delete(object) { return delete object[this.field] }
  }
  class WeakSet extends WeakMap {
    add(object) { return this.set(object, true) }
  }
  ${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};
  const { Color } = axe.commons.color
  const { parseString } = Color.prototype
  const parsed = new Map()
  Color.prototype.parseString = function (text) {
    const known = parsed.get(text)
    if (known) {
      const { r, g, b, alpha } = known
      return Object.assign(this, { r, g, b, alpha })
    }
    parseString.call(this, text)
    parsed.set(text, new Color(this))
    return this
  }
}`

/**
 * Returns a line for each violation, with its rule, the element and the reason. The script of axe takes as long as a check, so a
 * document gets it once.
 */
export async function findViolations(page: Page, { rules = 'all', scope }: Check = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript)
  const violations = await page.evaluate(violationsOf, { context: scope, options: optionsFor(rules, scope) })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')} – ${failureSummary}`),
  )
}

function optionsFor(rules: Check['rules'], scope: string | undefined): axe.RunOptions {
  const options: axe.RunOptions = { resultTypes: ['violations'] }
  if (rules === 'colors') return { ...options, runOnly: { type: 'rule', values: rulesForColors } }
  // The list scrolls with its options, through which the arrow keys move the focus.
  const disabledInScope = scope === undefined ? [] : ['region', 'scrollable-region-focusable']
  const disabled = [...(rules === 'all but colors' ? rulesForColors : []), ...disabledInScope]
  return { ...options, rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])) }
}

type Run = { context: string | undefined; options: axe.RunOptions }

/** Runs in the page. */
async function violationsOf({ context, options }: Run): Promise<axe.Result[]> {
  // Safe: `findViolations` has added the script.
  const { axe: checker } = globalThis as unknown as { axe: typeof axe }
  return (await checker.run(context ?? document, options)).violations
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
