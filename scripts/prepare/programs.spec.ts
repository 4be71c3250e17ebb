import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { featuresDisabledByPlaywright } from './programs.mjs'

test('the list of features that replaces the one of Playwright has all of its features', () => {
  const { resolve } = createRequire(import.meta.resolve('@playwright/test'))
  const folder = dirname(resolve('playwright-core/package.json'))
  const code = readFileSync(join(folder, 'lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = (\[[^\]]*\])/.exec(code) ?? []
  const features = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  expect(features.length).toBeGreaterThan(5)
  expect(featuresDisabledByPlaywright).toEqual(expect.arrayContaining(features))
})
