import { expect } from '@playwright/test'
import { signedInResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import { createProject, reviewProject } from './support/api.ts'
import { openInApp, waitForAnswers } from './support/in-app.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { password } from './support/page-actions.ts'
import { overflowingWidth } from './support/page-layout.ts'
import { screenTest as test } from './support/seeded-fixtures.ts'
import type { SeededProduct } from './support/seeded-fixtures.ts'

/** Names of people, and of a project of each. */
const unusual = [
  ['Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', '🎉🚀🦄🔥'],
  [`Z${'\u0300\u0315\u0323\u035c'.repeat(8)}algo`, `P${'\u0300\u0323'.repeat(20)}ulse`],
  ['محمد عبد الرحمن بن عبد العزيز', 'لوحة المهام اليومية للفريق'],
] as const

async function addPeople({ product, admin }: SeededProduct): Promise<void> {
  for (const [index, [fullName, projectName]] of unusual.entries()) {
    const body = JSON.stringify({ fullName, email: `unusual${index}@example.org`, password })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${product.url}/api/auth/signup`, { method: 'POST', headers, body })
    const { user: person } = signedInResponse.parse(await response.json())
    const approved = await createProject(product, person, { projectName, day: 1 })
    await reviewProject(product, admin, approved, { status: 'approved' })
    await createProject(product, person, { projectName, day: 2 })
  }
}

test.describe.configure({ timeout: 180_000 })

for (const [who, pathsOf] of [
  ['participant', () => ['/leaderboard', '/dashboard', '/community', '/community?tab=members', '/replay']],
  [
    'admin',
    () => [
      '/admin/leaderboard',
      '/admin/submissions',
      '/admin/judging',
      '/admin/users',
      '/admin/what-if',
      '/admin/audit',
    ],
  ],
] as const)
  test(`long words, stacked marks, emoji and names from right to left keep their line for ${who}s`, async ({
    openBrowser,
    seeded,
  }) => {
    await addPeople(seeded)
    const { page } = await openBrowser('User', { as: seeded[who], viewport: { width: 1280, height: 900 } })
    for (const path of pathsOf()) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await openInApp(page, path)
      await waitForAnswers(page)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const faults = async () => [
          ...(await layoutFaults(page)),
          ...((await overflowingWidth(page)) > 0 ? ['the page scrolls sideways'] : []),
        ]
        await expect.soft.poll(faults, { message: `${path} at ${width}`, timeout: 3_000 }).toEqual([])
      }
    }
  })
